import type { Io } from './io.ts'
import type { Outcome } from './tools/outcomes.ts'
import { hasSearchEngine } from './search-variables.ts'

/** A tool that comes with the command, as far as it is known without loading it. */
export interface BuiltinTool {
  readonly name: string
  /** Whether it changes something, so that somebody is asked before it runs. */
  readonly asks: boolean
}

/** The tools that come with the command in this environment, known without loading them. */
export function builtinTools(env: Io['env']): readonly BuiltinTool[] {
  return [
    { name: 'read', asks: false },
    { name: 'write', asks: true },
    { name: 'edit', asks: true },
    { name: 'glob', asks: false },
    { name: 'grep', asks: false },
    { name: 'bash', asks: true },
    { name: 'job_list', asks: false },
    { name: 'job_output', asks: false },
    { name: 'job_stop', asks: true },
    { name: 'web_fetch', asks: true },
    ...(hasSearchEngine(env) ? [{ name: 'web_search', asks: true }] : []),
    { name: 'todo_write', asks: false },
    { name: 'ask_user', asks: false },
  ]
}

/**
 * What happens when one of them is called, as far as the environment tells: what settings files say is not known.
 * @param isAttended - whether somebody can be asked.
 */
export function usualOutcome({ name, asks }: BuiltinTool, env: Io['env'], isAttended: boolean): Outcome {
  const mode = env['MILLRACE_PERMISSION']
  if (!asks || mode === 'bypass') return 'auto'
  if (mode === 'plan') return 'refused'
  if (mode === 'accept-edits' && (name === 'edit' || name === 'write')) return 'auto'
  if (name === 'bash' && env['MILLRACE_SANDBOX'] !== 'off')
    return isAttended ? 'sandboxed' : 'sandboxed alone'
  return isAttended ? 'ask' : 'alone'
}
