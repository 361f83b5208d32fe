import { decisionOf, type Card } from '@millrace/cards'
import type { JsonValue } from '@millrace/protocol'
import type { Workspace } from '../workspace.ts'
import { mendedCall } from './example.ts'

/** What to do about a call that did not succeed, in one line; `undefined` where nothing general helps. */
export function hintFor(card: Card, { tools, agent, root }: Workspace): string | undefined {
  const definition = tools.get(card.tool, agent)
  if (card.error?.code === 'INVALID_ARGS' && definition !== undefined) {
    return `for example: ${mendedCall(definition, given(card), card.failure ?? '')}`
  }
  const by = card.status === 'denied' ? decisionOf(card)?.by : undefined
  if (by === 'nobody to ask')
    return 'nobody is here to be asked; with --approve-all it runs without a question'
  return by === 'workspace' ? `calls stay inside ${root}; another folder is chosen with --cwd DIR` : undefined
}

function given(card: Card): JsonValue {
  try {
    return JSON.parse(card.arguments) as JsonValue
  } catch {
    return {}
  }
}
