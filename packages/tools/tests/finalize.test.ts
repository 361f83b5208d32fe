import { text, type ContentBlock } from '@millrace/protocol'
import type { ToolDefinition, ToolExecution, ToolExecutionResult } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed, thawedPath } from './support/frozen.ts'
import {
  agentNamed,
  approve,
  contextOf,
  failed,
  forged,
  inputFor,
  output,
  setup,
  succeeded,
  tool,
  type Bench,
} from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

type Finalizer = NonNullable<ToolDefinition['finalizeContent']>

function spy(content?: ContentBlock[]) {
  return vi.fn((_exec: Readonly<ToolExecution>, _result: Readonly<ToolExecutionResult>) => content)
}

/** Every way in which a call of a visible tool can end. */
const endings: {
  how: string
  arrange?: (bench: Bench) => void
  definition?: Partial<ToolDefinition>
  args?: unknown
  signal?: AbortSignal
}[] = [
  { how: 'a success' },
  {
    how: 'an error of the body',
    definition: {
      execute: async () => {
        throw new Error('broken')
      },
    },
  },
  { how: 'an invalid output', definition: { execute: async () => undefined } },
  { how: 'lossy arguments', args: undefined },
  { how: 'an abort beforehand', signal: AbortSignal.abort() },
  {
    how: 'a denial',
    arrange: ({ ctx }) => void ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'r' })),
  },
  {
    how: 'a rejected approval',
    arrange: ({ ctx }) => {
      approve(ctx, () => 'rejected')
      ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
    },
  },
  { how: 'a guard', arrange: ({ ctx }) => void ctx.tools.guard(() => 'r') },
  {
    how: 'a policy that throws',
    arrange: ({ ctx }) =>
      void ctx.on('tools/pre-execute', () => {
        throw new Error('p')
      }),
  },
  {
    how: 'a guard that throws',
    arrange: ({ ctx }) =>
      void ctx.tools.guard(() => {
        throw new Error('g')
      }),
  },
  {
    how: 'a wrapper that throws',
    arrange: ({ ctx }) =>
      void ctx.on('tools/execute', () => {
        throw new Error('w')
      }),
  },
  {
    how: 'a wrapper that returns nothing',
    arrange: ({ ctx }) => void ctx.on('tools/execute', async () => forged(undefined)),
  },
  {
    how: 'a reviewer that throws',
    arrange: ({ ctx }) =>
      void ctx.on('tools/post-execute', () => {
        throw new Error('r')
      }),
  },
  {
    how: 'a block',
    arrange: ({ ctx }) =>
      void ctx.on('tools/post-execute', async () => ({ kind: 'block', feedback: [text('no')] })),
  },
  {
    how: 'a review that is malformed',
    arrange: ({ ctx }) => void ctx.on('tools/post-execute', async () => forged({})),
  },
  {
    how: 'a result that is lossy',
    arrange: ({ ctx }) =>
      void ctx.on('tools/post-execute', async () => ({
        kind: 'accept',
        content: forged([{ type: 'text', text: 1n }]),
      })),
  },
]

describe('finalizeContent', () => {
  for (const { how, arrange, definition, signal, ...rest } of endings) {
    verifies(['contract:F1'], `runs exactly once after ${how}`, async () => {
      const finalizeContent = spy([text('last word')])
      const bench = await setup({ ...definition, finalizeContent })
      arrange?.(bench)
      const args = 'args' in rest ? rest.args : {}
      const overrides = { agent: agentNamed('a'), ...(signal ? { signal } : {}) }
      const result = await bench.tools.execute(inputFor('echo', args, overrides))
      expect(finalizeContent).toHaveBeenCalledTimes(1)
      expect(result.content).toEqual([text('last word')])
      expectSealed(result)
    })
  }

  verifies(
    ['contract:F1', 'contract:V3'],
    'sees the materialised candidate: complete, lossless, frozen',
    async () => {
      const finalizeContent = spy()
      const { call } = await setup({
        finalizeContent,
        output: output({ presentationMeta: () => 'm' }),
        execute: async (args, exec) => (exec.deferContext(contextOf('c')), exec.concludeTurn(), args),
      })
      const result = await call('echo', { n: 1 })
      const [exec, candidate] = finalizeContent.mock.calls[0]!
      expect(candidate).toStrictEqual(result)
      expect(thawedPath(candidate)).toBeUndefined()
      expect(exec).toMatchObject({ name: 'echo', arguments: { n: 1 } })
    },
  )

  verifies(['contract:F1'], 'keeps the content by returning undefined', async () => {
    const { call } = await setup({ finalizeContent: spy() })
    expect((await call('echo', 1)).content).toEqual([{ type: 'text', text: '1' }])
  })

  verifies(['contract:F1'], 'changes the content and nothing else', async () => {
    const { call } = await setup({
      finalizeContent: spy([text('short')]),
      output: output({ presentationMeta: () => 'm' }),
      execute: async (args, exec) => (exec.deferContext(contextOf('c')), exec.concludeTurn(), args),
    })
    expect(await call('echo', { n: 1 })).toStrictEqual({
      isError: false,
      value: { n: 1 },
      content: [{ type: 'text', text: 'short' }],
      meta: 'm',
      concludesTurn: true,
      additionalContexts: [contextOf('c')],
    })
  })

  verifies(['contract:F1'], 'keeps the error of a failure', async () => {
    const { ctx, call } = await setup({ finalizeContent: spy([text('short')]) })
    ctx.tools.guard(() => 'the reason')
    expect(failed(await call()).error).toStrictEqual({ message: 'the reason' })
  })

  verifies(['contract:F1'], 'cannot change the candidate in place', async () => {
    const finalizeContent: Finalizer = (_exec, result) => {
      for (const key of ['value', 'content', 'isError', 'meta']) Reflect.set(result, key, 'forged')
      Reflect.set(result.content, 'length', 0)
      return undefined
    }
    const { call } = await setup({ finalizeContent })
    expect(await call('echo', 1)).toStrictEqual({
      isError: false,
      value: 1,
      content: [{ type: 'text', text: '1' }],
    })
  })

  verifies(['contract:F1'], 'that throws gives the result its error, and is not asked again', async () => {
    const finalizeContent = vi.fn<Finalizer>(() => {
      throw new Error('cannot finish')
    })
    const { ctx, call } = await setup({ finalizeContent })
    const seen = observeResults(ctx)
    const result = failed(await call())
    expect(result).toStrictEqual({
      isError: true,
      error: { message: 'cannot finish' },
      content: [{ type: 'text', text: 'Error: cannot finish' }],
    })
    expect(finalizeContent).toHaveBeenCalledTimes(1)
    expect(seen.map((entry) => entry.result)).toEqual([result])
  })

  const returned: [string, unknown][] = [
    ['null', null],
    ['a text', 'words'],
    ['an object', {}],
    ['a promise', Promise.resolve([])],
    ['lossy blocks', [{ type: 'text', text: undefined }]],
  ]
  for (const [what, value] of returned) {
    verifies(
      ['contract:F1', 'contract:V3'],
      `that returns ${what} gives an error, and is not asked again`,
      async () => {
        const finalizeContent = vi.fn<Finalizer>(() => forged(value))
        const { call } = await setup({ finalizeContent })
        const result = failed(await call())
        expectSealed(result)
        expect(finalizeContent).toHaveBeenCalledTimes(1)
      },
    )
  }

  verifies(['contract:F1'], 'that rejects leaves no stray rejection', async () => {
    const { call } = await setup({ finalizeContent: () => forged(Promise.reject(new Error('late'))) })
    expectSealed(failed(await call()))
  })
})

describe('the finalizer of a call', () => {
  verifies(['contract:F1'], 'is the one from before the arguments were read', async () => {
    const [early, late] = [spy([text('early')]), spy([text('late')])]
    const definition = tool({ name: 'swap', finalizeContent: early })
    const { ctx } = await setup()
    ctx.tools.register(definition)
    const input = Object.defineProperty(inputFor('swap', {}), 'arguments', {
      get: () => {
        definition.finalizeContent = late
        return {}
      },
    })
    expect((await ctx.tools.execute(input)).content).toEqual([text('early')])
    expect(late).not.toHaveBeenCalled()
  })

  verifies(['contract:F1'], 'is bound to its definition', async () => {
    const receivers: unknown[] = []
    const definition = tool({
      name: 'bound',
      finalizeContent(this: unknown) {
        receivers.push(this)
        return undefined
      },
    })
    const { ctx, call } = await setup()
    ctx.tools.register(definition)
    succeeded(await call('bound'))
    expect(receivers).toHaveLength(1)
    expect(receivers[0]).toBe(definition)
  })

  verifies(['contract:F1'], 'runs even when the tool was unregistered meanwhile', async () => {
    const finalizeContent = spy([text('still here')])
    const { ctx, call } = await setup()
    const remove = ctx.tools.register(tool({ name: 'brief', finalizeContent }))
    ctx.on('tools/pre-execute', (_exec, next) => (remove(), next()))
    const result = await call('brief')
    expect(finalizeContent).toHaveBeenCalledTimes(1)
    expect(result.content).toEqual([text('still here')])
  })

  verifies(['contract:F1', 'contract:R5'], 'is that of the definition which the agent sees', async () => {
    const finalizeContent = spy()
    const { ctx, call } = await setup({ finalizeContent })
    ctx.tools.register(tool({ name: 'other' }))
    await call('other')
    await call('missing')
    expect(finalizeContent).not.toHaveBeenCalled()
  })

  for (const [what, broken] of [
    ['a number', 42],
    ['an object', {}],
    ['null', null],
  ] as const) {
    verifies(
      ['contract:O3', 'contract:F1'],
      `that has become ${what} gives an error with a code`,
      async () => {
        const definition = tool({ name: 'broken', finalizeContent: spy() })
        const { ctx, call } = await setup()
        ctx.tools.register(definition)
        definition.finalizeContent = forged(broken)
        const result = failed(await call('broken'))
        expect(result.error.info?.code).toEqual(expect.any(String))
        expectSealed(result)
      },
    )
  }

  verifies(['contract:O3', 'contract:F1'], 'that cannot be read gives an error with a code', async () => {
    const definition = tool({ name: 'broken', finalizeContent: spy() })
    const { ctx, call } = await setup()
    ctx.tools.register(definition)
    Object.defineProperty(definition, 'finalizeContent', {
      get: () => {
        throw new Error('unreadable')
      },
    })
    const result = failed(await call('broken'))
    expect(result.error.info?.code).toEqual(expect.any(String))
    expectSealed(result)
  })
})
