import type { Presenters } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import { transportName, type ToolDefinition } from '@millrace/tools'

/**
 * What shows calls: their tools, and for programs, which no tool of a folder is, what comes with Code Mode.
 * @param hasPrograms - whether a program is among the calls; what shows it is loaded only then.
 */
export async function presentersOf(
  get: (name: string) => ToolDefinition | undefined,
  hasPrograms: boolean,
): Promise<Presenters> {
  if (!hasPrograms) return get
  const { programPresenter } = await import('@millrace/code-mode')
  return (name) => (name === transportName ? programPresenter : get(name))
}

/** Whether a program is among the calls of a session. */
export function hasPrograms(events: readonly SessionEvent[]): boolean {
  return events.some(({ type, data }) => type === 'tool/call' && data.name === transportName)
}
