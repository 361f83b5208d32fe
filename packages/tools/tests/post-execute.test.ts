import { text, type ContentBlock } from '@millrace/protocol'
import type { PostToolDecision, ToolDefinition } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { deepFrozen, expectSealed } from './support/frozen.ts'
import { contextOf, failed, forged, output, setup, succeeded, tool, type Bench } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const counting: Partial<ToolDefinition> = {
  output: output({
    schema: { type: 'number' },
    render: (_args, value) => [text(`n=${JSON.stringify(value)}`)],
    presentationMeta: (_args, value) => ({ n: value }),
  }),
  execute: async () => 1,
}

const failing: Partial<ToolDefinition> = {
  execute: async () => {
    throw new Error('tool failed')
  },
}

/** A bench whose review always decides the same. */
async function reviewed(decision: unknown, definition: Partial<ToolDefinition> = counting): Promise<Bench> {
  const bench = await setup(definition)
  bench.ctx.on('tools/post-execute', async () => forged(decision))
  return bench
}

describe('accept', () => {
  verifies(['contract:D1'], 'keeps everything', async () => {
    const { call } = await reviewed({ kind: 'accept' })
    expect(await call()).toStrictEqual({
      isError: false,
      value: 1,
      content: [{ type: 'text', text: 'n=1' }],
      meta: { n: 1 },
    })
  })

  verifies(['contract:D1'], 'is what next() says when nobody objects', async () => {
    const { ctx, call } = await setup()
    const said: PostToolDecision[] = []
    ctx.on('tools/post-execute', async (_exec, _result, next) => {
      const decision = await next()
      said.push(decision)
      return decision
    })
    succeeded(await call())
    expect(said).toEqual([{ kind: 'accept' }])
  })

  verifies(['contract:D1'], 'with content replaces the content only', async () => {
    const { call } = await reviewed({ kind: 'accept', content: [text('short')] })
    expect(await call()).toStrictEqual({
      isError: false,
      value: 1,
      content: [{ type: 'text', text: 'short' }],
      meta: { n: 1 },
    })
  })

  verifies(['contract:D1'], 'with content on a failure keeps the error', async () => {
    const { call } = await reviewed({ kind: 'accept', content: [text('softer')] }, failing)
    expect(await call()).toStrictEqual({
      isError: true,
      error: { message: 'tool failed' },
      content: [{ type: 'text', text: 'softer' }],
    })
  })

  verifies(['contract:D1'], 'with a value validates, renders and measures anew', async () => {
    const { call } = await reviewed({ kind: 'accept', value: 2 })
    expect(await call()).toStrictEqual({
      isError: false,
      value: 2,
      content: [{ type: 'text', text: 'n=2' }],
      meta: { n: 2 },
    })
  })

  verifies(['contract:D1', 'contract:V1'], 'with a value is held to the schema', async () => {
    const { call } = await reviewed({ kind: 'accept', value: 'two' })
    const { error } = failed(await call())
    expect(error.info).toEqual({ name: 'ToolOutputError', code: 'INVALID_TOOL_OUTPUT' })
    expect(error.message).toContain('"value" must be a')
  })

  verifies(['contract:D1'], 'with a value cannot turn a failure around', async () => {
    const { call } = await reviewed({ kind: 'accept', value: 2 }, failing)
    const { error } = failed(await call())
    expect(error.message).toBe('tools/post-execute cannot replace the value of a failed result')
  })

  for (const decision of [
    { kind: 'accept', value: 2, content: [text('x')] },
    { kind: 'accept', value: 2, content: undefined },
    { kind: 'accept', value: undefined, content: [text('x')] },
    { kind: 'accept', value: undefined, content: undefined },
  ]) {
    verifies(['contract:D1'], `with the keys of both is refused: ${JSON.stringify(decision)}`, async () => {
      const { call } = await reviewed(decision)
      expect(failed(await call()).error.message).toBe(
        'tools/post-execute accept decision cannot replace both value and content',
      )
    })
  }

  verifies(['contract:D4'], 'with a value, for a tool that has gone, is an unknown tool', async () => {
    const { ctx, call } = await setup()
    const remove = ctx.tools.register(tool({ name: 'brief' }))
    ctx.on('tools/post-execute', async () => {
      remove()
      return { kind: 'accept', value: 2 }
    })
    expect(failed(await call('brief')).error.info?.code).toBe('UNKNOWN_TOOL')
  })
})

describe('block', () => {
  verifies(['contract:D2'], 'turns the feedback into a failure without a value', async () => {
    const { call } = await reviewed({ kind: 'block', feedback: [text('contains a secret')] })
    const result = failed(await call())
    expect(Object.keys(result).toSorted()).toEqual(['content', 'error', 'isError'])
    expect(result.error.message).toBe('contains a secret')
    expect(result.content).toEqual([{ type: 'text', text: 'contains a secret' }])
    expectSealed(result)
  })

  verifies(['contract:D2'], 'names blocks that are no text', async () => {
    const image: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' }
    const { call } = await reviewed({ kind: 'block', feedback: [text('see'), image, text('there')] })
    const { error, content } = failed(await call())
    expect(error.message).toMatch(/^see\s*\[image content\]\s*there$/)
    expect(content).toEqual([text('see'), image, text('there')])
  })

  verifies(['contract:D2'], 'without feedback says who blocked', async () => {
    const { call } = await reviewed({ kind: 'block', feedback: [] })
    expect(failed(await call()).error.message).toBe('tool result blocked by post-execute policy')
  })

  verifies(['contract:D2', 'contract:F3'], 'of a concluding success does not conclude the turn', async () => {
    const { call } = await reviewed(
      { kind: 'block', feedback: [text('no')] },
      { execute: async (_args, exec) => (exec.concludeTurn(), 1) },
    )
    expect('concludesTurn' in (await call())).toBe(false)
  })

  verifies(['contract:D2'], 'replaces a failure as well', async () => {
    const { call } = await reviewed({ kind: 'block', feedback: [text('hidden')] }, failing)
    expect(failed(await call()).error.message).toBe('hidden')
  })
})

describe('contexts of a review', () => {
  const deferring: Partial<ToolDefinition> = {
    execute: async (_args, exec) => (exec.deferContext(contextOf('tool')), 1),
  }

  verifies(['contract:D3', 'contract:F2'], 'follow those of the tool and of the wrapper', async () => {
    const { ctx, call } = await setup(deferring)
    ctx.on('tools/execute', async (_exec, next) => {
      const result = await next()
      return { ...result, additionalContexts: [...(result.additionalContexts ?? []), contextOf('wrapper')] }
    })
    ctx.on('tools/post-execute', async () => ({ kind: 'accept', additionalContexts: [contextOf('review')] }))
    expect((await call()).additionalContexts).toEqual([
      contextOf('tool'),
      contextOf('wrapper'),
      contextOf('review'),
    ])
  })

  verifies(['contract:D3', 'contract:F2'], 'are the only ones after a block', async () => {
    const { call } = await reviewed(
      { kind: 'block', feedback: [text('no')], additionalContexts: [contextOf('review')] },
      deferring,
    )
    expect((await call()).additionalContexts).toEqual([contextOf('review')])
  })

  verifies(['contract:D3', 'contract:F2'], 'of the tool are dropped by a block', async () => {
    const { call } = await reviewed({ kind: 'block', feedback: [text('no')] }, deferring)
    expect('additionalContexts' in (await call())).toBe(false)
  })

  for (const decision of [
    { kind: 'accept', additionalContexts: [] },
    { kind: 'block', feedback: [text('no')], additionalContexts: [] },
  ]) {
    verifies(['contract:D3'], `that are an empty list add no key to ${decision.kind}`, async () => {
      const { call } = await reviewed(decision)
      expect('additionalContexts' in (await call())).toBe(false)
    })
  }

  verifies(['contract:D3', 'contract:F2'], 'are added to a failure as well', async () => {
    const { call } = await reviewed(
      { kind: 'accept', additionalContexts: [contextOf('review')] },
      {
        execute: async (_args, exec) => {
          exec.deferContext(contextOf('tool'))
          throw new Error('tool failed')
        },
      },
    )
    const result = failed(await call())
    expect(result.error.message).toBe('tool failed')
    expect(result.additionalContexts).toEqual([contextOf('tool'), contextOf('review')])
  })

  verifies(['contract:D3'], 'come with replaced content and with a replaced value', async () => {
    for (const part of [{ content: [text('x')] }, { value: 2 }]) {
      const { call } = await reviewed(
        { kind: 'accept', ...part, additionalContexts: [contextOf('r')] },
        deferring,
      )
      expect((await call()).additionalContexts).toEqual([contextOf('tool'), contextOf('r')])
    }
  })
})

describe('a reviewer', () => {
  verifies(['contract:W8', 'contract:W6'], 'sees thrown errors as frozen results', async () => {
    const { ctx, call } = await setup(failing)
    const seen: unknown[] = []
    ctx.on('tools/post-execute', (_exec, result, next) => (seen.push(result, deepFrozen(result)), next()))
    await call()
    expect(seen).toEqual([
      expect.objectContaining({ isError: true, error: { message: 'tool failed' } }),
      true,
    ])
  })

  verifies(['contract:O2'], 'may ask those behind it again', async () => {
    const { ctx, call } = await setup()
    const inner = vi.fn()
    ctx.on('tools/post-execute', async (_exec, _result, next) => {
      await next()
      return next()
    })
    ctx.on('tools/post-execute', (_exec, _result, next) => (inner(), next()))
    succeeded(await call())
    expect(inner).toHaveBeenCalledTimes(2)
  })
})

describe('a review of the wrong shape', () => {
  const malformed: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['a text', 'accept'],
    ['an empty object', {}],
    ['an unknown kind', { kind: 'pass' }],
    ['a decision of another phase', { kind: 'allow' }],
    ['a boxed kind', { kind: Object('accept') }],
    ['a block without feedback', { kind: 'block' }],
    ['a block whose feedback is a text', { kind: 'block', feedback: 'no' }],
    ['content that is a text', { kind: 'accept', content: 'x' }],
    ['content that is undefined', { kind: 'accept', content: undefined }],
    ['a value that is undefined', { kind: 'accept', value: undefined }],
    ['contexts that are no list', { kind: 'accept', additionalContexts: 'x' }],
    ['an array', [{ kind: 'accept' }]],
    ['a function', () => ({ kind: 'accept' })],
  ]
  for (const [what, decision] of malformed) {
    verifies(['contract:O1'], `such as ${what} makes the call an error`, async () => {
      const { call } = await reviewed(decision)
      const result = failed(await call())
      expect(result.error.message).not.toBe('')
      expectSealed(result)
    })
  }
})
