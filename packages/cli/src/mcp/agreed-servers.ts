import { join } from 'node:path'
import type { Io } from '../io.ts'
import { membersOf } from '../members-of.ts'
import { stateFolder } from '../state-folder.ts'
import { readPrivateRecord, writePrivateRecord } from '../trust/private-record.ts'
import { sha256 } from '../trust/trust-record.ts'
import type { LaunchFacts } from './launch.ts'

/** What somebody said about a server of a folder. */
export interface ServerVerdict {
  /** Whether it may be started; `never` is not asked again about this very launch. */
  readonly answer: 'yes' | 'never'
  /** Of the launch that it was said about. */
  readonly fingerprint: string
  /** When, in milliseconds since the epoch. */
  readonly at: number
  /** The launch, to tell what changed. */
  readonly facts: LaunchFacts
}

/** What somebody said about the servers of a folder, by their names. */
export type ServerVerdicts = ReadonlyMap<string, ServerVerdict>

const version = 1
const mostBytes = 1024 * 1024
const digest = /^[0-9a-f]{64}$/

function fileOf(folder: string, env: Io['env']): string {
  return join(stateFolder(env), 'mcp', 'trust', `${sha256(folder)}.json`)
}

/**
 * What was said about the servers of a folder. A record that cannot be read, that others could have written, or that is of
 * another folder counts as none.
 * @param folder - absolute and without links.
 */
export async function serverVerdicts(folder: string, env: Io['env']): Promise<ServerVerdicts> {
  const value = await readPrivateRecord(fileOf(folder, env), mostBytes)
  const record = membersOf(value)
  if (record['version'] !== version || record['folder'] !== folder) return new Map()
  return new Map(
    Object.entries(membersOf(record['servers'])).flatMap(([name, each]) => {
      const verdict = verdictOf(membersOf(each))
      return verdict === undefined ? [] : [[name, verdict] as const]
    }),
  )
}

/** Keeps what was said about some servers beside what is known of the others; `undefined` forgets one. */
export async function keepVerdicts(
  folder: string,
  env: Io['env'],
  said: ReadonlyMap<string, ServerVerdict | undefined>,
): Promise<void> {
  const all = new Map([...(await serverVerdicts(folder, env)), ...said])
  const servers = [...all].flatMap(([name, verdict]) => {
    if (verdict === undefined) return []
    const { facts, at, ...rest } = verdict
    return [[name, { ...rest, at: new Date(at).toISOString(), facts: Object.fromEntries(facts) }] as const]
  })
  await writePrivateRecord(fileOf(folder, env), { version, folder, servers: Object.fromEntries(servers) })
}

function verdictOf(value: Readonly<Record<string, unknown>>): ServerVerdict | undefined {
  const { answer, fingerprint, at, facts } = value
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if ((answer !== 'yes' && answer !== 'never') || Number.isNaN(time)) return undefined
  if (typeof fingerprint !== 'string' || !digest.test(fingerprint)) return undefined
  const entries = Object.entries(membersOf(facts))
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined
  return { answer, fingerprint, at: time, facts: new Map(entries) }
}
