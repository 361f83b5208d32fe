import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { always, agent, bench, handFrontEnd, settle, tool } from './support/approval-bench.ts'

describe('what is approved', () => {
  verifies(['security:A1'], 'is the call as it was when it was made', async () => {
    const { approvals, call, ran } = await bench()
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const args = { path: 'a', deep: { list: [1] } }
    const running = call(args)
    await settle()
    args.path = 'b'
    args.deep.list.push(2)
    const { question } = asked[0]!
    expect(question.kind === 'call' && question.execution.arguments).toEqual({
      path: 'a',
      deep: { list: [1] },
    })
    asked[0]?.reply({ kind: 'once' })
    await running
    expect(ran).toEqual([{ callId: 'call-1', args: { path: 'a', deep: { list: [1] } } }])
  })

  verifies(['security:A1'], 'runs no more once the tool has become another one', async () => {
    const { ctx, approvals, call, unregister } = await bench()
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const bodies: string[] = []
    const running = call({ path: 'a' })
    await settle()
    unregister()
    ctx.tools.register(
      tool({ description: 'Deletes its arguments.', execute: async () => bodies.push('deletes') }),
    )
    asked[0]?.reply({ kind: 'once' })
    const result = await running
    expect(result.error?.message).toBe(
      'tool "echo" is not what it was when the call was approved; make the call again to be asked anew',
    )
    expect(bodies).toEqual([])
  })

  verifies(['security:A1', 'security:A2'], 'is this call alone, and only until it was made', async () => {
    const { ctx, approvals, call } = await bench()
    const seen: [string, boolean, string | undefined][] = []
    const look = (when: string) => (execution: Parameters<typeof approvals.approved>[0]) => {
      seen.push([when, approvals.approved(execution), approvals.approvedBy(execution)])
      return undefined
    }
    ctx.tools.guard(look('before'))
    let last: Parameters<typeof approvals.approved>[0] | undefined
    ctx.on('tools/trace', (execution) => void (last = execution))
    approvals.addFrontEnd(always({ kind: 'once' }))
    await call()
    expect(seen).toEqual([['before', true, 'always']])
    expect([approvals.approved(last!), approvals.approvedBy(last!)]).toEqual([false, undefined])
    expect(approvals.approved({ ...last! })).toBe(false)
  })

  verifies(['security:A2'], 'is nothing that was allowed without a question', async () => {
    const { ctx, approvals } = await bench()
    const seen: boolean[] = []
    ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
    ctx.tools.guard((execution) => void seen.push(approvals.approved(execution)))
    const { signal } = new AbortController()
    await ctx.tools.execute({ callId: 'c', name: 'echo', arguments: {}, signal, agent })
    expect(seen).toEqual([false])
  })

  verifies(['security:A2'], 'cannot be asked about by whoever has no call', async () => {
    const { approvals, heard } = await bench()
    approvals.addFrontEnd(always({ kind: 'once' }))
    const { signal } = new AbortController()
    expect(await approvals.request({ agent, toolName: 'echo', callId: 'c', signal })).toBe('unavailable')
    expect(heard.asked).toEqual([])
  })
})

describe('the hash of a question', () => {
  /** The hash of a call of a tool with these changes. */
  async function hashOf(args: unknown, callId = 'c', definition: Parameters<typeof tool>[0] = {}) {
    const { ctx, approvals, call, unregister, heard } = await bench()
    unregister()
    ctx.tools.register(tool(definition))
    approvals.addFrontEnd(always({ kind: 'deny' }))
    await call(args, { callId })
    return heard.asked[0]?.argumentsHash
  }

  test('is the same for arguments that are equal as JSON', async () => {
    const hash = await hashOf({ a: 1, b: { c: [1, { y: 1, x: 2 }], d: null } })
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashOf({ b: { d: null, c: [1, { x: 2, y: 1 }] }, a: 1 })).toBe(hash)
  })

  test('is another one for another call, tool or argument', async () => {
    const hashes = [
      await hashOf({ a: 1 }),
      await hashOf({ a: '1' }),
      await hashOf({ a: [1] }),
      await hashOf({ a: { 0: 1 } }),
      await hashOf(JSON.parse('{"__proto__":1}')),
      await hashOf({}),
      await hashOf({ a: 1 }, 'd'),
      await hashOf({ a: 1 }, 'c', { description: 'Another one.' }),
      await hashOf({ a: 1 }, 'c', { parameters: { type: 'object', properties: { a: {} } } }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
