import type { SessionEvent, SessionEventMap, SessionEventType } from '@millrace/protocol'
import { checkHistory } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'

type Entry = { [K in SessionEventType]: readonly [K, Partial<SessionEventMap[K]>, string?] }[SessionEventType]

const at = { turn: 1, step: 1 }
const call = (callId: string): Entry => ['tool/call', { ...at, callId, name: 'echo', arguments: '{}' }]
const result = (callId: string, callSeq: number): Entry => [
  'tool/result',
  { ...at, callId, callSeq, content: [], isError: false },
]
const asked = (...ids: string[]): Entry => [
  'assistant/message',
  {
    ...at,
    finish: 'tool-calls',
    message: {
      role: 'assistant',
      content: [],
      toolCalls: ids.map((id) => ({ id, name: 'echo', arguments: '{}' })),
    },
  },
]
const begin: Entry[] = [
  ['turn/start', { turn: 1, principal: 'user' }],
  ['step/start', at],
]
const end: Entry = ['turn/end', { turn: 1, reason: 'done' }]

/** A log of these events. */
const log = (...entries: readonly Entry[]): SessionEvent[] =>
  entries.map(
    ([type, data, agent], seq) =>
      ({ seq, time: seq, type, ...(agent !== undefined && { agent }), data }) as SessionEvent,
  )

/** A turn with a batch. The first event of the batch is number 2. */
const turn = (...entries: readonly Entry[]): SessionEvent[] => log(...begin, ...entries, end)

describe('the check of a history', () => {
  test('finds nothing wrong with a turn of two calls', () => {
    expect(checkHistory(turn(asked('a', 'b'), call('a'), call('b'), result('a', 3), result('b', 4)))).toEqual(
      [],
    )
  })

  test.each<[string, SessionEvent[], string]>([
    ['a call without a result', turn(asked('a'), call('a')), 'event 3 (tool/call): the call a has no result'],
    [
      'two results of one call',
      turn(asked('a'), call('a'), result('a', 3), result('a', 3)),
      'event 5 (tool/result): a second result of a; the first is event 4',
    ],
    [
      'a result of nothing',
      turn(result('a', 0)),
      'event 2 (tool/result): a result of a, which nobody called',
    ],
    [
      'results in another order',
      turn(asked('a', 'b'), call('a'), call('b'), result('b', 4), result('a', 3)),
      'event 5 (tool/result): the result of b comes before that of a, which was called earlier',
    ],
    [
      'a wrong callSeq',
      turn(asked('a'), call('a'), result('a', 2)),
      'event 4 (tool/result): callSeq is 2, and the call is event 3',
    ],
    [
      'a call that was not made',
      turn(asked('a')),
      "event 2 (assistant/message): the model's calls a were never made",
    ],
    [
      'a call that nobody asked for',
      turn(call('a'), result('a', 2)),
      'event 2 (tool/call): the model asked for no more calls here, not for a',
    ],
    [
      'news after a result',
      turn(asked('a'), call('a'), result('a', 3), ['tool/progress', { callId: 'a' }]),
      'event 5 (tool/progress): news of a after its result, which is event 4',
    ],
    ['a turn without an end', log(...begin), 'event 0 (turn/start): turn 1 has no end'],
    [
      'an event after its turn',
      [...turn(), ...log(['user/message', at]).map((event) => ({ ...event, seq: 3, time: 3 }))],
      'event 3 (user/message): belongs to turn 1, and no turn is under way',
    ],
    [
      'a question without an answer',
      turn(['approval/asked', { requestId: 'q' }]),
      'event 2 (approval/asked): the question q was never decided',
    ],
    [
      'two answers',
      turn(
        ['approval/asked', { requestId: 'q' }],
        ['approval/decided', { requestId: 'q' }],
        ['approval/decided', { requestId: 'q' }],
      ),
      'event 4 (approval/decided): q had not begun, or had ended',
    ],
    [
      'an event of an agent that has ended',
      turn(
        ['agent/started', { agentId: 's' }],
        ['agent/ended', { agentId: 's' }],
        ['spill/kept', { callId: 'x' }, 's'],
      ),
      'event 4 (spill/kept of agent s): the agent has not started, or has ended',
    ],
    [
      'a gap',
      turn().map((event, index) => (index === 2 ? { ...event, seq: 5 } : event)),
      'event 5 (turn/end): event 2 was expected here',
    ],
    [
      'a time that goes back',
      turn().map((event, index) => (index === 2 ? { ...event, time: 0 } : event)),
      'event 2 (turn/end): its time 0 is none, or before that of the event before',
    ],
  ])('complains of %s', (_title, events, problem) => {
    expect(checkHistory(events)).toEqual([problem])
  })

  test('leaves what is under way at the end of a log that breaks off', () => {
    expect(checkHistory(log(...begin, asked('a'), call('a')), { isCut: true })).toEqual([])
  })
})
