import { text } from '@millrace/protocol'
import type { ToolRunContext } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  aborted,
  contextOf,
  failed,
  forged,
  inputFor,
  settle,
  setup,
  succeeded,
  tool,
} from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

describe('deferContext', () => {
  verifies(['contract:F2'], 'adds contexts to a success, in the order of the calls', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => {
        exec.deferContext(contextOf('one', { n: 1 }))
        await Promise.resolve()
        exec.deferContext(contextOf('two'))
        exec.deferContext(contextOf('one', { n: 1 }))
        return 1
      },
    })
    expect(succeeded(await call()).additionalContexts).toEqual([
      contextOf('one', { n: 1 }),
      contextOf('two'),
      contextOf('one', { n: 1 }),
    ])
  })

  verifies(['contract:F2'], 'adds contexts to an error of the tool', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => {
        exec.deferContext(contextOf('why'))
        throw new Error('broken')
      },
    })
    expect(failed(await call()).additionalContexts).toEqual([contextOf('why')])
  })

  verifies(['contract:F2', 'contract:V1'], 'adds contexts to an invalid output', async () => {
    const { call } = await setup({ execute: async (_args, exec) => exec.deferContext(contextOf('why')) })
    expect(failed(await call()).additionalContexts).toEqual([contextOf('why')])
  })

  verifies(['contract:F2', 'contract:Z3'], 'adds contexts to an aborted call', async () => {
    const controller = new AbortController()
    const { call } = await setup({
      execute: async (_args, exec) => (exec.deferContext(contextOf('why')), controller.abort(), 1),
    })
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual({
      ...aborted,
      additionalContexts: [contextOf('why')],
    })
  })

  verifies(['contract:F2'], 'adds no key where it was not called', async () => {
    const { call } = await setup()
    expect('additionalContexts' in (await call())).toBe(false)
  })

  verifies(['contract:F2'], 'keeps the contexts of overlapping calls apart', async () => {
    const { call } = await setup({
      execute: async (args, exec) => {
        await Promise.resolve()
        exec.deferContext(contextOf(String(args)))
        return args
      },
    })
    const results = await Promise.all(['a', 'b', 'c'].map((name) => call('echo', name)))
    expect(results.map((result) => result.additionalContexts)).toEqual([
      [contextOf('a')],
      [contextOf('b')],
      [contextOf('c')],
    ])
  })

  verifies(['contract:F5'], 'works destructured and from a copy', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => {
        const { deferContext } = exec
        deferContext(contextOf('destructured'))
        const copy: ToolRunContext = { ...exec }
        copy.deferContext(contextOf('copied'))
        exec.deferContext.call(undefined, contextOf('unbound'))
        return 1
      },
    })
    expect((await call()).additionalContexts).toEqual([
      contextOf('destructured'),
      contextOf('copied'),
      contextOf('unbound'),
    ])
  })

  verifies(
    ['contract:F5'],
    'after the end of the call is reported by the logger, and changes nothing',
    async () => {
      let late = (): void => undefined
      const { call, logs } = await setup({
        execute: async (_args, exec) => {
          late = () => exec.deferContext(contextOf('too late'))
          return 1
        },
      })
      const result = await call()
      const before = logs.length
      late()
      await settle()
      expect(logs.length - before).toBe(1)
      expect('additionalContexts' in result).toBe(false)
      late()
      late()
      await settle()
      expect(logs.length - before).toBe(1)
    },
  )
})

describe('concludeTurn', () => {
  verifies(['contract:F3'], 'marks a success', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => (exec.concludeTurn(), exec.concludeTurn(), 1),
    })
    expect(succeeded(await call()).concludesTurn).toBe(true)
  })

  verifies(['contract:F3'], 'adds no key where it was not called', async () => {
    const { call } = await setup()
    expect('concludesTurn' in (await call())).toBe(false)
  })

  verifies(['contract:F3'], 'does not mark a failure', async () => {
    const { call } = await setup({
      execute: async (_args, exec) => {
        exec.concludeTurn()
        throw new Error('broken')
      },
    })
    expect('concludesTurn' in (await call())).toBe(false)
  })

  verifies(['contract:F3'], 'does not mark a cancelled call', async () => {
    const controller = new AbortController()
    const { call } = await setup({
      execute: async (_args, exec) => (exec.concludeTurn(), controller.abort(), 1),
    })
    expect(await call('echo', {}, { signal: controller.signal })).toStrictEqual(aborted)
  })

  verifies(['contract:F3', 'contract:D1'], 'survives a review that accepts, replaced or not', async () => {
    const { ctx, call } = await setup({ execute: async (_args, exec) => (exec.concludeTurn(), 1) })
    ctx.on('tools/post-execute', async () => ({ kind: 'accept', content: [text('short')] }))
    expect(succeeded(await call()).concludesTurn).toBe(true)
  })

  verifies(['contract:F3'], 'is handed on by a composite that calls it itself', async () => {
    const { ctx, call } = await setup({ execute: async (_args, exec) => (exec.concludeTurn(), 'inner') })
    ctx.tools.register(
      tool({
        name: 'outer',
        execute: async (args, exec) => {
          const inner = await ctx.tools.execute(
            inputFor('echo', {}, { parent: exec.token, rootCallId: exec.rootCallId, signal: exec.signal }),
          )
          if (args === 'forward' && inner.concludesTurn) exec.concludeTurn()
          return succeeded(inner).value
        },
      }),
    )
    expect(succeeded(await call('outer', 'forward')).concludesTurn).toBe(true)
    expect('concludesTurn' in (await call('outer', 'keep'))).toBe(false)
  })

  verifies(['contract:F5'], 'works destructured and from a copy', async () => {
    const { call } = await setup({
      execute: async (args, exec) => {
        if (args === 'copy') ({ ...exec }).concludeTurn()
        const { concludeTurn } = exec
        if (args === 'destructured') concludeTurn()
        return 1
      },
    })
    expect(succeeded(await call('echo', 'copy')).concludesTurn).toBe(true)
    expect(succeeded(await call('echo', 'destructured')).concludesTurn).toBe(true)
    expect('concludesTurn' in (await call('echo', 'neither'))).toBe(false)
  })

  verifies(
    ['contract:F5'],
    'after the end of the call is reported by the logger, and changes nothing',
    async () => {
      let late = (): void => undefined
      const { call, logs } = await setup({
        execute: async (_args, exec) => ((late = () => exec.concludeTurn()), 1),
      })
      const result = await call()
      const before = logs.length
      late()
      await settle()
      expect(logs.length - before).toBe(1)
      expect('concludesTurn' in result).toBe(false)
    },
  )
})

describe('a context', () => {
  verifies(['contract:F2', 'contract:V3'], 'is copied: changing it later changes nothing', async () => {
    const context = contextOf('before')
    const { call } = await setup({
      execute: async (_args, exec) => (exec.deferContext(context), 1),
    })
    const result = await call()
    context.content = 'after'
    expect(result.additionalContexts).toEqual([contextOf('before')])
  })

  for (const [what, context] of [
    ['undefined', undefined],
    ['a function', () => 1],
    ['a bigint', 1n],
  ] as const) {
    verifies(['contract:V3'], `that is ${what} never leaves the pipeline`, async () => {
      const { call } = await setup({
        execute: async (_args, exec) => (exec.deferContext(forged(context)), 1),
      })
      expect(failed(await call()).content).toHaveLength(1)
    })
  }
})
