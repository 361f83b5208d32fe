import { text, type ToolCallView, type ToolResult, type ToolResultView } from '@millrace/protocol'
import type { TaskArgs } from './parameters.ts'

/** The pending card: what the task is, in the words that the sub-agent gets. */
export function presentTaskCall({ description, prompt }: TaskArgs): ToolCallView {
  return { card: 'generic', kind: 'other', title: titleOf(description), content: [text(prompt)] }
}

/** The finished card: what came back. */
export function presentTaskResult(
  { description }: TaskArgs,
  { content }: ToolResult,
): ToolResultView | undefined {
  return { card: 'generic', title: titleOf(description), content }
}

function titleOf(description: string): string {
  return `task: ${description.replaceAll(/\s+/g, ' ').trim()}`
}
