import type { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import { text } from '@millrace/protocol'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, approve, setup, succeeded } from './support/setup.ts'

/** Listens on every event of the pipeline and appends `label` and the event to `heard`. */
function listen(ctx: Context, label: string, heard: string[]): void {
  ctx.on('tools/pre-execute', (_exec, next) => (heard.push(`${label} pre-execute`), next()))
  ctx.on('tools/execute', (_exec, next) => (heard.push(`${label} execute`), next()))
  ctx.on('tools/post-execute', (_exec, _result, next) => (heard.push(`${label} post-execute`), next()))
  ctx.on('tools/result', () => void heard.push(`${label} result`) as undefined)
  ctx.on('tools/trace', () => void heard.push(`${label} trace`) as undefined)
}

const everyEvent = ['pre-execute', 'execute', 'post-execute', 'result', 'trace']

function labelled(label: string): string[] {
  return everyEvent.map((event) => `${label} ${event}`).toSorted()
}

describe('the order of one call', () => {
  verifies(
    ['contract:W1'],
    'is policy, approval, guards, wrappers, body, review, finalizer, observers',
    async () => {
      const order: string[] = []
      const { ctx, call } = await setup({
        execute: async () => (order.push('body'), 1),
        output: { schema: {}, render: () => (order.push('render'), [text('1')]) },
        finalizeContent: () => void order.push('finalize') as undefined,
      })
      approve(ctx, () => (order.push('approval'), 'allowed-once'))
      ctx.on('tools/pre-execute', async () => (order.push('pre-execute'), { kind: 'ask' }))
      ctx.tools.guard(() => void order.push('guard') as undefined)
      ctx.on('tools/execute', async (_exec, next) => {
        order.push('execute in')
        const result = await next()
        order.push('execute out')
        return result
      })
      ctx.on('tools/post-execute', (_exec, _result, next) => (order.push('post-execute'), next()))
      ctx.on('tools/result', () => void order.push('result') as undefined)
      succeeded(await call('echo', {}, { agent: agentNamed('a') }))
      expect(order).toEqual([
        'pre-execute',
        'approval',
        'guard',
        'execute in',
        'body',
        'render',
        'execute out',
        'post-execute',
        'finalize',
        'result',
      ])
    },
  )

  verifies(
    ['contract:W1'],
    'nests listeners in the order in which they were added, a prepended one outermost',
    async () => {
      const { ctx, call } = await setup()
      const order: string[] = []
      for (const [label, prepend] of [
        ['first', false],
        ['second', false],
        ['front', true],
      ] as const) {
        ctx.on(
          'tools/execute',
          async (_exec, next) => {
            order.push(`${label} in`)
            const result = await next()
            order.push(`${label} out`)
            return result
          },
          { prepend },
        )
      }
      succeeded(await call())
      expect(order).toEqual(['front in', 'first in', 'second in', 'second out', 'first out', 'front out'])
    },
  )

  verifies(['contract:W1'], 'lets a listener settle a policy without asking those behind it', async () => {
    const { ctx, body, call } = await setup()
    const asked: string[] = []
    ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }))
    ctx.on('tools/pre-execute', (_exec, next) => (asked.push('behind'), next()))
    succeeded(await call())
    expect(asked).toEqual([])
    expect(body).toHaveBeenCalledTimes(1)
  })
})

describe('who hears of a call', () => {
  verifies(['contract:W2'], 'unscoped listeners hear of every call', async () => {
    const { ctx, call } = await setup()
    const heard: string[] = []
    listen(ctx, 'all', heard)
    await call()
    expect(heard.toSorted()).toEqual(labelled('all'))
    heard.length = 0
    const agent = agentNamed('a')
    createScope(ctx, agent)
    await call('echo', {}, { agent })
    expect(heard.toSorted()).toEqual(labelled('all'))
  })

  verifies(
    ['contract:W2'],
    'a scope hears of its own agent, not of a sibling and not of nobody',
    async () => {
      const { ctx, call } = await setup()
      const [one, two] = [agentNamed('one'), agentNamed('two')]
      const heard: string[] = []
      listen(createScope(ctx, one).ctx, 'one', heard)
      listen(createScope(ctx, two).ctx, 'two', heard)
      await call('echo', {}, { agent: one })
      expect(heard.toSorted()).toEqual(labelled('one'))
      heard.length = 0
      await call()
      expect(heard).toEqual([])
    },
  )

  verifies(
    ['contract:W2', 'contract:S1'],
    'an ancestor hears of its descendants, never the reverse',
    async () => {
      const { ctx, call } = await setup()
      const [parent, child, grandchild] = [agentNamed('p'), agentNamed('c'), agentNamed('g')]
      const heard: string[] = []
      listen(createScope(ctx, parent).ctx, 'parent', heard)
      listen(createScope(ctx, child, { parent }).ctx, 'child', heard)
      listen(createScope(ctx, grandchild, { parent: child }).ctx, 'grandchild', heard)
      await call('echo', {}, { agent: child })
      expect(heard.toSorted()).toEqual([...labelled('child'), ...labelled('parent')].toSorted())
      heard.length = 0
      await call('echo', {}, { agent: parent })
      expect(heard.toSorted()).toEqual(labelled('parent'))
    },
  )

  verifies(['contract:W2'], 'a disposed scope hears nothing any more', async () => {
    const { ctx, call } = await setup()
    const agent = agentNamed('a')
    const heard: string[] = []
    const scope = createScope(ctx, agent)
    listen(scope.ctx, 'gone', heard)
    await scope.dispose()
    succeeded(await call('echo', {}, { agent }))
    expect(heard).toEqual([])
  })
})

describe('listeners that come and go during a call', () => {
  verifies(['contract:W1', 'contract:W4'], 'count as they stand when their stage is reached', async () => {
    const { ctx, call } = await setup()
    const heard: string[] = []
    const stale = ctx.on('tools/execute', (_exec, next) => (heard.push('stale wrapper'), next()))
    ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
    approve(ctx, () => {
      stale()
      ctx.on('tools/execute', (_exec, next) => (heard.push('fresh wrapper'), next()))
      ctx.on('tools/post-execute', (_exec, _result, next) => (heard.push('fresh review'), next()))
      ctx.on('tools/result', () => void heard.push('fresh observer') as undefined)
      return 'allowed-once'
    })
    succeeded(await call('echo', {}, { agent: agentNamed('a') }))
    expect(heard).toEqual(['fresh wrapper', 'fresh review', 'fresh observer'])
  })

  verifies(['contract:W1', 'contract:W7'], 'may replace the signal even when they came late', async () => {
    const { ctx, body, call } = await setup()
    ctx.on('tools/pre-execute', (_exec, next) => {
      ctx.on('tools/execute', (exec, inner) => {
        exec.signal = AbortSignal.abort()
        return inner()
      })
      return next()
    })
    await call()
    expect(body).not.toHaveBeenCalled()
  })

  verifies(
    ['contract:W1'],
    'of a plugin that is unloaded while somebody is asked are not called',
    async () => {
      const { ctx, call } = await setup()
      const late = vi.fn()
      const plugin = await ctx.plugin({
        name: 'short-lived',
        apply: (own) => void own.on('tools/execute', (_exec, next) => (late(), next())),
      })
      ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
      approve(ctx, async () => {
        await plugin.dispose()
        return 'allowed-once' as const
      })
      succeeded(await call('echo', {}, { agent: agentNamed('a') }))
      expect(late).not.toHaveBeenCalled()
    },
  )
})
