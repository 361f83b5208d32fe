import type { Io } from './io.ts'
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
