import type { Card } from '@millrace/cards'
import { decisionOf } from '@millrace/cards'
import type { Workspace } from '../workspace.ts'
import { permissionFor } from '../ask-before-effects.ts'
import { exampleCall } from './example.ts'

/** What to do about a call that did not succeed, in one line; `undefined` where nothing general helps. */
export function hintFor(card: Card, { tools, agent, root }: Workspace): string | undefined {
  const definition = tools.get(card.tool, agent)
  if (card.error?.code === 'INVALID_ARGS') {
    return definition === undefined ? undefined : `for example: ${exampleCall(definition)}`
  }
  if (card.status !== 'denied') return undefined
  if (decisionOf(card)?.by === 'nobody to ask' && permissionFor(definition) === 'ask') {
    return 'only tools that change nothing run without a question; see the permissions in: millrace tools'
  }
  return `paths must stay inside ${root}; another folder is chosen with --cwd DIR`
}
