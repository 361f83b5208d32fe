import { createScope } from '@millrace/scope'
import { Scheduler } from '@millrace/schedule'
import {
  createTools,
  stageCall,
  type Agent,
  type StagedAdmission,
  type StagedOutcome,
  type ToolApprovalRequest,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolRuntime,
} from '@millrace/tools'
import { describe, expect, onTestFinished } from 'vitest'
import { verifies } from './spec/verifies.ts'

interface Batch {
  readonly ctx: ToolRuntime['ctx']
  /** The calls whose bodies started, in that order. */
  readonly started: string[]
  /** The calls that observers were told of, in that order. */
  readonly told: string[]
  readonly run: (inputs: readonly ToolExecutionInput[], signal: AbortSignal) => Promise<ToolExecutionResult[]>
}

/** A runtime with a parallel tool `look`, an exclusive one `turn`, and a scheduler that drives batches through it. */
function batch(): Batch {
  const { ctx } = createTools()
  onTestFinished(async () => {
    await ctx.fiber.dispose()
  })
  const [started, told]: [string[], string[]] = [[], []]
  for (const [name, parallel] of [
    ['look', true],
    ['turn', false],
  ] as const) {
    ctx.tools.register({
      name,
      description: 'Waits a moment.',
      parameters: { type: 'object' },
      output: {
        schema: { type: 'string' },
        render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
      },
      isConcurrencySafe: () => parallel,
      async execute(_args, exec) {
        started.push(exec.callId)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return exec.callId
      },
    })
  }
  ctx.on('tools/result', (exec) => void told.push(exec.callId) as undefined)
  return { ctx, started, told, run: (inputs, signal) => drive(ctx, inputs, signal) }
}

async function drive(
  ctx: ToolRuntime['ctx'],
  inputs: readonly ToolExecutionInput[],
  signal: AbortSignal,
): Promise<ToolExecutionResult[]> {
  const scheduler = new Scheduler<StagedAdmission, StagedOutcome, ToolExecutionResult>({ limit: 10 })
  const neverStarted: ToolExecutionResult = {
    isError: true,
    error: { message: 'not started', info: { name: 'AbortError', code: 'ABORTED_BEFORE_DISPATCH' } },
    content: [],
  }
  signal.addEventListener('abort', () => scheduler.abort(signal.reason), { once: true })
  const answers = inputs.map((input) => {
    const call = stageCall(ctx.tools, input)
    return scheduler.push({
      classify: () => ctx.tools.executionMode(input).kind,
      admit: () => call.admit(),
      dispatch: (admission) => call.dispatch(admission),
      conclude: (outcome) => call.conclude(outcome),
      fail: (error) => {
        throw error
      },
      abandon: () => neverStarted,
    })
  })
  const results = await Promise.all(answers)
  expect(scheduler.size).toBe(0)
  return results
}

const session = (): AbortController => new AbortController()

function calls(count: number, name: string, signal: AbortSignal, agent?: Agent): ToolExecutionInput[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return numbers.map((number) => ({
    callId: `call-${number}`,
    name,
    arguments: { number },
    signal,
    ...(agent && { agent }),
  }))
}

const codes = (results: readonly ToolExecutionResult[]): (string | undefined)[] =>
  results.map((result) => (result.isError ? (result.error.info?.code ?? result.error.message) : 'done'))

describe('a batch of calls', () => {
  verifies(['fault:B035'], 'gets every result in order when a listener throws for one of them', async () => {
    const { ctx, run, told, started } = batch()
    ctx.on('tools/post-execute', async (exec, _result, next) => {
      if (exec.callId === 'call-2') throw new Error('listener is broken')
      return next()
    })
    const { signal } = session()
    const results = await run(calls(5, 'look', signal), signal)
    expect(codes(results)).toEqual(['done', 'listener is broken', 'done', 'done', 'done'])
    expect(told).toEqual(['call-1', 'call-2', 'call-3', 'call-4', 'call-5'])
    expect(started).toHaveLength(5)
  })

  verifies(
    ['fault:B037', 'contract:Z6'],
    'that is interrupted answers what ran, what runs and what never starts',
    async () => {
      const { ctx, run, started } = batch()
      const controller = session()
      ctx.on('tools/execute', (exec, next) => {
        const result = next()
        if (exec.callId === 'call-2') setTimeout(() => controller.abort(), 1)
        return result
      })
      const results = await run(calls(4, 'turn', controller.signal), controller.signal)
      expect(codes(results)).toEqual([
        'done',
        'ABORTED',
        'ABORTED_BEFORE_DISPATCH',
        'ABORTED_BEFORE_DISPATCH',
      ])
      expect(started).toEqual(['call-1', 'call-2'])
    },
  )

  verifies(['fault:B038', 'contract:W4'], 'keeps a rejected call and its sibling apart', async () => {
    const { ctx, run, started } = batch()
    const agent: Agent = {}
    createScope(ctx, agent)
    const asked: string[] = []
    ctx.reflect.provide('approval', {
      request: async ({ callId }: ToolApprovalRequest) => {
        asked.push(callId)
        return 'rejected'
      },
    })
    ctx.on('tools/pre-execute', async (exec, next) => (exec.callId === 'call-1' ? { kind: 'ask' } : next()))
    const { signal } = session()
    const results = await run(calls(2, 'look', signal, agent), signal)
    expect(codes(results)).toEqual(['the user rejected tool "look"', 'done'])
    expect(asked).toEqual(['call-1'])
    expect(started).toEqual(['call-2'])
  })
})
