import type { Card } from '@millrace/cards'
import type { GenericCallView } from '@millrace/protocol'
import type { ApprovalQuestion } from '@millrace/policies/approval'
import { isJsonValue, printJson, type JsonValue } from '@millrace/schema'
import type { Workspace } from '../workspace.ts'
import { shownArguments } from './asked-card.ts'

/**
 * The arguments of a call as a card of their own, where the call's card is drawn by a tool that did not come with the
 * command: what such a tool says of a call may leave out what matters.
 */
export function foreignArguments(
  card: Card,
  question: ApprovalQuestion,
  workspace: Workspace,
): Card | undefined {
  if (question.kind !== 'call') return undefined
  const { execution } = question
  const definition = workspace.tools.get(execution.name, execution.agent)
  if (definition?.presentCall === undefined || workspace.builtIn?.has(definition) === true) return undefined
  const rawInput = shownArguments(execution, workspace)
  const text = printJson(rawInput)
  if (text === '{}') return undefined
  // The card of a question shows all of such an input.
  if (showsInput(card) && printJson(card.call.rawInput) === text) return undefined
  const { approval: _, ...rest } = card
  return { ...rest, status: 'queued', call: { card: 'generic', title: 'arguments', rawInput } }
}

/** Whether a card draws its input as it is, and not in words of its own. */
function showsInput(card: Card): card is Card & { call: GenericCallView & { rawInput: JsonValue } } {
  const { call } = card
  return call.card === 'generic' && call.rawInput !== call.title && isJsonValue(call.rawInput)
}
