import { text } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { describe, expect } from 'vitest'
import type { ToolExecutionResult } from '@millrace/tools'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, gate, settle, setup, succeeded } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const note = (words: string): { role: 'user'; content: string } => ({ role: 'user', content: words })

describe('a wrapper that does not wait for its body', () => {
  verifies(['contract:Z6'], 'is waited for all the same', async () => {
    const { ctx, body, call } = await setup()
    const opened = gate()
    let ended = false
    body.mockImplementation(async () => {
      await opened.promise
      ended = true
      return { n: 1 }
    })
    ctx.on('tools/execute', async (_exec, next) => {
      void next()
      return { isError: true, error: { message: 'too slow' }, content: [text('too slow')] }
    })
    const calling = call()
    await settle()
    expect(ended).toBe(false)
    opened.open()
    expect(failed(await calling).error.message).toBe('too slow')
    expect(ended).toBe(true)
  })

  verifies(['contract:Z6', 'contract:W7'], 'cannot start it once it has answered', async () => {
    const { ctx, body, call } = await setup()
    let late: (() => Promise<ToolExecutionResult>) | undefined
    ctx.on('tools/execute', async (_exec, next) => {
      late = next
      return { isError: false, value: {}, content: [] }
    })
    succeeded(await call())
    expect(failed((await late?.()) as ToolExecutionResult).error.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
    expect(body).not.toHaveBeenCalled()
  })
})

describe('a wrapper that asks for the body twice at once', () => {
  for (const returned of [0, 1]) {
    verifies(['contract:W9', 'contract:F2'], `gets the contexts of run ${returned} alone`, async () => {
      const { ctx, body, call } = await setup()
      let runs = 0
      body.mockImplementation(async (_args, exec) => {
        const run = runs++
        await settle()
        exec.deferContext(note(`from ${run}`))
        return {}
      })
      ctx.on('tools/execute', async (_exec, next) => {
        const results = await Promise.all([next(), next()])
        return results[returned] as ToolExecutionResult
      })
      expect(succeeded(await call()).additionalContexts).toEqual([note(`from ${returned}`)])
    })
  }
})

describe('what rejects where nobody waits for it', () => {
  for (const [what, arrange] of [
    [
      'a listener of tools/change',
      ({ ctx }) => void ctx.on('tools/change', () => Promise.reject(new Error('late')) as never),
    ],
    [
      'an observer of dispatches',
      ({ ctx }) => void ctx.on('internal/dispatch', () => Promise.reject(new Error('late')) as never),
    ],
    [
      'a promise that the body throws',
      ({ body }) =>
        void body.mockImplementation(async () => {
          throw Promise.reject(new Error('late'))
        }),
    ],
    [
      'a promise as context',
      ({ body }) =>
        void body.mockImplementation(async (_args, exec) => {
          exec.deferContext(Promise.reject(new Error('late')) as never)
          return {}
        }),
    ],
    [
      'a promise as signal',
      ({ ctx }) =>
        void ctx.on('tools/execute', async (exec, next) => {
          Object.assign(exec, { signal: Promise.reject(new Error('late')) })
          return next()
        }),
    ],
  ] as readonly (readonly [string, (bench: Awaited<ReturnType<typeof setup>>) => void])[]) {
    verifies(['security:P1', 'fault:B064'], `${what} leaves no stray rejection`, async () => {
      const bench = await setup()
      arrange(bench)
      bench.tools.register({ ...bench.tools.get('echo')!, name: 'another' })
      await bench.call()
      await settle()
      expect(await bench.call('missing')).toMatchObject({ isError: true })
    })
  }
})

describe('a polluted Object.prototype', () => {
  for (const key of ['value', 'writable', 'get', 'kind']) {
    verifies(['contract:O3', 'contract:O1'], `with ${key} breaks no call and allows none`, async () => {
      const { ctx, body, call } = await setup()
      ctx.on('tools/pre-execute', async () => ({}) as never)
      Object.defineProperty(Object.prototype, key, { value: 'allow', configurable: true, enumerable: false })
      try {
        failed(await call())
      } finally {
        Reflect.deleteProperty(Object.prototype, key)
      }
      expect(body).not.toHaveBeenCalled()
    })
  }
})

describe('a scope', () => {
  verifies(['contract:S1'], 'refuses a parent or a key that is no object', async () => {
    const { ctx } = await setup()
    expect(() => createScope(ctx, agentNamed('a'), { parent: null as never })).toThrow(/parent of a scope/)
    expect(() => createScope(ctx, 'a' as never)).toThrow(/key of a scope/)
  })
})
