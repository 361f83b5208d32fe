import { openProcesses } from '@millrace/host'
import { expect, test } from 'vitest'
import { processRuntime } from '../../src/runtimes.ts'
import { outcomeOf } from '../../src/runtime/testing/run-program.ts'

test('programs that wait for programs behind them in the queue lend them their places', async () => {
  const processes = openProcesses()
  const runtime = processRuntime({ processes, concurrent: 1 })
  const nested = async (depth: number): Promise<string> => {
    const outcome = await outcomeOf(runtime, depth === 0 ? 'return "deep"' : 'return await tools.echo({})', {
      call: async () => ({ ok: true, value: await nested(depth - 1) }),
    })
    return outcome.ok ? (outcome.value ?? 'null') : JSON.stringify(outcome.message)
  }
  expect(await nested(2)).toBe('"deep"')
  await runtime.close()
  await processes.close()
})
