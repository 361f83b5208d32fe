import type { Card } from '@millrace/cards'
import type { ApprovalQuestion } from '@millrace/policies/approval'
import type { Workspace } from '../workspace.ts'

/** A call as a person is asked about it. */
export interface ForeseenCall {
  readonly card: Card
  /** What else there is to know before the answer. */
  readonly notes: readonly string[]
}

/** The call with the change that it would make in the place of its arguments, where that can be known beforehand. */
export async function foreseen(
  card: Card,
  question: ApprovalQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ForeseenCall> {
  if (question.kind !== 'call') return { card, notes: [] }
  const { name, arguments: args, agent = workspace.agent } = question.execution
  const definition = workspace.tools.get(name, agent)
  // Only of the built-in tools it is known what they would change.
  if (definition === undefined || workspace.builtIn?.has(definition) !== true) return { card, notes: [] }
  try {
    const found = await workspace.preview?.(name, args, signal, agent)
    if (found === undefined) return { card, notes: [] }
    const { view, problem } = found
    if (problem !== undefined) return { card, notes: [`it would fail: ${problem}`] }
    return { card: { ...card, call: view }, notes: [] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { card, notes: [`what it would change cannot be shown: ${why}`] }
  }
}
