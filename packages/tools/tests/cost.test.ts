import { createScope } from '@millrace/scope'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, inputFor, setup, succeeded, tool, type Bench } from './support/setup.ts'

/** Registers `count` tools that count how often anything of them is looked at. */
function registerCounted(bench: Bench, count: number): { looks: number } {
  const counter = { looks: 0 }
  for (let index = 0; index < count; index += 1) {
    const definition: ToolDefinition = new Proxy(tool({ name: `other-${index}` }), {
      get: (target, key, receiver) => {
        counter.looks += 1
        return Reflect.get(target, key, receiver)
      },
    })
    bench.tools.register(definition)
  }
  return counter
}

describe('one call among thousands of tools', () => {
  verifies(['contract:O5'], 'looks at no tool but its own', async () => {
    const bench = await setup({ isConcurrencySafe: () => true })
    const counter = registerCounted(bench, 2_000)
    counter.looks = 0
    expect(bench.tools.executionMode(inputFor('echo', {}))).toEqual({ kind: 'parallel' })
    expect(bench.tools.get('echo')?.name).toBe('echo')
    succeeded(await bench.call())
    expect(counter.looks).toBe(0)
  })

  verifies(['contract:O5'], 'looks at no other tool under many restrictions either', async () => {
    const bench = await setup()
    const counter = registerCounted(bench, 500)
    const agent = agentNamed('narrow')
    const scope = createScope(bench.ctx, agent)
    for (let index = 0; index < 200; index += 1) scope.ctx.tools.restrict({ deny: [`other-${index}`] })
    await bench.call('echo', {}, { agent })
    counter.looks = 0
    succeeded(await bench.call('echo', {}, { agent }))
    expect(bench.tools.get('other-0', agent)).toBeUndefined()
    expect(counter.looks).toBe(0)
  })
})
