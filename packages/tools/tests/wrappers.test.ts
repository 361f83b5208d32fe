import { text } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { deepFrozen, expectSealed } from './support/frozen.ts'
import { contextOf, failed, forged, output, setup, succeeded, tool } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const numeric = output({
  schema: { type: 'number' },
  render: (_args, value) => [text(`n=${JSON.stringify(value)}`)],
})

describe('next() of a wrapper', () => {
  verifies(
    ['contract:O2'],
    'called again passes through every inner wrapper and the body again',
    async () => {
      let attempts = 0
      const inner = vi.fn()
      const { ctx, call } = await setup({
        execute: async () => {
          attempts += 1
          if (attempts < 3) throw new Error(`attempt ${attempts}`)
          return attempts
        },
      })
      ctx.on('tools/execute', async (_exec, next) => {
        let result = await next()
        while (result.isError) result = await next()
        return result
      })
      ctx.on('tools/execute', (_exec, next) => (inner(), next()))
      expect(succeeded(await call()).value).toBe(3)
      expect(inner).toHaveBeenCalledTimes(3)
    },
  )

  verifies(['contract:O2'], 'called twice by two wrappers multiplies the attempts', async () => {
    const { ctx, body, call } = await setup()
    for (let wrapper = 0; wrapper < 2; wrapper += 1) {
      ctx.on('tools/execute', async (_exec, next) => {
        await next()
        return next()
      })
    }
    succeeded(await call())
    expect(body).toHaveBeenCalledTimes(4)
  })

  verifies(
    ['contract:O2', 'contract:Z5'],
    'lets a time limit inside a retry watch each attempt',
    async () => {
      const { ctx, call } = await setup({
        execute: (_args, exec) =>
          new Promise((_resolve, reject) => {
            exec.signal.addEventListener('abort', () => reject(new Error('timed out')), { once: true })
          }),
      })
      const limits: AbortSignal[] = []
      ctx.on('tools/execute', async (_exec, next) => {
        await next()
        return next()
      })
      ctx.on('tools/execute', async (exec, next) => {
        const controller = new AbortController()
        const before = exec.signal
        exec.signal = controller.signal
        limits.push(controller.signal)
        setImmediate(() => controller.abort())
        const result = await next()
        exec.signal = before
        return result
      })
      expect(failed(await call()).error.message).toBe('timed out')
      expect(limits).toHaveLength(2)
      expect(limits.every((signal) => signal.aborted)).toBe(true)
    },
  )

  verifies(['contract:O2', 'contract:W7'], 'never called short-circuits', async () => {
    const { ctx, body, call } = await setup()
    const inner = vi.fn()
    ctx.on('tools/execute', async () => ({ isError: false, value: { cached: true }, content: [] }))
    ctx.on('tools/execute', (_exec, next) => (inner(), next()))
    expect(succeeded(await call()).value).toEqual({ cached: true })
    expect(inner).not.toHaveBeenCalled()
    expect(body).not.toHaveBeenCalled()
  })

  const nothings: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['a text', 'done'],
    ['a number', 7],
    ['an empty object', {}],
    ['an array', []],
    ['a function', () => ({ isError: false, value: 1, content: [] })],
    ['a result without a verdict', { value: 1, content: [] }],
    ['a verdict that is no boolean', { isError: 'false', value: 1, content: [] }],
    ['a success without a value', { isError: false, content: [] }],
    ['a failure without an error', { isError: true, content: [] }],
    ['a failure whose error has no message', { isError: true, error: {}, content: [] }],
    ['a failure whose content is no list', { isError: true, error: { message: 'm' }, content: 'c' }],
  ]
  for (const [what, returned] of nothings) {
    verifies(
      ['contract:O2', 'contract:O3'],
      `ignored by a wrapper that returns ${what} is an error`,
      async () => {
        const { ctx, body, call } = await setup()
        ctx.on('tools/execute', async () => forged(returned))
        const result = failed(await call())
        expect(typeof result.error.message).toBe('string')
        expect(Array.isArray(result.content)).toBe(true)
        expectSealed(result)
        expect(body).not.toHaveBeenCalled()
      },
    )
  }

  verifies(
    ['contract:O2'],
    'called, but its result not returned, is an error and not a silent run',
    async () => {
      const { ctx, body, call } = await setup()
      ctx.on(
        'tools/execute',
        forged(async (_exec: unknown, next: () => Promise<unknown>) => {
          await next()
        }),
      )
      failed(await call())
      expect(body).toHaveBeenCalledTimes(1)
    },
  )
})

describe('a success that a wrapper made up', () => {
  verifies(
    ['contract:W7'],
    'is rendered anew from its value; authored content and meta are ignored',
    async () => {
      const { ctx, call } = await setup({ output: numeric })
      ctx.on('tools/execute', async () => ({
        isError: false,
        value: 5,
        content: [text('authored')],
        meta: { authored: true },
        additionalContexts: [contextOf('kept')],
      }))
      expect(await call()).toStrictEqual({
        isError: false,
        value: 5,
        content: [{ type: 'text', text: 'n=5' }],
        additionalContexts: [contextOf('kept')],
      })
    },
  )

  verifies(['contract:W7'], 'gets the tool’s own meta', async () => {
    const { ctx, call } = await setup({
      output: { ...numeric, presentationMeta: (_args, value) => ({ of: value }) },
    })
    ctx.on('tools/execute', async () => ({ isError: false, value: 5, content: [], meta: 'authored' }))
    expect(succeeded(await call()).meta).toEqual({ of: 5 })
  })

  verifies(['contract:W7', 'contract:V1'], 'is held to the schema', async () => {
    const { ctx, call } = await setup({ output: numeric })
    ctx.on('tools/execute', async () => ({ isError: false, value: 'five', content: [] }))
    expect(failed(await call()).error.info).toEqual({ name: 'ToolOutputError', code: 'INVALID_TOOL_OUTPUT' })
  })

  verifies(['contract:W7'], 'as a changed copy of the real one is rendered anew as well', async () => {
    const { ctx, call } = await setup({ output: numeric, execute: async () => 5 })
    ctx.on('tools/execute', async (_exec, next) => ({ ...(await next()), content: [text('authored')] }))
    expect(succeeded(await call()).content).toEqual([{ type: 'text', text: 'n=5' }])
  })

  verifies(['contract:W7'], 'from a cache is judged by the tool of today', async () => {
    const { ctx, call } = await setup()
    let cached: ToolExecutionResult | undefined
    ctx.on('tools/execute', async (_exec, next) => (cached ??= await next()))
    const remove = ctx.tools.register(tool({ name: 'count', output: numeric, execute: async () => 5 }))
    const first = await call('count')
    expect(first.content).toEqual([{ type: 'text', text: 'n=5' }])
    remove()
    const louder = output({
      schema: { type: 'number' },
      render: (_args, value) => [text(`N=${JSON.stringify(value)}!`)],
    })
    const removeLouder = ctx.tools.register(tool({ name: 'count', output: louder }))
    expect((await call('count')).content).toEqual([{ type: 'text', text: 'N=5!' }])
    removeLouder()
    ctx.tools.register(tool({ name: 'count', output: output({ schema: { type: 'string' } }) }))
    expect(failed(await call('count')).error.info?.code).toBe('INVALID_TOOL_OUTPUT')
  })

  verifies(['contract:W7'], 'from a cache is rendered with the arguments of this call', async () => {
    const { ctx, call } = await setup({ output: output({ render: (args) => [text(JSON.stringify(args))] }) })
    let cached: ToolExecutionResult | undefined
    ctx.on('tools/execute', async (_exec, next) => (cached ??= await next()))
    await call('echo', { q: 1 })
    expect((await call('echo', { q: 2 })).content).toEqual([{ type: 'text', text: '{"q":2}' }])
  })

  verifies(
    ['contract:W7', 'contract:D4'],
    'for a tool that has gone meanwhile is an unknown tool',
    async () => {
      const { ctx, call } = await setup()
      const remove = ctx.tools.register(tool({ name: 'brief' }))
      ctx.on('tools/execute', async () => {
        remove()
        return { isError: false, value: 1, content: [] }
      })
      const { error } = failed(await call('brief'))
      expect(error.info?.code).toBe('UNKNOWN_TOOL')
      expect(error.message).toContain('unknown tool "brief"')
    },
  )
})

describe('a failure that a wrapper made up', () => {
  verifies(['contract:W7'], 'keeps error, content, meta and contexts', async () => {
    const { ctx, call } = await setup()
    const failure = {
      isError: true as const,
      error: { message: 'breaker open', info: { name: 'BreakerError', code: 'OPEN' } },
      content: [text('try in a minute')],
      meta: { until: 60 },
      additionalContexts: [contextOf('slow down')],
    }
    ctx.on('tools/execute', async () => failure)
    expect(await call()).toStrictEqual(failure)
    expect(Object.isFrozen(failure)).toBe(false)
  })
})

describe('the result that a wrapper sees', () => {
  verifies(['contract:W8'], 'is frozen throughout, for a success and for a failure', async () => {
    const { ctx, call } = await setup({
      execute: async (args) => {
        if (args === null) throw new Error('null')
        return { nested: [args] }
      },
    })
    const frozen: boolean[] = []
    ctx.on('tools/execute', async (_exec, next) => {
      const result = await next()
      frozen.push(deepFrozen(result))
      return result
    })
    succeeded(await call('echo', { a: 1 }))
    failed(await call('echo', null))
    expect(frozen).toEqual([true, true])
  })

  verifies(['contract:W8'], 'is rendered, measured and complete', async () => {
    const { ctx, call } = await setup({
      output: { ...numeric, presentationMeta: () => 'm' },
      execute: async () => 5,
    })
    const seen: unknown[] = []
    ctx.on('tools/execute', async (_exec, next) => {
      const result = await next()
      seen.push(result)
      return result
    })
    const final = await call()
    expect(seen).toStrictEqual([
      { isError: false, value: 5, content: [{ type: 'text', text: 'n=5' }], meta: 'm' },
    ])
    expect(final).toStrictEqual(seen[0])
  })
})

describe('contexts and conclusions of several attempts', () => {
  verifies(['contract:W9', 'contract:F2'], 'count from the returned attempt only', async () => {
    let attempt = 0
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        attempt += 1
        exec.deferContext(contextOf(`attempt ${attempt}`))
        if (attempt === 1) {
          exec.concludeTurn()
          throw new Error('first')
        }
        return attempt
      },
    })
    ctx.on('tools/execute', async (_exec, next) => {
      const first = await next()
      return first.isError ? next() : first
    })
    const result = succeeded(await call())
    expect(result.additionalContexts).toEqual([contextOf('attempt 2')])
    expect('concludesTurn' in result).toBe(false)
  })

  verifies(['contract:W9'], 'count from the first attempt where that one is returned', async () => {
    let attempt = 0
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        attempt += 1
        exec.deferContext(contextOf(`attempt ${attempt}`))
        if (attempt === 1) exec.concludeTurn()
        return attempt
      },
    })
    ctx.on('tools/execute', async (_exec, next) => {
      const first = await next()
      await next()
      return first
    })
    expect(await call()).toMatchObject({
      value: 1,
      additionalContexts: [contextOf('attempt 1')],
      concludesTurn: true,
    })
  })

  verifies(['contract:W7', 'contract:F3'], 'stay with a changed copy of the attempt’s result', async () => {
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        exec.deferContext(contextOf('kept'))
        exec.concludeTurn()
        return 1
      },
    })
    ctx.on('tools/execute', async (_exec, next) => ({ ...(await next()) }))
    expect(succeeded(await call())).toMatchObject({
      additionalContexts: [contextOf('kept')],
      concludesTurn: true,
    })
  })

  verifies(['contract:W9'], 'do not pass to a success that a wrapper made up after an attempt', async () => {
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        exec.deferContext(contextOf('discarded'))
        exec.concludeTurn()
        return 'discarded'
      },
    })
    ctx.on('tools/execute', async (_exec, next) => {
      await next()
      return { isError: false, value: 'made up', content: [] }
    })
    expect(await call()).toStrictEqual({
      isError: false,
      value: 'made up',
      content: [{ type: 'text', text: '"made up"' }],
    })
  })
})
