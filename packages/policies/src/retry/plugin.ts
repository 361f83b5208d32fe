import type { Context } from '@deepseek-ai/cordis'
import { escapeVisible } from '@millrace/protocol'
import type { ToolDefinition, ToolDispatchExecution, ToolExecutionResult } from '@millrace/tools'
import { quietly } from '../log/quietly.ts'
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
      (exec, next) =>
        bearsRepetition(tools.get(exec.name, exec.agent)) ? run(ctx, exec, next, policy) : next(),
      { prepend: true },
    )
  },
}

function bearsRepetition(definition: ToolDefinition | undefined): boolean {
  return definition?.effects === 'none' || definition?.effects === 'idempotent'
}

async function run(
  ctx: Context,
  exec: ToolDispatchExecution,
  next: () => Promise<ToolExecutionResult>,
  policy: BackOff & Required<Pick<RetryConfig, 'wait'>>,
): Promise<ToolExecutionResult> {
  const { signal } = exec
  for (let runs = 1; ; runs += 1) {
    // The very result of the last run: contexts and the wish to conclude count for that one alone.
    const result = await next()
    if (runs >= policy.attempts || !mayPass(result)) return noted(ctx, exec, runs, result)
    // An inner wrapper may have left its own signal there, which is spent.
    exec.signal = signal
    await policy.wait(policy.delayAfter(runs), signal)
    // No body starts any more: the pipeline says that the call was cancelled.
    if (signal.aborted) return noted(ctx, exec, runs, await next())
  }
}

function mayPass(result: ToolExecutionResult): boolean {
  return result.isError && result.error.info?.retryable === true
}

/** The result, after the log was told of a call that was run again. */
function noted(
  ctx: Context,
  { name, callId }: ToolDispatchExecution,
  runs: number,
  result: ToolExecutionResult,
): ToolExecutionResult {
  if (runs === 1) return result
  const end = result.isError
    ? `failed in the end (${result.error.info?.code ?? 'no code'})`
    : 'succeeded in the end'
  const message = `tool "${name}" (call "${escapeVisible(callId)}") was run ${runs} times and ${end}`
  quietly(() => ctx.logger.info(message))
  return result
}
