import {
  announcedCall,
  initialSession,
  presentEvent,
  presentersOf,
  reduceSession,
  type AnnouncedCall,
  type EventViews,
  type Presenters,
  type SessionView,
} from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { callViews, resultViews, toolOf } from './every-card.ts'
import { SpokenSession } from './spoken-session.ts'

interface Frame extends EventViews {
  readonly event: SessionEvent
}

/** What a server would send of a log. */
function framesOf(events: readonly SessionEvent[], presenters: Presenters): Frame[] {
  const calls = new Map<string, AnnouncedCall>()
  return events.map((event) => {
    const call = announcedCall(event)
    if (call !== undefined) calls.set(call.callId, call)
    return { event, ...presentEvent(event, presenters, (callId) => calls.get(callId)) }
  })
}

/** What a page without presenters makes of it. */
function folded(frames: readonly Frame[]): SessionView {
  const sent = JSON.parse(JSON.stringify(frames)) as Frame[]
  return sent.reduce(
    (view, { event, ...views }) => reduceSession(view, event, presentersOf(views)),
    initialSession,
  )
}

const plain = (view: SessionView): unknown => JSON.parse(JSON.stringify(view))

const calls = callViews('words')
const results = resultViews('words')
const presenters: Presenters = () => ({
  presentCall: (args) => calls[(args as { nth: number }).nth % calls.length],
  presentResult: (args) => results[(args as { nth: number }).nth % results.length],
})

describe('the views of events, sent with them', () => {
  test('make the cards that presenters make', () => {
    const session = new SpokenSession(presenters).start('go')
    results.forEach((_, nth) => {
      session.call(`c${nth}`, toolOf(calls[nth % calls.length]!, 'words'), { nth }).result(`c${nth}`, 'read')
    })
    session.call('open', 'tool', { nth: 0 }).end('interrupted')
    expect(plain(folded(framesOf(session.events, presenters)))).toEqual(plain(session.view))
  })

  test('make the cards of the calls of a program', () => {
    const session = new SpokenSession(presenters).start('go').call('p', 'run_code', { nth: 1 })
    const call = { rootCallId: 'p', parentCallId: 'p', subCallId: 'p:1', name: 'grep', arguments: { nth: 4 } }
    session.log('tool/code-dispatch-start', call)
    session.log('tool/code-dispatch', { ...call, isError: false, content: [{ type: 'text', text: 'x' }] })
    const [card] = folded(framesOf(session.events, presenters)).cards
    expect(card?.children[0]?.result).toEqual(results[4])
    expect(plain(folded(framesOf(session.events, presenters)))).toEqual(plain(session.view))
  })

  test('are generic where a presenter throws, is missing, or answers with no view', () => {
    const fails: Presenters = () => ({
      presentCall: () => {
        throw new Error('no')
      },
      presentResult: () => ({ card: 'made up' }) as never,
    })
    const session = new SpokenSession(fails).start('go').call('c', 'grep', { a: 1 }).result('c', 'text')
    const frames = framesOf(session.events, fails)
    expect(frames.flatMap(({ call, result }) => [call ?? [], result ?? []].flat())).toEqual([
      { card: 'generic', title: 'a=1', rawInput: { a: 1 } },
      { card: 'generic', content: [{ type: 'text', text: 'text' }] },
    ])
    expect(plain(folded(frames))).toEqual(plain(session.view))
  })

  test('are missing for what is not about a call, cannot be read, or ends a call that nobody announced', () => {
    const session = new SpokenSession(presenters).start('go').result('unknown', 'text')
    session.log('tool/call', { callId: 7 } as never).log('tool/result', {} as never)
    for (const { call, result } of framesOf(session.events, presenters))
      expect([call, result]).toEqual([undefined, undefined])
  })
})
