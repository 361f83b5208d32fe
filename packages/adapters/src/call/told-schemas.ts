import type { ToolSchema } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import type { ViewOptions } from '../contract.ts'

/** Copies of the visible schemas by name: providers keep what begins with the same bytes, whichever tool came first. */
export function toldSchemas(tools: ToolRuntime, { agent }: ViewOptions): ToolSchema[] {
  return tools.schemas(agent).toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
