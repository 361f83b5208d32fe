import type { Context } from '@deepseek-ai/cordis'
import type { ToolExecution, ToolExecutionResult } from '@millrace/tools'

/** Installs a silent spy on every stage and returns the list of stages that ran. */
export function recordStages(ctx: Context): string[] {
  const ran: string[] = []
  ctx.on('tools/pre-execute', (_exec, next) => {
    ran.push('pre-execute')
    return next()
  })
  ctx.tools.guard(() => {
    ran.push('guard')
    return undefined
  })
  ctx.on('tools/execute', (_exec, next) => {
    ran.push('execute')
    return next()
  })
  ctx.on('tools/post-execute', (_exec, _result, next) => {
    ran.push('post-execute')
    return next()
  })
  ctx.on('tools/result', () => {
    ran.push('result')
    return undefined
  })
  return ran
}

/** One notification of a finished call. */
export interface Seen {
  readonly exec: Readonly<ToolExecution>
  readonly result: Readonly<ToolExecutionResult>
}

/** Collects every finished call that `ctx` may see. */
export function observeResults(ctx: Context): Seen[] {
  const seen: Seen[] = []
  ctx.on('tools/result', (exec, result) => {
    seen.push({ exec, result })
    return undefined
  })
  return seen
}
