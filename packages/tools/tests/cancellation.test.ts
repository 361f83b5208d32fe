import { text } from '@millrace/protocol'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import {
  aborted,
  abortedBeforeDispatch,
  contextOf,
  failed,
  gate,
  output,
  setup,
  succeeded,
} from './support/setup.ts'
import { recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

describe('an abort before the body', () => {
  verifies(
    ['contract:Z1', 'contract:Z2'],
    'during policy ends the call before the guards, reviewed',
    async () => {
      const controller = new AbortController()
      const { ctx, body, call } = await setup()
      const ran = recordStages(ctx)
      ctx.on('tools/pre-execute', (_exec, next) => (controller.abort(), next()))
      expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
      expect(ran).toEqual(['pre-execute', 'post-execute', 'result'])
      expect(body).not.toHaveBeenCalled()
    },
  )

  verifies(['contract:Z2'], 'during the guards ends the call before the wrappers, reviewed', async () => {
    const controller = new AbortController()
    const { ctx, body, call } = await setup()
    const ran = recordStages(ctx)
    ctx.tools.guard(() => (controller.abort(), undefined))
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
    expect(ran).toEqual(['pre-execute', 'guard', 'post-execute', 'result'])
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:Z1', 'contract:Z2'], 'during a wrapper keeps the body from starting', async () => {
    const controller = new AbortController()
    const { ctx, body, call } = await setup()
    const seen: unknown[] = []
    ctx.on('tools/execute', async (_exec, next) => {
      controller.abort()
      const result = await next()
      seen.push(result)
      return result
    })
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
    expect(seen).toEqual([abortedBeforeDispatch])
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:Z7'], 'by a wrapper’s own aborted signal skips the body, and is reviewed', async () => {
    const { ctx, body, call } = await setup()
    const ran = recordStages(ctx)
    ctx.on('tools/execute', (exec, next) => {
      exec.signal = AbortSignal.abort()
      return next()
    })
    expect(await call()).toStrictEqual(abortedBeforeDispatch)
    expect(body).not.toHaveBeenCalled()
    expect(ran).toEqual(['pre-execute', 'guard', 'execute', 'post-execute', 'result'])
  })

  verifies(
    ['contract:Z2', 'contract:Z1'],
    'replaces the success that a wrapper made up without the body',
    async () => {
      const controller = new AbortController()
      const { ctx, call } = await setup()
      ctx.on('tools/execute', async () => {
        controller.abort()
        return { isError: false, value: 1, content: [] }
      })
      expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
    },
  )

  verifies(
    ['contract:Z2', 'contract:Z1'],
    'during the review of a call without a body says so, too',
    async () => {
      const controller = new AbortController()
      const { ctx, call } = await setup()
      ctx.on('tools/execute', async () => ({ isError: false, value: 1, content: [] }))
      ctx.on('tools/post-execute', (_exec, _result, next) => (controller.abort(), next()))
      expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
    },
  )
})

describe('an abort after the body started', () => {
  verifies(['contract:Z1', 'contract:Z2'], 'replaces a success of the body', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup({ execute: async () => (controller.abort(), 'done') })
    const ran = recordStages(ctx)
    const result = await call('echo', {}, { signal: controller.signal })
    expect(result).toStrictEqual(aborted)
    expect(ran).toEqual(['pre-execute', 'guard', 'execute', 'post-execute', 'result'])
    expectSealed(result)
  })

  verifies(['contract:Z2'], 'in a wrapper behind the body replaces the success', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async (_exec, next) => {
      const result = await next()
      controller.abort()
      return result
    })
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(aborted)
  })

  verifies(
    ['contract:Z2'],
    'by a wrapper’s signal replaces the success, already for the wrapper',
    async () => {
      const limit = new AbortController()
      const { ctx, call } = await setup({ execute: async () => (limit.abort(), 'done') })
      const seen: unknown[] = []
      ctx.on('tools/execute', async (exec, next) => {
        exec.signal = limit.signal
        const result = await next()
        seen.push(result)
        return result
      })
      expect(await call()).toStrictEqual(aborted)
      expect(seen).toEqual([aborted])
    },
  )

  verifies(['contract:Z2'], 'during the review replaces the success', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', (_exec, _result, next) => (controller.abort(), next()))
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(aborted)
  })

  verifies(['contract:Z2'], 'but only after the result was announced changes nothing', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/result', () => (controller.abort(), undefined))
    succeeded(await call('echo', {}, { signal: controller.signal }))
  })
})

describe('what an abort leaves alone', () => {
  verifies(['contract:Z3'], 'a denial by policy', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/pre-execute', async () => {
      controller.abort()
      return { kind: 'deny', reason: 'denied first' }
    })
    expect(failed(await call('echo', {}, { signal: controller.signal })).error.message).toBe('denied first')
  })

  verifies(['contract:Z3'], 'a denial by a guard', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.tools.guard(() => (controller.abort(), 'guarded'))
    expect(failed(await call('echo', {}, { signal: controller.signal })).error.message).toBe('guarded')
  })

  verifies(['contract:Z3', 'contract:Z6'], 'an error of the tool itself', async () => {
    const controller = new AbortController()
    const { call } = await setup({
      execute: async () => {
        controller.abort()
        throw new Error('stopped half way, 3 of 5 written')
      },
    })
    const result = failed(await call('echo', {}, { signal: controller.signal }))
    expect(result.error).toStrictEqual({ message: 'stopped half way, 3 of 5 written' })
  })

  verifies(['contract:Z3'], 'an error of a wrapper', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async (_exec, next) => {
      await next()
      controller.abort()
      throw new Error('wrapper broke')
    })
    expect(failed(await call('echo', {}, { signal: controller.signal })).error.message).toBe('wrapper broke')
  })

  verifies(['contract:Z3', 'contract:W7'], 'a failure that a wrapper returned', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async () => {
      controller.abort()
      return { isError: true, error: { message: 'breaker open' }, content: [text('wait')] }
    })
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual({
      isError: true,
      error: { message: 'breaker open' },
      content: [{ type: 'text', text: 'wait' }],
    })
  })

  verifies(['contract:Z3'], 'an error of a reviewer', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', async () => {
      controller.abort()
      throw new Error('review broke')
    })
    expect(failed(await call('echo', {}, { signal: controller.signal })).error.message).toBe('review broke')
  })

  verifies(['contract:Z3', 'contract:D2'], 'a block', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', async () => {
      controller.abort()
      return { kind: 'block', feedback: [text('blocked')] }
    })
    expect(failed(await call('echo', {}, { signal: controller.signal })).error.message).toBe('blocked')
  })
})

describe('the replacement of a success', () => {
  verifies(
    ['contract:Z3', 'contract:F2', 'contract:F3'],
    'keeps contexts and drops value, meta and conclusion',
    async () => {
      const controller = new AbortController()
      const { call } = await setup({
        output: output({ presentationMeta: () => ({ shown: true }) }),
        execute: async (_args, exec) => {
          exec.deferContext(contextOf('half way'))
          exec.concludeTurn()
          controller.abort()
          return 'done'
        },
      })
      const result = await call('echo', {}, { signal: controller.signal })
      expect(result).toStrictEqual({ ...aborted, additionalContexts: [contextOf('half way')] })
    },
  )

  verifies(['contract:Z3', 'contract:D3'], 'keeps the reviewer’s contexts as well', async () => {
    const controller = new AbortController()
    const { ctx, call } = await setup({
      execute: async (_args, exec) => (exec.deferContext(contextOf('tool')), 'done'),
    })
    ctx.on('tools/post-execute', async () => {
      controller.abort()
      return { kind: 'accept', content: [text('replaced')], additionalContexts: [contextOf('review')] }
    })
    const result = await call('echo', {}, { signal: controller.signal })
    expect(result).toStrictEqual({ ...aborted, additionalContexts: [contextOf('tool'), contextOf('review')] })
  })
})

describe('a body that has started', () => {
  verifies(['contract:Z6'], 'is awaited to its end, however long it ignores the abort', async () => {
    const controller = new AbortController()
    const started = gate()
    const work = gate<string>()
    const { call } = await setup({ execute: () => (started.open(), work.promise) })
    const done = vi.fn()
    const running = call('echo', {}, { signal: controller.signal })
    void running.then(done)
    await started.promise
    controller.abort()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(done).not.toHaveBeenCalled()
    work.open('finished')
    expect(await running).toStrictEqual(aborted)
  })

  verifies(['contract:Z6', 'contract:Z5'], 'is awaited when only a wrapper’s signal aborted', async () => {
    const started = gate()
    const work = gate<string>()
    const limit = new AbortController()
    const { ctx, call } = await setup({ execute: () => (started.open(), work.promise) })
    ctx.on('tools/execute', (exec, next) => {
      exec.signal = limit.signal
      return next()
    })
    const done = vi.fn()
    const running = call()
    void running.then(done)
    await started.promise
    limit.abort()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(done).not.toHaveBeenCalled()
    work.open('finished')
    expect(await running).toStrictEqual(aborted)
  })
})
