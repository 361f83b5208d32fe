import type { Context } from '@deepseek-ai/cordis'
import { escapeVisible } from '@millrace/protocol'
import type { ToolDefinition, ToolDispatchExecution, ToolExecutionResult } from '@millrace/tools'
import { backOff, type BackOff } from './back-off.ts'
import type { RetryConfig } from './contract.ts'
import { wait } from './wait.ts'

/**
 * Runs a tool again whose failure says that it may pass (`error.info.retryable`), if running it twice does no harm: its
 * `effects` are `none` or `idempotent`. It stands around all wrappers, so that a time limit holds for each run.
 */
export const retry = {
  name: 'retry',
  inject: ['tools'],
  /** @throws RangeError for a number of runs or a wait that makes no sense. */
  apply(ctx: Context, config: RetryConfig = {}): void {
    const policy = { ...backOff(config), wait: config.wait ?? wait }
    const { tools } = ctx
    ctx.on(
      'tools/execute',
      async (exec, next) => {
        if (!bearsRepetition(tools.get(exec.name, exec.agent))) return next()
        const { runs, result } = await run(exec, next, policy)
        if (runs > 1) note(ctx, exec, runs, result)
        return result
      },
      { prepend: true },
    )
  },
}

function bearsRepetition(definition: ToolDefinition | undefined): boolean {
  return definition?.effects === 'none' || definition?.effects === 'idempotent'
}

async function run(
  exec: ToolDispatchExecution,
  next: () => Promise<ToolExecutionResult>,
  policy: BackOff & Required<Pick<RetryConfig, 'wait'>>,
): Promise<{ runs: number; result: ToolExecutionResult }> {
  const { signal } = exec
  for (let runs = 1; ; runs += 1) {
    // The very result of the last run: contexts and the wish to conclude count for that one alone.
    const result = await next()
    if (runs >= policy.attempts || !mayPass(result)) return { runs, result }
    // An inner wrapper may have left its own signal there, which is spent.
    exec.signal = signal
    await policy.wait(policy.delayAfter(runs), signal)
    // No body starts any more: the pipeline says that the call was cancelled.
    if (signal.aborted) return { runs, result: await next() }
  }
}

function mayPass(result: ToolExecutionResult): boolean {
  return result.isError && result.error.info?.retryable === true
}

function note(
  ctx: Context,
  { name, callId }: ToolDispatchExecution,
  runs: number,
  result: ToolExecutionResult,
): void {
  const end = result.isError
    ? `failed in the end (${result.error.info?.code ?? 'no code'})`
    : 'succeeded in the end'
  try {
    ctx.logger.info(`tool "${name}" (call "${escapeVisible(callId)}") was run ${runs} times and ${end}`)
  } catch {
    // A log that cannot be written must not decide over a call.
  }
}
