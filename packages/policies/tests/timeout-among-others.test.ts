import { getEventListeners } from 'node:events'
import { contentText, HarnessError, type JsonValue } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { repeat } from '../src/repeat.ts'
import { retry } from '../src/retry.ts'
import { contentSize, spill } from '../src/spill.ts'
import { timeout } from '../src/timeout.ts'
import { openBench, untilStopped, ways, type PolicyBench } from './support/policy-bench.ts'
import { openStore } from './support/spill-folder.ts'

const policies = ['timeout', 'retry', 'repeat', 'spill'] as const
type Policy = (typeof policies)[number]

/** Every order of some things. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first) =>
    ordersOf(things.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  )
}

/** A runtime with all four policies, installed in this order. */
async function openAll(order: readonly Policy[]): Promise<PolicyBench> {
  let runs = 0
  const { store } = await openStore()
  const bench = await openBench(
    {
      name: 'flaky',
      effects: 'none',
      timeoutMs: 60_000,
      execute: async (_args, exec) => {
        runs += 1
        exec.deferContext({ role: 'user', content: runs % 2 === 0 ? 'good' : 'bad' })
        if (runs % 2 === 1) throw new HarnessError('BUSY', 'busy', { retryable: true })
        return 'line\n'.repeat(4000)
      },
    },
    { name: 'stuck', effects: 'none', timeoutMs: 20, execute: untilStopped },
    { name: 'quick', effects: 'none', timeoutMs: 60_000 },
  )
  const install: Record<Policy, () => PromiseLike<unknown>> = {
    timeout: () => bench.ctx.plugin(timeout, {}),
    retry: () => bench.ctx.plugin(retry, { baseMs: 0 }),
    repeat: () => bench.ctx.plugin(repeat, {}),
    spill: () => bench.ctx.plugin(spill, { store, maxBytes: 4096 }),
  }
  for (const policy of order) await install[policy]()
  return bench
}

/** A result without what differs from one file to the next. */
function comparable({ isError, error, content, additionalContexts }: ToolExecutionResult): JsonValue {
  const shown = contentText(content).replace(/path=\S+/, 'path=…')
  const said = (additionalContexts ?? []).map((message) => message.content as JsonValue)
  // How many bytes are left out depends on the length of the path, which has the process in it.
  return [isError, error?.info?.code ?? null, shown.replace(/behind byte[^;]*;/, ''), said].map((part) =>
    typeof part === 'string'
      ? part.replaceAll(/(?:line\n)+/g, 'lines\n').replace(/offset=\d+/, 'offset=…')
      : part,
  )
}

describe.each(ways)('of %s', (_, input) => {
  verifies(
    ['contract:O2', 'contract:W9'],
    'the outcome is the same, whichever policy was installed first',
    async () => {
      const outcomes = new Set<string>()
      for (const order of ordersOf(policies)) {
        const { call } = await openAll(order)
        const results: ToolExecutionResult[] = []
        for (const name of ['flaky', 'flaky', 'flaky', 'stuck']) {
          results.push(await call(name, {}, { ...input, callId: 'c1' }))
        }
        for (const { content } of results) expect(contentSize(content).bytes).toBeLessThanOrEqual(4096)
        outcomes.add(JSON.stringify(results.map(comparable)))
      }
      expect(outcomes.size).toBe(1)
      const [outcome = ''] = outcomes
      expect(JSON.parse(outcome)).toMatchObject([
        [false, null, expect.stringContaining('reads on]'), ['good']],
        [false, null, expect.anything(), ['good']],
        [false, null, expect.anything(), ['good', expect.stringContaining('3 times')]],
        [true, 'TOOL_TIMEOUT', expect.anything(), []],
      ])
    },
  )
})

describe('a long session', () => {
  verifies(['fault:B045'], 'on one signal leaves nothing on it, whatever its calls met', async () => {
    const { signal } = new AbortController()
    const before = getEventListeners(signal, 'abort').length
    const warnings: Error[] = []
    const note = (warning: Error): void => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning)
    }
    process.on('warning', note)
    try {
      const { call } = await openAll(policies)
      for (let index = 0; index < 500; index += 1) {
        await call('quick', { index: index % 7 }, { ...ways[index % 2]?.[1], signal })
      }
      await Promise.all(
        Array.from({ length: 100 }, (__, index) => call(index % 2 === 0 ? 'quick' : 'stuck', {}, { signal })),
      )
      await new Promise((resolve) => setImmediate(resolve))
      expect(getEventListeners(signal, 'abort')).toHaveLength(before)
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', note)
    }
  })

  test('that is cancelled ends each of its calls', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const { call } = await openAll(policies)
    const calls = Array.from({ length: 20 }, () => call('stuck', {}, { signal }))
    controller.abort(new Error('enough'))
    for (const result of await Promise.all(calls)) expect(result.isError).toBe(true)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
