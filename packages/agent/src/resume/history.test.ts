import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { History, msOf } from './history.ts'

describe('the time of a turn that goes on', () => {
  test('is that for which it was under way', () => {
    const at = (time: number, type: string, data: object): SessionEvent =>
      ({ seq: 0, time, type, data }) as unknown as SessionEvent
    const history = new History([
      at(100, 'turn/start', { turn: 1, principal: 'user' }),
      at(350, 'tool/call', { turn: 1, step: 1, callId: 'p', name: 'run_code', arguments: '{}' }),
      at(90_000, 'session/resumed', { closedCalls: 0 }),
      at(95_000, 'tool/code-resumed', { callId: 'p', from: 'image', recorded: 0, unknown: 0 }),
      at(95_040, 'tool/progress', { callId: 'p' }),
    ])
    const open = history.openTurns.get(undefined)
    expect(open && msOf(open)).toBe(290)
  })
})
