import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { codeBench, shownOf, tool } from './support/setup.ts'

describe('a call of a program', () => {
  verifies(['contract:K2'], 'gives the canonical value', async () => {
    const { tools, run, events } = await codeBench({
      runtime: scriptedRuntime(async ({ call }) => call('echo', { n: 1 })),
    })
    tools.register(tool())
    const result = await run('x')
    expect(result).toMatchObject({ isError: false, value: { logs: [], result: { n: 1 } } })
    expect(shownOf(result)).toBe('{\n  "n": 1\n}')
    expect(events.all.map(({ type }) => type)).toEqual([
      'tool/code-dispatch-start',
      'tool/trace',
      'tool/code-dispatch',
    ])
  })
})
