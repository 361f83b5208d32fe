import { text } from '@millrace/protocol'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectReadOnce, observed } from './support/frozen.ts'
import { contextOf, failed, forged, output, setup, succeeded } from './support/setup.ts'

describe('a plugin’s object is read once, so that it cannot answer twice', () => {
  verifies(['security:J2', 'contract:K3'], 'as arguments', async () => {
    const reads: string[] = []
    const { call } = await setup()
    succeeded(await call('echo', observed({ a: 1, b: observed({ c: 2 }, reads) }, reads)))
    expectReadOnce(reads)
    expect(reads.toSorted()).toEqual(['a', 'b', 'c'])
  })

  verifies(['security:J2', 'contract:V1'], 'as the body’s value', async () => {
    const reads: string[] = []
    const { call } = await setup({
      execute: async () => observed({ a: 1, b: [observed({ c: 2 }, reads)] }, reads),
    })
    expect(succeeded(await call()).value).toEqual({ a: 1, b: [{ c: 2 }] })
    expectReadOnce(reads)
  })

  verifies(
    ['security:J2', 'contract:V1'],
    'as a value that shows another face on the second look',
    async () => {
      let looks = 0
      const twoFaced = {
        get n(): unknown {
          looks += 1
          return looks === 1 ? 1 : 'forged'
        },
      }
      const schema = { type: 'object' as const, properties: { n: { type: 'number' as const } } }
      const { call } = await setup({ output: output({ schema }), execute: async () => twoFaced })
      const result = succeeded(await call())
      expect(result.value).toEqual({ n: 1 })
      expect(result.content).toEqual([{ type: 'text', text: '{"n":1}' }])
      expect(looks).toBe(1)
    },
  )

  verifies(['security:J2', 'contract:V1'], 'as rendered content and meta', async () => {
    const reads: string[] = []
    const { call } = await setup({
      output: output({
        render: () => [observed(text('x'), reads)],
        presentationMeta: () => observed({ m: 1 }, reads),
      }),
    })
    succeeded(await call())
    expectReadOnce(reads)
    expect(reads.toSorted()).toEqual(['m', 'text', 'type'])
  })

  verifies(['security:J2', 'contract:O1'], 'as a decision before the call', async () => {
    const reads: string[] = []
    const { ctx, call } = await setup()
    ctx.on('tools/pre-execute', async () => observed({ kind: 'deny' as const, reason: 'no' }, reads))
    expect(failed(await call()).error.message).toBe('no')
    expectReadOnce(reads)
  })

  verifies(['security:J2', 'contract:F6'], 'as a decision before the call that is traced', async () => {
    const reads: string[] = []
    const { ctx, call } = await setup()
    ctx.on('tools/trace', () => undefined)
    ctx.on('tools/pre-execute', async () => observed({ kind: 'deny' as const, reason: 'no' }, reads))
    failed(await call())
    expectReadOnce(reads)
  })

  verifies(['security:J2', 'contract:W7'], 'as a success that a wrapper made up', async () => {
    const reads: string[] = []
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async () =>
      observed(
        {
          isError: false as const,
          value: observed({ v: 1 }, reads),
          content: [],
          additionalContexts: [contextOf('c')],
        },
        reads,
      ),
    )
    expect(succeeded(await call()).value).toEqual({ v: 1 })
    expectReadOnce(reads)
  })

  verifies(['security:J2', 'contract:W7'], 'as a failure that a wrapper made up', async () => {
    const reads: string[] = []
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async () =>
      observed(
        {
          isError: true as const,
          error: { message: 'm', info: { name: 'E', code: 'C' } },
          content: [text('c')],
          meta: 1,
          additionalContexts: [contextOf('c')],
        },
        reads,
      ),
    )
    failed(await call())
    expectReadOnce(reads)
  })

  const decisions: [string, Record<string, unknown>][] = [
    ['content', { kind: 'accept', content: [text('x')], additionalContexts: [contextOf('c')] }],
    ['a value', { kind: 'accept', value: 2, additionalContexts: [contextOf('c')] }],
    ['a block', { kind: 'block', feedback: [text('no')], additionalContexts: [contextOf('c')] }],
  ]
  for (const [what, decision] of decisions) {
    verifies(['security:J2', 'contract:D1', 'contract:D2'], `as a review with ${what}`, async () => {
      const reads: string[] = []
      const { ctx, call } = await setup()
      ctx.on('tools/post-execute', async () => forged(observed(decision, reads)))
      const result = await call()
      expect(result.additionalContexts).toEqual([contextOf('c')])
      expect(reads).toContain('kind')
      expectReadOnce(reads)
    })

    verifies(['security:J2', 'contract:F6'], `as a review with ${what} that is traced`, async () => {
      const reads: string[] = []
      const { ctx, call } = await setup()
      ctx.on('tools/trace', () => undefined)
      ctx.on('tools/post-execute', async () => forged(observed(decision, reads)))
      await call()
      expect(reads).toContain('kind')
      expectReadOnce(reads)
    })
  }

  verifies(['security:J2', 'contract:F2'], 'as a deferred context', async () => {
    const reads: string[] = []
    const { call } = await setup({
      execute: async (_args, exec) => (exec.deferContext(observed(contextOf('c'), reads)), 1),
    })
    expect((await call()).additionalContexts).toEqual([contextOf('c')])
    expectReadOnce(reads)
  })

  verifies(['security:J2', 'contract:F1'], 'as finalized content', async () => {
    const reads: string[] = []
    const { call } = await setup({ finalizeContent: () => [observed(text('x'), reads)] })
    expect((await call()).content).toEqual([{ type: 'text', text: 'x' }])
    expectReadOnce(reads)
  })

  verifies(['security:J2', 'contract:W6'], 'as a thrown error', async () => {
    const reads: string[] = []
    const { call } = await setup({
      execute: async () => {
        throw observed({ message: 'm' }, reads)
      },
    })
    expect(failed(await call()).error.message).toBe('m')
    expectReadOnce(reads)
  })
})
