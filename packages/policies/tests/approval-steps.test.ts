import { describe, expect, test } from 'vitest'
import { agent, always, bench, handFrontEnd, settle } from './support/approval-bench.ts'

const asked = { agent, toolName: 'agent/step', callId: 'step_1', reason: 'the tenth step' }
const signal = (): AbortSignal => new AbortController().signal

describe('a question about a step of an agent', () => {
  test('is put with its reason, and only this once can be allowed', async () => {
    const { approvals, heard } = await bench()
    const front = handFrontEnd()
    approvals.addFrontEnd(front.frontEnd)
    const running = approvals.request({ ...asked, signal: signal() })
    await settle()
    expect(front.asked[0]?.question).toMatchObject({
      kind: 'step',
      callId: 'step_1',
      reason: 'the tenth step',
      suggestions: [],
    })
    front.asked[0]?.reply({ kind: 'once' })
    expect(await running).toEqual({ kind: 'allowed-once' })
    expect(heard.asked[0]).toMatchObject({ toolName: 'agent/step', callId: 'step_1' })
    expect(heard.decided).toHaveLength(1)
  })

  test('is rejected with the words of whoever was asked', async () => {
    const { approvals } = await bench()
    approvals.addFrontEnd(always({ kind: 'deny', message: 'enough' }))
    expect(await approvals.request({ ...asked, signal: signal() })).toEqual({
      kind: 'rejected',
      message: 'enough',
    })
  })

  test('is no way to ask about a call without showing it', async () => {
    const { approvals, heard } = await bench()
    approvals.addFrontEnd(always({ kind: 'once' }))
    expect(await approvals.request({ ...asked, toolName: 'bash', signal: signal() })).toBe('unavailable')
    expect(heard.asked).toEqual([])
  })
})
