import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../conversation/conversation.ts'
import { pastOf, transcriptOf } from './transcript.ts'

const user = (content: string, turn = 1, seq = 0): Entry => ({
  kind: 'user',
  seq,
  turn,
  message: { role: 'user', content },
})
const answer = (text: string, turn = 1, seq = 0): Entry => ({
  kind: 'assistant',
  seq,
  turn,
  message: {
    role: 'assistant',
    content: [{ type: 'text', text }],
    toolCalls: [{ id: 'c', name: 'grep', arguments: '{"a":1}' }],
  },
})
const result = (text: string, more: object = {}): Entry => ({
  kind: 'result',
  seq: 0,
  turn: 1,
  callId: 'c',
  tool: 'grep',
  content: [{ type: 'text', text }],
  isError: false,
  ...more,
})

describe('transcriptOf', () => {
  test('has who said what, with the summary before it', () => {
    const entries = [
      user('find it'),
      answer('ok'),
      result('no', { isError: true }),
      result('x', { pruned: '[gone]' }),
    ]
    expect(transcriptOf('earlier', entries, 10_000)).toBe(
      'SUMMARY OF WHAT WAS BEFORE\nearlier\n\nUSER\nfind it\n\nASSISTANT\nok\n[calls grep with {"a":1}]\n\n' +
        'ERROR OF grep\nno\n\nRESULT OF grep\n[gone]',
    )
  })

  test('says what it cut, and leaves out the middle last of all', () => {
    const entries = [
      user('first'),
      ...Array.from({ length: 50 }, (_, at) => result(`${at} `.padEnd(5000, 'x'))),
      user('end'),
    ]
    expect(transcriptOf(undefined, entries, 1_000_000)).toContain('[…1000 more characters]')
    const short = transcriptOf(undefined, entries, 2_000)
    expect(short).toMatch(/^USER\nfirst\n\n\[… \d+ parts left out …\]\n\nRESULT OF grep\n4\d /)
    expect(short.endsWith('USER\nend')).toBe(true)
  })

  test('is hardly longer than the room, whatever was said', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3000 })),
        fc.integer({ min: 100, max: 5000 }),
        (texts, room) => {
          expect(
            transcriptOf(
              undefined,
              texts.map((text) => user(text)),
              room,
            ).length,
          ).toBeLessThan(room + 100)
        },
      ),
    )
  })
})

describe('pastOf', () => {
  test('is everything before the message that began the turn', () => {
    const entries = [user('a', 1, 1), answer('b', 1, 2), user('c', 2, 7), answer('d', 2, 8), user('e', 2, 9)]
    const conversation = { system: '', tools: [], entries }
    expect(pastOf(conversation, 2)).toEqual({ entries: entries.slice(0, 2), keptFrom: 7 })
    expect(pastOf(conversation, 1)).toBeUndefined()
    expect(pastOf(conversation, 3)).toBeUndefined()
  })
})
