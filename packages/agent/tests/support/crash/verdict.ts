import { isDeepStrictEqual } from 'node:util'
import { isHarnessError, type SessionEvent } from '@millrace/protocol'
import { jsonlSessions, type OpenedSession, type SessionStore } from '@millrace/agent/session'
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
    return known.isCreated ? `does not open: ${String(error)}` : unclear(error)
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

/** Before a session was created it may be missing or cut, and that has to be said plainly. */
function unclear(error: unknown): string | undefined {
  if (!isHarnessError(error)) return `fails without a code: ${String(error)}`
  const clear = ['SESSION_NOT_FOUND', 'SESSION_CORRUPT'].includes(error.code)
  return clear ? undefined : `fails with ${error.code}: ${error.message}`
}
