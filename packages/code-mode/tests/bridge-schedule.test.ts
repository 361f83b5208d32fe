import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { codeBench, gate, settled, tool, type CodeBench } from './support/setup.ts'

/** A tool whose bodies wait for a word of the test, and which says what happens. */
async function gated(
  script: Parameters<typeof scriptedRuntime>[0],
  options: { readonly maxParallelSubCalls?: number } = {},
) {
  const bench = await codeBench({ runtime: scriptedRuntime(script), ...options })
  const said: string[] = []
  const gates = new Map<string, ReturnType<typeof gate>>()
  const gateOf = (key: string) => {
    const known = gates.get(key) ?? gate()
    gates.set(key, known)
    return known
  }
  const body = async (args: unknown) => {
    const { key } = args as { key: string }
    said.push(`${key} begins`)
    await gateOf(key).passed
    said.push(`${key} ends`)
    return key
  }
  bench.tools.register(tool({ name: 'shared', execute: body }))
  bench.tools.register(tool({ name: 'alone', execute: body, isConcurrencySafe: () => false }))
  const open = async (...keys: string[]) => {
    for (const key of keys) {
      gateOf(key).open(undefined)
      await settled()
    }
  }
  return { ...bench, said, open }
}

const startsOf = ({ events }: Pick<CodeBench, 'events'>) =>
  events.of('tool/code-dispatch-start').map(({ arguments: args }) => (args as { key: string }).key)

describe('calls of one program', () => {
  verifies(['contract:B5'], 'start in their order and overlap up to the limit', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e']
    const bench = await gated(({ call }) => Promise.all(keys.map((key) => call('shared', { key }))), {
      maxParallelSubCalls: 2,
    })
    const outcome = bench.run('x')
    await settled()
    expect(bench.said).toEqual(['a begins', 'b begins'])
    await bench.open('b')
    expect(bench.said.slice(2)).toEqual(['b ends', 'c begins'])
    expect(startsOf(bench)).toEqual(['a', 'b', 'c'])
    await bench.open('a', 'c', 'd', 'e')
    expect((await outcome).value).toMatchObject({ result: keys })
    expect(startsOf(bench)).toEqual(keys)
  })

  verifies(['contract:B5'], 'give their values as they end, so that a race has its winner', async () => {
    const bench = await gated(({ call }) =>
      Promise.race([call('shared', { key: 'slow' }), call('shared', { key: 'fast' })]),
    )
    const outcome = bench.run('x')
    await settled()
    await bench.open('fast')
    expect(bench.events.of('tool/code-dispatch').map(({ arguments: args }) => args)).toEqual([
      { key: 'fast' },
    ])
    await bench.open('slow')
    expect((await outcome).value).toMatchObject({ result: 'fast' })
  })

  verifies(['contract:B5'], 'that are exclusive run alone, until their review has ended', async () => {
    const review = gate()
    const bench = await gated(({ call }) =>
      Promise.all([
        call('shared', { key: 'a' }),
        call('alone', { key: 'x' }),
        call('shared', { key: 'b' }),
        call('shared', { key: 'c' }),
      ]),
    )
    bench.ctx.on('tools/post-execute', async (exec, _result, next) => {
      if (exec.name === 'alone') await review.passed
      return next()
    })
    const outcome = bench.run('x')
    await settled()
    expect(bench.said).toEqual(['a begins'])
    await bench.open('a')
    expect(bench.said.slice(1)).toEqual(['a ends', 'x begins'])
    await bench.open('x')
    expect(bench.said.at(-1)).toBe('x ends')
    review.open(undefined)
    await settled()
    expect(bench.said.slice(-2)).toEqual(['b begins', 'c begins'])
    await bench.open('b', 'c')
    expect((await outcome).isError).toBe(false)
  })

  verifies(['contract:B5'], 'are classified anew before each could start', async () => {
    let isSafe = true
    const { tools, run } = await codeBench({
      runtime: scriptedRuntime(({ call }) => Promise.all([call('first'), call('second'), call('third')])),
    })
    const log: string[] = []
    const noting = (name: string, after: () => void = () => undefined) =>
      tool({
        name,
        isConcurrencySafe: () => (name === 'first' ? true : isSafe),
        execute: async () => {
          log.push(`+${name}`)
          after()
          await settled(3)
          log.push(`-${name}`)
          return null
        },
      })
    tools.register(noting('first', () => (isSafe = false)))
    tools.register(noting('second'))
    tools.register(noting('third'))
    await run('x')
    expect(log).toEqual(['+first', '-first', '+second', '-second', '+third', '-third'])
  })

  test('of tools that go away meanwhile fail in order', async () => {
    const { tools, run } = await codeBench({
      runtime: scriptedRuntime(async ({ call, reply }) => {
        await call('leave')
        return reply('echo')
      }),
    })
    const unregister = tools.register(tool())
    tools.register(tool({ name: 'leave', execute: async () => (unregister(), null) }))
    expect((await run('x')).value).toMatchObject({ result: { ok: false, code: 'UNKNOWN_TOOL' } })
  })
})
