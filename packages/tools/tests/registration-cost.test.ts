import { createScope } from '@millrace/scope'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, inputFor, setup, succeeded, tool, type Bench } from './support/setup.ts'

/** A definition whose every read is counted. */
function counted(name: string, counter: { reads: number }): ToolDefinition {
  return new Proxy(tool({ name }), {
    get(target, key, receiver) {
      counter.reads++
      return Reflect.get(target, key, receiver)
    },
  })
}

/** Where a walk over a collection, or a copy of one, would show. */
const mapIterator = Object.getPrototypeOf(new Map().entries()) as Iterator<unknown>
const setIterator = Object.getPrototypeOf(new Set().values()) as Iterator<unknown>

/** How many elements of collections are visited, looked up in sets or copied while something runs. */
async function steps(run: () => Promise<void>): Promise<number> {
  const spies = [
    vi.spyOn(mapIterator, 'next'),
    vi.spyOn(setIterator, 'next'),
    vi.spyOn(Map.prototype, 'set'),
    vi.spyOn(Set.prototype, 'has'),
  ]
  try {
    await run()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Everything that one call costs its caller: the mode, the lookup, the execution. */
async function use({ tools }: Bench, name: string, agent: object): Promise<void> {
  tools.executionMode(inputFor(name, {}, { agent }))
  tools.get(name, agent)
  succeeded(await tools.execute(inputFor(name, { a: 1 }, { agent })))
}

interface Size {
  readonly tools: number
  readonly restrictions: number
  readonly scopes: number
}

/** What one more call costs in a runtime of a given size: reads of other tools, and steps through collections. */
async function costIn(size: Size): Promise<{ foreignReads: number; steps: number }> {
  const bench = await setup()
  const others = { reads: 0 }
  for (let number = 0; number < size.tools; number++) bench.tools.register(counted(`tool-${number}`, others))
  bench.tools.register(tool({ name: 'target' }))
  let parent = agentNamed('root')
  for (let depth = 0; depth < size.scopes; depth++) {
    const child = agentNamed(`depth-${depth}`)
    createScope(bench.ctx, child, { parent })
    parent = child
  }
  const agent = agentNamed('caller')
  const scope = createScope(bench.ctx, agent, { parent })
  for (let number = 0; number < size.restrictions; number++) scope.ctx.tools.restrict({ deny: ['echo'] })
  await use(bench, 'target', agent)
  others.reads = 0
  const walked = await steps(() => use(bench, 'target', agent))
  return { foreignReads: others.reads, steps: walked }
}

describe('one call', () => {
  const small: Size = { tools: 10, restrictions: 1, scopes: 5 }

  verifies(['contract:O5'], 'reads and visits no more among 10,000 tools than among 10', async () => {
    const [few, many] = [await costIn(small), await costIn({ ...small, tools: 10_000 })]
    expect(few.foreignReads).toBe(0)
    expect(many.foreignReads).toBe(0)
    expect(many.steps).toBeLessThanOrEqual(few.steps + 5)
  })

  verifies(['contract:O5'], 'looks at no restriction: they were applied when the view was made', async () => {
    const [few, many] = [await costIn(small), await costIn({ ...small, restrictions: 500 })]
    expect(many.steps).toBeLessThanOrEqual(few.steps + 5)
  })

  verifies(['contract:O5'], 'sees at once what was registered since, whatever views are kept', async () => {
    const { ctx, tools } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const parentScope = createScope(ctx, parent)
    createScope(ctx, child, { parent })
    expect(tools.get('late', child)).toBeUndefined()
    const dispose = parentScope.ctx.tools.register(tool({ name: 'late' }))
    expect(tools.get('late', child)?.name).toBe('late')
    const lift = parentScope.ctx.tools.restrict({ deny: ['echo'] })
    expect(tools.get('echo', child)).toBeUndefined()
    lift()
    expect(tools.get('echo', child)?.name).toBe('echo')
    dispose()
    expect(tools.get('late', child)).toBeUndefined()
  })
})

describe('schemas', () => {
  verifies(
    ['contract:O5', 'contract:X8'],
    'are projected once, and not again for every request',
    async () => {
      const { tools } = await setup()
      const counter = { reads: 0 }
      for (let number = 0; number < 100; number++) tools.register(counted(`tool-${number}`, counter))
      tools.schemas()
      counter.reads = 0
      expect(tools.schemas()).toHaveLength(101)
      expect(counter.reads).toBe(0)
    },
  )
})
