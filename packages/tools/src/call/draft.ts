import type { CallId } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { Agent, ToolExecutionToken } from '../contract/execution.ts'
import type { ToolEntry } from '../registry/entry.ts'

// Stands for the signal of an input that has none; such a call ends at once and nobody follows it.
const unheard: AbortSignal = new AbortController().signal

/** What is known of a call while its input is read; good for observers however far that gets. */
export class Draft {
  callId: CallId = ''
  rootCallId: CallId = ''
  name = ''
  agent: (Agent & object) | undefined
  parent: ToolExecutionToken | undefined
  signal: AbortSignal = unheard
  entry: ToolEntry | undefined
  /** The tool is visible, but only a program may call it. */
  collapsed = false
  finalize: NonNullable<ToolDefinition['finalizeContent']> | undefined
  args: unknown
}
