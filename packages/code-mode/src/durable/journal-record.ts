import { printJson, type JsonObject, type JsonValue } from '@millrace/schema'
import type { JournalEntry, JournalReply, RunKey, StoredRun } from '../contract/run-store.ts'
import { isCount } from './line.ts'

const format = 'millrace-run'
const version = 1

/** What a run begins with. */
export interface RunHeader extends RunKey, Pick<StoredRun, 'program' | 'bindings'> {}

/** The first line of a journal. */
export function headerRecord({ sessionId, callId, program, bindings }: RunHeader): JsonObject {
  return { format, version, sessionId, callId, program, bindings: [...bindings] }
}

/** The version of a record that is the header of a journal of another version. */
export function foreignVersion(record: JsonObject): string | undefined {
  const { version: found } = record
  if (record['format'] !== format || found === version || found === undefined) return undefined
  return printJson(found)
}

/** A header of this version; nothing for anything else. */
export function readHeader(record: JsonObject): RunHeader | undefined {
  const { sessionId, callId, program, bindings } = record
  if (record['format'] !== format || record['version'] !== version) return undefined
  if (typeof sessionId !== 'string' || typeof callId !== 'string' || typeof program !== 'string') {
    return undefined
  }
  if (!Array.isArray(bindings) || !bindings.every((name) => typeof name === 'string')) return undefined
  return { sessionId, callId, program, bindings: bindings }
}

/** An entry as it stands in a line. */
export interface EntryLine {
  /** Counts the lines of the journal, the header being 0. */
  readonly at: number
  /** How many lines were durable when this one was written: damage before that comes from no crash. */
  readonly synced: number
  readonly entry: JournalEntry
}

export function entryRecord({ at, synced, entry }: EntryLine): JsonObject {
  return { at, synced, entry: entry as unknown as JsonObject }
}

/** The line that a record is; nothing for anything else. */
export function readEntry(record: JsonObject): EntryLine | undefined {
  const { at, synced } = record
  const entry = readFact(record['entry'])
  return isCount(at) && isCount(synced) && entry !== undefined ? { at, synced, entry } : undefined
}

function readFact(value: JsonValue | undefined): JournalEntry | undefined {
  if (!isObject(value)) return undefined
  const { kind, id, name, arguments: args } = value
  if (!isCount(id) || id < 1) return undefined
  if (kind === 'started') return { kind, id }
  if (kind === 'made' && typeof name === 'string' && args !== undefined) {
    return { kind, id, name, arguments: args }
  }
  const reply = kind === 'ended' ? readReply(value['reply']) : undefined
  return reply && { kind: 'ended', id, reply }
}

function readReply(value: JsonValue | undefined): JournalReply | undefined {
  if (!isObject(value)) return undefined
  const { ok, text, code, concludes, contexts = [], images = [] } = value
  if (typeof ok !== 'boolean' || typeof text !== 'string') return undefined
  if (code !== undefined && typeof code !== 'string') return undefined
  if (concludes !== undefined && concludes !== true) return undefined
  if (!Array.isArray(contexts) || !contexts.every(isMessage)) return undefined
  if (!Array.isArray(images) || !images.every(isPicture)) return undefined
  return value as unknown as JournalReply
}

function isMessage(value: JsonValue): boolean {
  return isObject(value) && value['role'] === 'user' && value['content'] !== undefined
}

function isPicture(value: JsonValue): boolean {
  return isObject(value) && ['handle', 'data', 'mimeType'].every((name) => typeof value[name] === 'string')
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
