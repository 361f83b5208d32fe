import { isDeepStrictEqual } from 'node:util'
import { isHarnessError, type SessionEvent } from '@millrace/protocol'
import {
  jsonlSessions,
  type OpenedSession,
  type SessionStore,
  type SessionSummary,
  type UnreadableSession,
} from '@millrace/agent/session'
import type { SimulatedDisk } from '@millrace/testkit/disk'
import type { Disk } from '@millrace/host'
import { crashSession, noteOf } from './notes.ts'

/** What a writer knows at the moment of a crash. */
export interface Known {
  /** Whether `create` has resolved. */
  readonly isCreated: boolean
  /** How many events a flush has confirmed. */
  readonly acked: number
  /** All that were appended, confirmed or not. */
  readonly appended: readonly SessionEvent[]
}

/** A store of one disk. */
export type StoreOf = (disk: Disk) => SessionStore

/**
 * Opens a session after a crash, goes on with it and opens it again.
 *
 * @returns what is wrong, in words, or `undefined` where everything is as promised.
 */
export async function wrongAfter(
  disk: Disk,
  known: Known,
  storeOf: StoreOf = jsonlSessions,
): Promise<string | undefined> {
  const store = storeOf(disk)
  let first: OpenedSession
  try {
    first = await store.open(crashSession.id)
  } catch (error) {
    return known.isCreated ? `does not open: ${String(error)}` : wrongBeginning(store, error)
  }
  const wrong = wrongEvents(first, known)
  if (wrong !== undefined) {
    await first.log.close()
    return wrong
  }
  const count = first.events.length
  if (first.torn !== undefined) {
    const kept = await disk.facts(first.torn.file)
    if (kept?.size !== first.torn.bytes)
      return `the torn end is not kept: ${kept?.size} of ${first.torn.bytes} bytes`
  }
  const added = first.log.append('model/notice', noteOf(count))
  await first.log.flush()
  await first.log.close()
  return wrongSecond(store, [...first.events, added])
}

/**
 * What a reader says who does not write.
 *
 * @returns what is wrong: it sees other events than who opens the session, or the list breaks.
 */
export async function wrongForReaders(disk: SimulatedDisk): Promise<string | undefined> {
  const store = jsonlSessions(disk)
  const listed: (SessionSummary | UnreadableSession)[] = []
  for await (const summary of store.list()) listed.push(summary)
  const found = listed.find(({ id }) => id === crashSession.id)
  if (!disk.contents().has(`${crashSession.id}.jsonl`))
    return found === undefined ? undefined : 'lists what is not there'
  if (found === undefined) return 'is not in the list'
  const read = await settled(store.read(crashSession.id))
  const opened = await settled(jsonlSessions(disk.killed()).open(crashSession.id))
  if (read === undefined || opened === undefined)
    return read === opened ? undefined : 'can be read or opened, not both'
  if ('problem' in found) return `can be opened, and the list says: ${found.problem}`
  if (found.live) return 'is live in the list'
  if ((opened.torn?.bytes ?? 0) !== read.tornBytes) return 'has another torn end for readers'
  return isDeepStrictEqual(read.events, opened.events) ? undefined : 'has other events for readers'
}

async function settled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return undefined
  }
}

/** Nothing is lost that was confirmed, and nothing is there that was not appended. */
function wrongEvents({ header, events }: OpenedSession, { acked, appended }: Known): string | undefined {
  if (header.id !== crashSession.id || header.cwd !== crashSession.cwd) return 'has another header'
  if (events.length < acked) return `lost confirmed events: ${events.length} of ${acked}`
  if (events.length > appended.length) return `invents events: ${events.length} of ${appended.length}`
  return differing(events, appended)
}

function differing(events: readonly SessionEvent[], expected: readonly SessionEvent[]): string | undefined {
  for (const [index, event] of events.entries()) {
    if (event.seq !== index) return `event ${index} has the number ${event.seq}`
    if (!isDeepStrictEqual({ ...event }, { ...expected[index] })) return `event ${index} is another one`
  }
  return undefined
}

async function wrongSecond(
  store: SessionStore,
  expected: readonly SessionEvent[],
): Promise<string | undefined> {
  let second: OpenedSession
  try {
    second = await store.open(crashSession.id)
  } catch (error) {
    return `does not open a second time: ${String(error)}`
  }
  await second.log.close()
  if (second.torn !== undefined) return 'is mended twice'
  if (second.events.length !== expected.length) {
    return `has ${second.events.length} events after going on, not ${expected.length}`
  }
  return differing(second.events, expected)
}

/** Before a session was created it may be missing or cut: that is said plainly, and its place can be used again. */
async function wrongBeginning(store: SessionStore, error: unknown): Promise<string | undefined> {
  if (!isHarnessError(error)) return `fails without a code: ${String(error)}`
  try {
    if (error.code === 'SESSION_CORRUPT') await store.remove(crashSession.id)
    else if (error.code !== 'SESSION_NOT_FOUND') return `fails with ${error.code}: ${error.message}`
    const log = await store.create(crashSession)
    await log.close()
    return undefined
  } catch (failure) {
    return `cannot be begun again: ${String(failure)}`
  }
}
