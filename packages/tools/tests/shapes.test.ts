import { text } from '@millrace/protocol'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed, thawedPath } from './support/frozen.ts'
import { contextOf, failed, forged, output, setup, succeeded } from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const lossless = 'tool result must be losslessly JSON-serializable'

describe('a success', () => {
  verifies(['contract:V2'], 'has the keys isError, value and content, and no other', async () => {
    const { call } = await setup()
    const result = succeeded(await call('echo', { n: 1 }))
    expect(Object.keys(result).toSorted()).toEqual(['content', 'isError', 'value'])
    expect(result).toStrictEqual({
      isError: false,
      value: { n: 1 },
      content: [{ type: 'text', text: '{"n":1}' }],
    })
  })

  verifies(
    ['contract:V2', 'contract:F3'],
    'has meta, conclusion and contexts where there are some',
    async () => {
      const { call } = await setup({
        output: output({ presentationMeta: () => null }),
        execute: async (_args, exec) => {
          exec.concludeTurn()
          exec.deferContext(contextOf('c'))
          return 1
        },
      })
      expect(await call()).toStrictEqual({
        isError: false,
        value: 1,
        content: [{ type: 'text', text: '1' }],
        meta: null,
        concludesTurn: true,
        additionalContexts: [contextOf('c')],
      })
    },
  )
})

describe('a failure', () => {
  verifies(['contract:V2'], 'has the keys isError, error and content, and never a value', async () => {
    const { call } = await setup({
      execute: async () => {
        throw new Error('broken')
      },
    })
    expect(await call()).toStrictEqual({
      isError: true,
      error: { message: 'broken' },
      content: [{ type: 'text', text: 'Error: broken' }],
    })
  })

  verifies(
    ['contract:V2', 'contract:W7'],
    'made up by a wrapper loses the value that it smuggles',
    async () => {
      const { ctx, call } = await setup()
      ctx.on('tools/execute', async () =>
        forged({
          isError: true,
          error: { message: 'm' },
          content: [text('c')],
          value: 1,
          concludesTurn: true,
          extra: 2,
        }),
      )
      expect(Object.keys(await call()).toSorted()).toEqual(['content', 'error', 'isError'])
    },
  )
})

describe('the final result', () => {
  verifies(['contract:V3'], 'is frozen and the same object for the caller and every observer', async () => {
    const { ctx, call } = await setup({
      output: output({ presentationMeta: (_args, value) => ({ value }) }),
      execute: async (args, exec) => (exec.deferContext(contextOf('c', { deep: [1] })), { args }),
    })
    const [one, two] = [observeResults(ctx), observeResults(ctx)]
    const result = await call('echo', { list: [[1]] })
    expectSealed(result)
    expect(one[0]?.result).toBe(result)
    expect(two[0]?.result).toBe(result)
  })

  verifies(['contract:V3'], 'of a failure is frozen and shared as well', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    const result = await call('missing')
    expectSealed(result)
    expect(seen[0]?.result).toBe(result)
  })

  verifies(['contract:V3'], 'has no holes where content of a review is lossy', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', async () => ({
      kind: 'accept',
      content: forged([{ type: 'text', text: 'x', extra: Number.NaN }]),
    }))
    const result = failed(await call())
    expect(result.error.message).toContain(lossless)
    expect(result.content).toEqual([{ type: 'text', text: `Error: ${result.error.message}` }])
    expectSealed(result)
  })

  const lossyFailures: [string, object][] = [
    ['content', { content: [{ type: 'text', text: undefined }] }],
    ['meta', { meta: new Date(0) }],
    ['contexts', { additionalContexts: [{ role: 'user', content: 1n }] }],
    ['error info', { error: { message: 'm', info: { name: 'E', code: Symbol('c') } } }],
  ]
  for (const [what, part] of lossyFailures) {
    verifies(['contract:V3'], `is lossless where a wrapper’s failure has lossy ${what}`, async () => {
      const { ctx, call } = await setup()
      ctx.on('tools/execute', async () =>
        forged({ isError: true, error: { message: 'm' }, content: [text('c')], ...part }),
      )
      const result = failed(await call())
      expect(result.error.message).toContain(lossless)
      expectSealed(result)
    })
  }

  for (const info of [null, 'E', {}, { name: 'E' }, { name: 'E', code: 5 }]) {
    verifies(['contract:V2', 'contract:V3'], `names no error by ${JSON.stringify(info)}`, async () => {
      const { ctx, call } = await setup()
      ctx.on('tools/execute', async () =>
        forged({ isError: true, error: { message: 'm', info }, content: [] }),
      )
      const result = failed(await call())
      expect(result.error.info).not.toEqual(info)
      expectSealed(result)
    })
  }

  verifies(['contract:V3', 'contract:F2'], 'is lossless where a deferred context is lossy', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => (exec.deferContext(contextOf('c', forged(new Map()))), 1),
    })
    const result = failed(await call())
    expect(result.error.message).toContain(lossless)
    expectSealed(result)
  })

  verifies(['contract:V3', 'contract:D2'], 'is lossless where the feedback of a block is lossy', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', async () => ({
      kind: 'block',
      feedback: forged([{ type: 'text', text: 'no', at: new Date(0) }]),
    }))
    const result = failed(await call())
    expect(result.error.message).toContain(lossless)
    expectSealed(result)
  })

  verifies(['contract:V3'], 'shares no object with what a plugin still holds', async () => {
    const { ctx, call } = await setup()
    const context = contextOf('before')
    const content = [text('before')]
    ctx.on('tools/post-execute', async () => ({ kind: 'accept', content, additionalContexts: [context] }))
    const result = await call()
    context.content = 'after'
    content[0]!.text = 'after'
    expect(result.content).toEqual([{ type: 'text', text: 'before' }])
    expect(result.additionalContexts).toEqual([contextOf('before')])
    expect(thawedPath(result)).toBeUndefined()
    expect(Object.isFrozen(context)).toBe(false)
  })
})
