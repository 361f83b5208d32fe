import { describe, expect, test } from 'vitest'
import type { ApprovalReply } from '../src/approval.ts'
import { always, bench, handFrontEnd, settle } from './support/approval-bench.ts'

const wanted = { host: 'registry.npmjs.org', port: 443 }

function want(more: object = {}) {
  return { ...wanted, signal: new AbortController().signal, ...more }
}

describe('a question about a host', () => {
  test.each<[ApprovalReply, boolean]>([
    [{ kind: 'once' }, true],
    [{ kind: 'session', rules: ['registry.npmjs.org:443'] }, true],
    [{ kind: 'deny', message: 'no' }, false],
    [{ kind: 'cancel' }, false],
  ])('is answered by %j', async (reply, reached) => {
    const kept: unknown[] = []
    const { approvals, heard } = await bench({ remember: (grant) => void kept.push(grant) })
    approvals.addFrontEnd(always(reply))
    expect(await approvals.requestHost(want())).toMatchObject({ allowed: reached })
    expect([heard.asked.length, heard.decided.length]).toEqual([1, 1])
    expect(heard.asked[0]).toMatchObject({
      toolName: 'network',
      reason: 'a command wants to reach registry.npmjs.org:443, which no rule allows',
    })
    expect(kept).toHaveLength(reply.kind === 'session' ? 1 : 0)
  })

  test('says which host and port, and suggests what the host of it suggests', async () => {
    const { approvals } = await bench({ suggestHost: (host, port) => [`${host}:${port}`] })
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const running = approvals.requestHost(want())
    await settle()
    expect(asked[0]?.question).toMatchObject({
      kind: 'host',
      ...wanted,
      suggestions: [['registry.npmjs.org:443']],
    })
    asked[0]?.reply({ kind: 'deny', message: 'use a mirror' })
    expect(await running).toEqual({ allowed: false, message: 'use a mirror' })
  })

  test('is no with nobody to ask, in the mode that never asks, and after the end', async () => {
    const { approvals, fiber } = await bench()
    expect(await approvals.requestHost(want())).toMatchObject({ allowed: false })
    const never = await bench({ mode: 'never' })
    never.approvals.addFrontEnd(always({ kind: 'once' }))
    expect(await never.approvals.requestHost(want())).toMatchObject({ allowed: false })
    approvals.addFrontEnd(always({ kind: 'once' }))
    await fiber.dispose()
    expect(await approvals.requestHost(want())).toMatchObject({ allowed: false })
  })

  test('is taken back as soon as whoever wanted it is gone, and no other with it', async () => {
    const { approvals, heard } = await bench()
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const gone = new AbortController()
    const left = approvals.requestHost(want({ signal: gone.signal }))
    const other = approvals.requestHost(want({ port: 80 }))
    await settle()
    gone.abort()
    expect(await left).toMatchObject({ allowed: false })
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    asked[1]?.reply({ kind: 'once' })
    expect(await other).toMatchObject({ allowed: true })
    expect([heard.asked.length, heard.decided.length]).toEqual([2, 2])
  })
})
