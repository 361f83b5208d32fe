import type { ToolExecutionInput, ToolExecutionMode } from '../contract/execution.ts'
import { discard } from '../outcome/discard.ts'
import { isCollapsed } from './collapse.ts'
import type { Registry } from './registry.ts'

const parallel: ToolExecutionMode = Object.freeze({ kind: 'parallel' })
const exclusive: ToolExecutionMode = Object.freeze({ kind: 'exclusive' })

/** Whether a pending call may overlap with its siblings. Anything but a clear yes runs alone. */
export function classify(registry: Registry, input: ToolExecutionInput): ToolExecutionMode {
  try {
    const { name, agent, parent } = input
    const view = registry.views.of(agent)
    const definition = view.get(name)?.definition
    if (definition === undefined || isCollapsed(view, name, parent)) return exclusive
    const answer: unknown = definition.isConcurrencySafe?.(input.arguments)
    if (answer === true) return parallel
    discard(answer)
    return exclusive
  } catch {
    return exclusive
  }
}
