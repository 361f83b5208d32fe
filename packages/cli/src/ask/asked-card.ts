import { initialCards, reduceCards, type Card, type Presenters } from '@millrace/cards'
import { redactPointers, type GenericCallView, type JsonValue, type SessionEvent } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ApprovalQuestion, CallQuestion } from '@millrace/policies/approval'
import type { Workspace } from '../workspace.ts'
import type { AskedExecution } from './rule-trial.ts'

/**
 * The card of what is asked about, with the arguments that will run and without their secrets. The reason of the question
 * is not in it: it must stand on the screen whatever the card takes.
 */
export function askedCard(question: ApprovalQuestion, workspace: Workspace): Card {
  switch (question.kind) {
    case 'call':
      return callCard(question, workspace)
    case 'host':
      return plainCard(question, 'network', { kind: 'fetch', title: `${question.host}:${question.port}` })
    case 'step':
      return plainCard(question, 'agent', { title: 'asks its model again' })
  }
}

function callCard(question: CallQuestion, workspace: Workspace): Card {
  const { callId, toolName, requestId, hash, execution } = question
  const { agent } = execution
  const presenters: Presenters = (name) => workspace.tools.get(name, agent)
  const asked = { requestId, callId, toolName, argumentsHash: hash }
  const args = printJson(shownArguments(execution, workspace))
  const events: SessionEvent[] = [
    {
      seq: 0,
      time: 0,
      type: 'tool/call',
      data: { turn: 1, step: 1, callId, name: toolName, arguments: args },
    },
    { seq: 1, time: 0, type: 'approval/asked', data: asked },
  ]
  const { cards } = events.reduce((state, event) => reduceCards(state, event, presenters), initialCards)
  const [card] = cards
  if (card === undefined) throw new Error('a call has a card from its first event on')
  return card
}

/** The frozen arguments of a call, without what its tool calls secret and without configured secrets. */
export function shownArguments(
  { name, agent, arguments: args }: AskedExecution,
  { ctx, tools }: Workspace,
): JsonValue {
  // The pipeline made a snapshot of them, which is lossless JSON.
  const shown = redactPointers(args as JsonValue, tools.get(name, agent)?.secrets ?? [])
  return ctx.get('redaction')?.json(shown) ?? shown
}

/** The card of a question that is not about a call. */
function plainCard({ requestId }: ApprovalQuestion, tool: string, call: Omit<GenericCallView, 'card'>): Card {
  return {
    callId: requestId,
    tool,
    status: 'waiting',
    arguments: '{}',
    call: { card: 'generic', ...call },
    startedAt: 0,
    approval: { askedAt: 0 },
    children: [],
  }
}
