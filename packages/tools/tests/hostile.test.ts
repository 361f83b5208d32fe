import { text } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import { behaviours, type Behaviour } from './support/hostile-behaviours.ts'
import { stages, type Stage } from './support/hostile-stages.ts'
import { agentNamed, output, settle, setup, tool, type Bench } from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const canaryResult: ToolExecutionResult = {
  isError: false,
  value: { sings: true },
  content: [text('tweet')],
  meta: { feathers: 'yellow' },
}

const honestResult: ToolExecutionResult = { isError: false, value: { n: 1 }, content: [text('rendered')] }

/** A bench with a tool that has nothing to do with the hostile one. */
async function aviary(): Promise<Bench> {
  const bench = await setup()
  bench.tools.register(
    tool({
      name: 'canary',
      execute: async () => ({ sings: true }),
      output: output({
        render: () => [text('tweet')],
        presentationMeta: () => ({ feathers: 'yellow' }),
      }),
    }),
  )
  return bench
}

async function perform(stage: Stage, behaviour: Behaviour): Promise<void> {
  const bench = await aviary()
  const seen = observeResults(bench.ctx)
  const controller = new AbortController()
  const aftermath: Promise<unknown>[] = []
  stage.install(bench, (given, honest) =>
    behaviour.act({
      bench,
      signal: controller.signal,
      awaited: stage.awaited,
      given,
      honest,
      later: (work) => void aftermath.push(work),
    }),
  )
  const running = bench.call(
    'victim',
    { n: 1 },
    { callId: 'hostile', agent: agentNamed('victim'), signal: controller.signal },
  )
  const during = await Promise.all([
    bench.call('canary'),
    bench.call('canary', {}, { agent: agentNamed('other') }),
  ])
  await settle()
  controller.abort()
  const result = await running
  await Promise.all(aftermath)
  await settle()
  const after = await bench.call('canary')

  expectSealed(result)
  const announced = seen.filter(({ exec }) => exec.callId === 'hostile')
  expect(announced.map((entry) => entry.result)).toStrictEqual([result])
  expect(announced[0]?.result).toBe(result)
  for (const canary of [...during, after]) expect(canary).toStrictEqual(canaryResult)
  if (stage.observer) expect(result).toStrictEqual(honestResult)
}

for (const stage of stages) {
  describe(`${stage.name} that is hostile to one call`, () => {
    for (const behaviour of behaviours) {
      verifies(['security:P1', 'contract:O3'], `${behaviour.name}, and breaks no other`, () =>
        perform(stage, behaviour),
      )
    }
  })
}
