import { manualClock, type Disk } from '@millrace/host'
import type { SessionEvent, SessionEventMap } from '@millrace/protocol'
import {
  jsonlSessions,
  type JsonlOptions,
  type NewSession,
  type SessionLog,
  type SessionStore,
} from '@millrace/agent/session'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'

export const id = '00112233445566778899aabbccddeeff'
export const fileName = `${id}.jsonl`

/** What a new session of these tests begins with. */
export const session = (over: Partial<NewSession> = {}): NewSession => ({
  id,
  cwd: '/home/me/project',
  principal: 'user',
  versions: { millrace: '0.1.0' },
  tools: { bash: '0123456789abcdef' },
  ...over,
})

/** A store on a disk, with a clock that goes one millisecond each time it is looked at. */
export function storeOn(disk: Disk, options: JsonlOptions = {}): SessionStore {
  const clock = manualClock(1000)
  const ticking = {
    now: () => {
      clock.advance(1)
      return clock.now()
    },
    monotonic: () => clock.monotonic(),
  }
  return jsonlSessions(disk, { clock: ticking, ...options })
}

export const said = (content: string, turn = 1): SessionEventMap['user/message'] => ({
  turn,
  step: 0,
  message: { role: 'user', content },
})

export const printed = (text: string): SessionEventMap['tool/result'] => ({
  turn: 1,
  step: 1,
  callId: 'call_1',
  callSeq: 1,
  content: [{ type: 'text', text }],
  isError: false,
})

const zero = {
  steps: 0,
  calls: { done: 0, failed: 0, denied: 0, cancelled: 0 },
  usage: { input: 0, output: 0 },
  ms: 0,
  toolMs: 0,
}

export const ended = (turn: number, steps = 1): SessionEventMap['turn/end'] => ({
  turn,
  reason: 'done',
  totals: zero,
  session: { ...zero, steps },
})

/** A session that was written, each event confirmed before the next one, and closed. */
export async function writtenSession(
  write: (log: SessionLog) => Promise<void> | void = threeEvents,
): Promise<{ disk: SimulatedDisk; events: readonly SessionEvent[] }> {
  const disk = simulatedDisk()
  const log = await storeOn(disk).create(session())
  const events: SessionEvent[] = []
  log.watch((event) => events.push(event))
  await write(log)
  await log.close()
  return { disk, events }
}

/** Three events, each confirmed before the next one. */
export async function threeEvents(log: SessionLog): Promise<void> {
  log.append('turn/start', { turn: 1, principal: 'user' })
  await log.flush()
  log.append('user/message', said('the first words'))
  await log.flush()
  log.append('user/message', said('the second words'))
  await log.flush()
}

/** A disk with this one log, a copy of the bytes. */
export const diskWith = (content: Uint8Array | string): SimulatedDisk =>
  simulatedDisk({ files: { [fileName]: typeof content === 'string' ? content : new Uint8Array(content) } })

export const bytesOf = (disk: SimulatedDisk): Buffer => Buffer.from(disk.contents().get(fileName) ?? [])

/** The code and message of a failure. */
export async function failureOf(act: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await act
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message }
    throw error
  }
  return { code: 'none', message: '' }
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
