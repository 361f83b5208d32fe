import { createScope, scopeOf } from '@millrace/scope'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, inputFor, setup, succeeded, tool } from './support/setup.ts'

/** A definition whose every read is counted. */
function counted(name: string, counter: { reads: number }): ToolDefinition {
  return new Proxy(tool({ name }), {
    get(target, key, receiver) {
      counter.reads++
      return Reflect.get(target, key, receiver)
    },
  })
}

/** How many reads of foreign definitions, and how many schema bytes, one use of a tool costs among `size` others. */
async function costAmong(size: number): Promise<{ reads: number; own: number }> {
  const { ctx, tools } = await setup({ name: 'first' })
  const [others, own] = [{ reads: 0 }, { reads: 0 }]
  const agent = agentNamed('one')
  const scope = createScope(ctx, agent)
  for (let number = 0; number < size; number++) tools.register(counted(`tool-${number}`, others))
  tools.register(counted('target', own))
  for (let number = 0; number < 20; number++) scope.ctx.tools.restrict({ deny: [`tool-${number}`] })
  expect(scopeOf(scope.ctx)).toBe(agent)
  const use = async (): Promise<void> => {
    tools.executionMode(inputFor('target', {}, { agent }))
    tools.get('target', agent)
    succeeded(await tools.execute(inputFor('target', { a: 1 }, { agent })))
  }
  await use()
  others.reads = 0
  own.reads = 0
  await use()
  return { reads: others.reads, own: own.reads }
}

describe('one call', () => {
  verifies(['contract:O5'], 'reads nothing of the other tools, however many there are', async () => {
    const [few, many] = [await costAmong(25), await costAmong(2_500)]
    expect(few.reads).toBe(0)
    expect(many).toEqual(few)
    expect(few.own).toBeGreaterThan(0)
  })

  verifies(['contract:O5'], 'looks at no restriction: they were applied when the view was made', async () => {
    const { ctx, tools } = await setup()
    const agent = agentNamed('one')
    const { ctx: scoped } = createScope(ctx, agent)
    for (let number = 0; number < 200; number++) scoped.tools.restrict({ deny: ['echo'] })
    scoped.tools.register(tool({ name: 'own' }))
    const use = async (): Promise<void> => {
      succeeded(await tools.execute(inputFor('own', {}, { agent })))
      tools.executionMode(inputFor('own', {}, { agent }))
    }
    await use()
    const asked = vi.spyOn(Set.prototype, 'has')
    await use()
    const lookups = asked.mock.calls.length
    asked.mockRestore()
    expect(lookups).toBeLessThan(50)
  })

  verifies(
    ['contract:O5'],
    'goes through a chain of scopes whose view is kept until something changes',
    async () => {
      const { ctx, tools } = await setup()
      const counter = { reads: 0 }
      tools.register(counted('target', counter))
      let parent: object | undefined
      for (let depth = 0; depth < 100; depth++) {
        const agent = agentNamed(`depth-${depth}`)
        createScope(ctx, agent, parent ? { parent } : {})
        parent = agent
      }
      const agent = parent!
      succeeded(await tools.execute(inputFor('target', {}, { agent })))
      counter.reads = 0
      succeeded(await tools.execute(inputFor('target', {}, { agent })))
      const deep = counter.reads
      counter.reads = 0
      succeeded(await tools.execute(inputFor('target', {})))
      expect(deep).toBe(counter.reads)
      tools.register(tool({ name: 'late' }))
      expect(tools.get('late', agent)?.name).toBe('late')
    },
  )
})
