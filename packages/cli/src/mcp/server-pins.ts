import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pin, PinStore } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { membersOf } from '../members-of.ts'
import { stateFolder } from '../state-folder.ts'
import { readPrivateRecord, writePrivateRecord } from '../trust/private-record.ts'
import { sha256 } from '../trust/trust-record.ts'
import type { McpServer } from './server-entry.ts'

const version = 1
const mostBytes = 64 * 1024 * 1024

/**
 * What was agreed to of the tools of servers, in private files. A server that is launched in another way is another one: it
 * has no pins yet. Reading rejects where there is a file that cannot be read: nobody knows then what was agreed to.
 * @param servers - those whose pins are kept; any other one is known by its key alone.
 */
export function serverPins(
  servers: readonly Pick<McpServer, 'name' | 'identity'>[],
  env: Io['env'],
): PinStore {
  const identities = new Map(servers.map(({ name, identity }) => [name, identity]))
  const fileOf = (key: string): string => {
    // A key is the name of the server, and behind the last dot a digest of its launch.
    const identity = identities.get(key.slice(0, key.lastIndexOf('.'))) ?? ''
    return join(stateFolder(env), 'mcp', 'pins', `${sha256(`${identity}\n${key}`)}.json`)
  }
  return {
    async read(server) {
      const path = fileOf(server)
      const pins = pinsOf(await readPrivateRecord(path, mostBytes), server)
      if (pins === undefined && existsSync(path)) throw new Error(`${path} is none of this command's records`)
      return pins
    },
    async write(server, pins) {
      await writePrivateRecord(fileOf(server), { version, server, tools: Object.fromEntries(pins) })
    },
  }
}

function pinsOf(record: unknown, server: string): ReadonlyMap<string, Pin> | undefined {
  const { version: written, server: of, tools } = membersOf(record)
  if (written !== version || of !== server || typeof tools !== 'object' || tools === null) return undefined
  const pins = Object.entries(tools).flatMap(([name, value]): [string, Pin][] => {
    const { fingerprint, parts } = membersOf(value)
    if (typeof fingerprint !== 'string') return []
    const known = Object.entries(membersOf(parts)).filter(
      (part): part is [string, string] => typeof part[1] === 'string',
    )
    return [[name, { fingerprint, parts: Object.fromEntries(known) }]]
  })
  return new Map(pins)
}
