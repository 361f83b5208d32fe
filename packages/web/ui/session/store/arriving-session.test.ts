import { initialSession } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { Frame } from '@millrace/web/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presenters, randomLogs } from '../../../../cards/tests/random-session.ts'
import { headerOf } from '../../../../cards/tests/spoken-session.ts'
import { ArrivingSession, type ArrivalTiming } from './arriving-session.ts'
import { foldedFrame } from './session-fold.ts'

/** Time in which each step of the fold is a slice of its own or several are one, as the numbers say. */
function timing(slices: readonly number[]): ArrivalTiming {
  let time = 0
  let at = 0
  return {
    clock: { now: () => (time += slices[at++ % slices.length] ?? 1), turn: () => Promise.resolve() },
    soon: (run) => run,
  }
}

function framesOf(events: readonly SessionEvent[]): Frame[] {
  return events.map((event) => {
    if (event.type === 'tool/call') {
      const call = presenters(event.data.name)?.presentCall?.(event.data.arguments)
      return { event, ...(call !== undefined && { call }) }
    }
    if (event.type === 'tool/result') {
      const result = presenters('tool')?.presentResult?.(undefined, { ...event.data })
      return { event, ...(result !== undefined && { result }) }
    }
    return { event }
  })
}

/** How the stream of a log went: where it was cut off, how much was sent again, in pieces of what size, and of what tail. */
const courses = fc.record({
  slices: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
  cuts: fc.array(fc.nat(40), { maxLength: 4 }),
  again: fc.nat(3),
  piece: fc.integer({ min: 1, max: 7 }),
  tail: fc.option(fc.nat(20), { nil: undefined }),
  lets: fc.boolean(),
})

async function streamed(
  arriving: ArrivingSession,
  frames: readonly Frame[],
  course: typeof courses extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  const { header, tail, frames: sent, 'caught-up': caughtUp } = arriving.listeners
  for (const end of [...course.cuts.toSorted((a, b) => a - b), frames.length]) {
    const from = Math.max(0, arriving.after + 1 - course.again)
    header({ header: headerOf(), activity: { at: 'nowhere', canGoOn: false } })
    if (course.tail !== undefined) tail({ frames: frames.slice(-course.tail) })
    for (let at = from; at < Math.min(end, frames.length); at += course.piece)
      sent({ frames: frames.slice(at, Math.min(at + course.piece, end)) })
    if (end >= frames.length) caughtUp({ next: frames.length })
    if (course.lets) await Promise.resolve()
  }
  while (arriving.phase.value !== 'whole') await new Promise((turn) => setTimeout(turn))
}

describe('a session that arrives', () => {
  test('is in the end the fold of its log, however its stream went', async () => {
    await fc.assert(
      fc.asyncProperty(randomLogs, courses, async (events, course) => {
        const frames = framesOf(events)
        const arriving = new ArrivingSession(timing(course.slices))
        await streamed(arriving, frames, course)
        await new Promise((turn) => setTimeout(turn))
        const whole = frames.reduce(foldedFrame, initialSession)
        expect(arriving.fold.length).toBe(frames.length)
        expect(JSON.stringify(arriving.view.value)).toBe(JSON.stringify(whole))
      }),
      { numRuns: 300 },
    )
  })

  test('asks for what it has not got', () => {
    const arriving = new ArrivingSession(timing([1]))
    expect(arriving.after).toBe(-1)
    arriving.listeners.frames({ frames: framesOf(words(3)) })
    expect(arriving.after).toBe(2)
  })

  test('asks again where events are missing, and keeps what came before them', async () => {
    const arriving = new ArrivingSession(timing([1]))
    const frames = framesOf(words(6))
    expect(() => arriving.listeners.frames({ frames: frames.filter((_, at) => at !== 2) })).toThrow(
      '2 was next',
    )
    expect(arriving.after).toBe(1)
    arriving.listeners.frames({ frames: frames.slice(2) })
    await settled()
    expect(arriving.fold.length).toBe(6)
  })

  test('goes on without events that are missing the second time, too', async () => {
    const arriving = new ArrivingSession(timing([1]))
    const frames = framesOf(words(6)).filter((_, at) => at !== 2)
    expect(() => arriving.listeners.frames({ frames })).toThrow('2 was next')
    arriving.listeners.frames({ frames })
    await settled()
    expect(arriving.fold.length).toBe(5)
  })

  test('shows the tail until all is there', async () => {
    const arriving = new ArrivingSession(timing([1]))
    const frames = framesOf(words(5))
    arriving.listeners.tail({ frames: frames.slice(-2) })
    await settled()
    expect(arriving.phase.value).toBe('tail')
    arriving.listeners.frames({ frames: frames.slice(0, 3) })
    await settled()
    expect(arriving.view.value.items).toMatchObject([{ text: 'word 3' }, { text: 'word 4' }])
    arriving.listeners.frames({ frames: frames.slice(3) })
    arriving.listeners['caught-up']({ next: 5 })
    await settled()
    expect(arriving.view.value.items).toHaveLength(5)
  })

  test('stays at its moment while events arrive', async () => {
    const arriving = new ArrivingSession(timing([1]))
    const frames = framesOf(words(9))
    arriving.listeners.frames({ frames: frames.slice(0, 6) })
    arriving.listeners['caught-up']({ next: 6 })
    await settled()
    arriving.moment.value = 2
    const view = arriving.view.value
    arriving.listeners.frames({ frames: frames.slice(6) })
    await settled()
    expect(arriving.view.value).toBe(view)
    arriving.moment.value = undefined
    expect(arriving.view.value.items).toHaveLength(9)
  })

  test('that cannot be read any further keeps what is there', async () => {
    const arriving = new ArrivingSession(timing([1]))
    arriving.listeners.frames({ frames: framesOf(words(2)) })
    arriving.listeners['caught-up']({ next: 2 })
    arriving.listeners.gone({ code: 'SESSION_DAMAGED', message: 'line 3 is no event' })
    await settled()
    expect(arriving.phase.value).toBe('gone')
    expect(arriving.problem.value?.code).toBe('SESSION_DAMAGED')
    expect(arriving.view.value.items).toHaveLength(2)
  })
})

function words(count: number): SessionEvent[] {
  return Array.from({ length: count }, (_, seq) => ({
    seq,
    time: seq,
    type: 'user/message',
    data: { turn: 1, step: 1, message: { role: 'user', content: `word ${seq}` } },
  }))
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}
