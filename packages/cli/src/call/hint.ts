import { counted, decisionOf, type Card } from '@millrace/cards'
import type { JsonValue } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import type { Workspace } from '../workspace.ts'
import { mendedCall, typedCall } from './example.ts'
import { propertiesOf } from './typed-value.ts'

/** What to do about a call that did not succeed, in one line; `undefined` where nothing general helps. */
export function hintFor(card: Card, workspace: Workspace): string | undefined {
  const { tools, agent, root } = workspace
  const definition = tools.get(card.tool, agent)
  if (card.error?.code === 'INVALID_ARGS' && definition !== undefined) {
    return `for example: ${mendedCall(definition, given(card), card.failure ?? '')}`
  }
  if (card.error?.code === 'NOBODY_TO_ASK')
    return 'it asks at a terminal: run it in one, with nothing piped in'
  if (card.error?.code === 'FS_EXISTS' && definition !== undefined)
    return overwriting(definition, given(card))
  const by = card.status === 'denied' ? decisionOf(card)?.by : undefined
  if (by === 'nobody to ask') return allowing(rulesFor(card, workspace))
  return by === 'workspace' ? `calls stay inside ${root}; another folder is chosen with --cwd DIR` : undefined
}

const mostRules = 5

/** How the calls of a turn, and of its programs, run that nobody was there to be asked about, in one line; nothing where there are none. */
export function hintsForUnasked(cards: readonly Card[], workspace: Workspace): string[] {
  const unasked = withCallsIn(cards).filter(
    (card) => card.status === 'denied' && decisionOf(card)?.by === 'nobody to ask',
  )
  if (unasked.length === 0) return []
  const rules = [...new Set(unasked.flatMap((card) => rulesFor(card, workspace)))]
  const named = rules.length > mostRules ? [...rules.slice(0, mostRules), '…'] : rules
  const allowed = rules.length === 0 ? '' : `allow with ${named.join(', ')}; `
  const what = counted(unasked.length, 'call')
  return [`nobody was here to be asked about ${what}: ${allowed}--approve-all answers yes to every question`]
}

/** Cards, and those of the calls that they made. */
function withCallsIn(cards: readonly Card[]): Card[] {
  return cards.flatMap((card) => [card, ...withCallsIn(card.children)])
}

/** How a call runs that nobody is there to be asked about. */
function allowing(rules: readonly string[]): string {
  return rules.length === 0
    ? 'nobody is here to be asked; with --approve-all it runs without a question'
    : `allow with ${rules.join(' and ')} under permissions.allow of millrace.jsonc; --approve-all answers yes to this once`
}

/** The narrowest rules that would allow it together. */
function rulesFor(card: Card, { ctx, agent }: Workspace): readonly string[] {
  const [narrowest = []] = ctx.get('permissions')?.judge(card.tool, given(card), agent).suggestions ?? []
  return narrowest
}

/** A person at the command line has read the file elsewhere, if at all. */
function overwriting(tool: ToolDefinition, args: JsonValue): string | undefined {
  if (!propertiesOf(tool.parameters).has('overwrite')) return undefined
  return `to replace it all the same: ${typedCall(tool, { ...(args as object), overwrite: true })}`
}

function given(card: Card): JsonValue {
  try {
    return JSON.parse(card.arguments) as JsonValue
  } catch {
    return {}
  }
}
