import { isIP } from 'node:net'
import { shown } from '@millrace/protocol'
import { SandboxError } from '../sandbox-error.ts'

/** A host and a port, as commands ask for them. */
export interface Place {
  /** Lower case, an address of IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** The hosts that commands may reach without a question. */
export interface EgressList {
  has(place: Place): boolean
  /** The entries that spell out one host and one port, each `host:port`; these may be private. */
  readonly exact: readonly string[]
}

interface Entry {
  readonly host: string
  readonly isPattern: boolean
  readonly port: number | undefined
}

/**
 * Reads the entries of an egress list.
 * @throws SandboxError `SANDBOX_INVALID` for one that is no host.
 */
export function egressList(entries: readonly string[]): EgressList {
  const known = entries.map(entryOf)
  return {
    has: ({ host, port }) =>
      known.some((entry) => (entry.port === undefined || entry.port === port) && covers(entry, host)),
    exact: known.flatMap(({ host, isPattern, port }) =>
      isPattern || port === undefined ? [] : [`${isIP(host) === 6 ? `[${host}]` : host}:${port}`],
    ),
  }
}

/** A host in the one spelling that is compared; undefined for what is no host. */
export function plainHost(spelling: string): string | undefined {
  if (!/^(?:[^/?#@\\\s:[\]]+|\[[0-9a-fA-F:.]+\])$/.test(spelling)) return undefined
  const url = `http://${spelling}/`
  if (!URL.canParse(url)) return undefined
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return isIP(host) !== 0 || /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host) ? host : undefined
}

function covers({ host, isPattern }: Entry, asked: string): boolean {
  return isPattern ? asked.endsWith(`.${host}`) && isIP(asked) === 0 : asked === host
}

/** Whether a text can stand in an egress list; with it settings are judged before anything runs. */
export function isEgressEntry(entry: string): boolean {
  return read(entry) !== undefined
}

function entryOf(entry: string): Entry {
  const known = read(entry)
  if (known !== undefined) return known
  throw new SandboxError(
    'SANDBOX_INVALID',
    `egress: "${shown(entry)}" must be a host, as in "example.com", "*.example.com" or "example.com:443"`,
  )
}

function read(entry: string): Entry | undefined {
  const [, star = '', spelling = '', digits] = /^(\*\.)?(.+?)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const host = plainHost(spelling)
  const port = digits === undefined ? undefined : Number(digits)
  if (host === undefined || (star !== '' && isIP(host) !== 0) || port === 0 || (port ?? 0) > 65_535) {
    return undefined
  }
  return { host, isPattern: star !== '', port }
}
