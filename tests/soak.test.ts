import { getEventListeners } from 'node:events'
import { createScope } from '@millrace/scope'
import {
  createTools,
  type Agent,
  type ToolDispatchExecution,
  type ToolExecutionResult,
  type ToolRuntime,
} from '@millrace/tools'
import { describe, expect, onTestFinished } from 'vitest'
import { activeResources, LiveObjects } from './support/garbage.ts'
import { verifies } from './spec/verifies.ts'

const calls = 3_000

/** A runtime with somebody listening on every stage, and a time limit that replaces the signal of each call. */
function busyRuntime(live: LiveObjects): { ctx: ToolRuntime['ctx']; agent: Agent } {
  const { ctx } = createTools()
  onTestFinished(async () => {
    await ctx.fiber.dispose()
  })
  const agent: Agent = {}
  const scope = createScope(ctx, agent)
  scope.ctx.tools.register({
    name: 'half',
    description: 'Halves even numbers and fails on odd ones.',
    parameters: { type: 'object' },
    output: { schema: { type: 'object' }, render: () => [{ type: 'text', text: 'done' }] },
    async execute(args, exec) {
      live.watch(args as object)
      live.watch(exec)
      const { number } = args as { number: number }
      if (number % 2 === 1) throw new Error(`${number} is odd`)
      return { half: number / 2 }
    },
  })
  ctx.tools.guard((exec) => live.watch(exec))
  ctx.on('tools/pre-execute', (_exec, next) => next())
  ctx.on('tools/execute', withTimeLimit)
  scope.ctx.on('tools/execute', (_exec, next) => next())
  ctx.on('tools/post-execute', (_exec, _result, next) => next())
  ctx.on('tools/trace', (_exec, trace) => live.watch(trace))
  ctx.on('tools/result', (exec, result) => {
    live.watch(exec)
    return live.watch(result)
  })
  return { ctx, agent }
}

async function withTimeLimit(
  exec: ToolDispatchExecution,
  next: () => Promise<ToolExecutionResult>,
): Promise<ToolExecutionResult> {
  const outer = exec.signal
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), 60_000)
  exec.signal = limit.signal
  try {
    return await next()
  } finally {
    clearTimeout(timer)
    exec.signal = outer
  }
}

describe(`${calls} calls on the signal of one session`, () => {
  verifies(
    ['fault:B045', 'contract:Z5', 'security:P1'],
    'leave no listener, no timer, no warning and no object behind',
    async () => {
      const live = new LiveObjects()
      const { ctx, agent } = busyRuntime(live)
      const session = new AbortController()
      const warnings: unknown[] = []
      const note = (warning: Error): void => void warnings.push(warning)
      process.on('warning', note)
      onTestFinished(() => void process.off('warning', note))
      const count = async (from: number, to: number): Promise<number> => {
        let failures = 0
        for (let number = from; number < to; number++) {
          const input = {
            callId: `call-${number}`,
            name: 'half',
            arguments: { number },
            agent,
            signal: session.signal,
          }
          live.watch(input)
          if ((await ctx.tools.execute(input)).isError) failures++
        }
        return failures
      }
      await count(0, 2)
      await live.alive()
      const before = {
        listeners: getEventListeners(session.signal, 'abort').length,
        resources: activeResources(),
      }
      expect(await count(2, calls)).toBe(calls / 2 - 1)
      expect(live.watched).toBeGreaterThan(calls * 5)
      expect(await live.alive()).toBeLessThanOrEqual(10)
      const after = {
        listeners: getEventListeners(session.signal, 'abort').length,
        resources: activeResources(),
      }
      expect(after.listeners).toBe(before.listeners)
      expect(after.resources).toBeLessThan(before.resources + 3)
      expect(warnings).toEqual([])
    },
    300_000,
  )

  verifies(
    ['fault:B045', 'contract:Z1'],
    'leave nothing behind when each is aborted while it runs',
    async () => {
      const live = new LiveObjects()
      const { ctx, agent } = busyRuntime(live)
      const before = activeResources()
      for (let number = 0; number < 300; number++) {
        const controller = new AbortController()
        const input = { callId: `call-${number}`, name: 'half', arguments: { number: 2 }, agent }
        live.watch(controller.signal)
        const running = ctx.tools.execute({ ...input, signal: controller.signal })
        controller.abort()
        expect((await running).error?.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
        expect(getEventListeners(controller.signal, 'abort')).toEqual([])
      }
      expect(await live.alive()).toBeLessThanOrEqual(10)
      expect(activeResources()).toBeLessThan(before + 3)
    },
  )
})
