import type { Context } from '@deepseek-ai/cordis'
import { systemClock } from '@millrace/host'
import { escapeVisible } from '@millrace/protocol'
import type { ToolDispatchExecution, ToolExecutionResult } from '@millrace/tools'
import { quietly } from '../log/quietly.ts'
import type { TimeoutConfig } from './contract.ts'
import { limitsOf, requireTime } from './limits.ts'
import { TimeLimit, type StopCause } from './time-limit.ts'
import { timedOut, timeoutReason } from './timed-out.ts'
import { timeWords } from './time-words.ts'

/** What all runs of a runtime share. */
interface Setting {
  readonly graceMs: number
  readonly now: () => number
  /** Tells a person what goes wrong. Never throws. */
  readonly warn: (message: string) => void
}

/**
 * Enforces the time limits of tools by their signal. The time runs from the dispatch of the body: waiting for a turn or
 * an answer does not count, and each further attempt has all of it. The body is waited for, whatever it does.
 */
export const timeout = {
  name: 'timeout',
  inject: ['tools'],
  /** @throws RangeError for a limit that is not a positive finite number of milliseconds. */
  apply(ctx: Context, config: TimeoutConfig = {}): void {
    const { graceMs = 2000, clock = systemClock } = config
    requireTime('graceMs', graceMs)
    const limitOf = limitsOf(config)
    const { tools } = ctx
    const setting: Setting = {
      graceMs,
      now: () => clock.monotonic(),
      warn: (message) => quietly(() => ctx.logger.warn(message)),
    }
    ctx.on('tools/execute', (exec, next) => {
      const limitMs = limitOf(exec.name, tools.get(exec.name, exec.agent))
      return limitMs === undefined || exec.signal.aborted ? next() : timed(exec, next, limitMs, setting)
    })
  },
}

async function timed(
  exec: ToolDispatchExecution,
  next: () => Promise<ToolExecutionResult>,
  limitMs: number,
  { graceMs, now, warn: tell }: Setting,
): Promise<ToolExecutionResult> {
  const { name, signal: source } = exec
  const reason = (): Error => timeoutReason(name, limitMs)
  const onIgnored = (cause: StopCause): void => tell(ignored(exec, cause, limitMs, graceMs))
  const limit = new TimeLimit({ source, ms: limitMs, reason, graceMs, onIgnored, now })
  exec.signal = limit.signal
  try {
    const result = await next()
    const { overMs } = limit
    // The pipeline takes the success of a body that was told to stop away; one that is still here came in time.
    if (overMs === undefined || !result.isError) return result
    return timedOut({ name, limitMs, overMs, graceMs, result })
  } finally {
    limit.release()
    exec.signal = source
  }
}

function ignored(
  { name, callId }: ToolDispatchExecution,
  cause: StopCause,
  limitMs: number,
  graceMs: number,
): string {
  const told = cause === 'caller' ? 'it was cancelled' : `its time limit of ${timeWords(limitMs)}`
  return (
    `tool "${name}" (call "${escapeVisible(callId)}") goes on ${timeWords(graceMs)} after ${told}: its body ignores its signal, ` +
    'and the call has to wait for it; a body follows exec.signal, or hands it on'
  )
}
