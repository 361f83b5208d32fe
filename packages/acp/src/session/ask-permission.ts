import type * as acp from '@agentclientprotocol/sdk'
import type { PermissionQuestion } from '../contract.ts'
import { shownDiff, shownText } from '../updates/content.ts'
import type { Places } from '../updates/places.ts'
import { fenced, fencedWhole } from '../updates/text.ts'
import { toolCallOf, type KnownCall } from '../updates/tool-call.ts'

/** What an editor is shown of a question: why it is asked, and the whole of what would run. */
export function askedCall(question: PermissionQuestion, places: Places): KnownCall {
  const { card, reason, notes, diffs, details } = question
  const call = toolCallOf(card, places)
  const why = [...(reason === undefined ? [] : [reason]), ...notes]
  const shown =
    diffs.length > 0
      ? wholeChange(
          diffs.map(({ path, oldText, newText }) => shownDiff(path, oldText, newText)),
          card,
        )
      : wholeCall(card, call)
  const all = details === undefined ? [] : [shownText(fencedWhole(details, 'json'))]
  return {
    ...call,
    status: 'pending',
    content: [...why.map((line) => shownText(fenced(line))), ...shown, ...all],
  }
}

/** The command or the arguments to the last letter: a title may be cut, and what a tool says of its call is not the call. */
function wholeCall(
  { call, arguments: text }: PermissionQuestion['card'],
  known: KnownCall,
): acp.ToolCallContent[] {
  if (call.card === 'diff') return wholeChange(known.content ?? [], { arguments: text })
  if (call.card === 'terminal') return [shownText(fencedWhole(call.title, 'sh')), ...(known.content ?? [])]
  return text === '{}' ? [] : [shownText(fencedWhole(text, 'json'))]
}

/** Changes, and all arguments where one of them is too long to be shown as a change. */
function wholeChange(
  content: readonly acp.ToolCallContent[],
  { arguments: text }: Pick<PermissionQuestion['card'], 'arguments'>,
): acp.ToolCallContent[] {
  const isWhole = content.length > 0 && content.every(({ type }) => type === 'diff')
  return isWhole ? [...content] : [...content, shownText(fencedWhole(text, 'json'))]
}

/**
 * The choice of whoever was asked: one that was offered, and nothing else.
 * @param answer - whatever the editor sent.
 */
export function chosenOf(answer: unknown, { choices }: PermissionQuestion): string | undefined {
  const { outcome } = (answer ?? {}) as {
    readonly outcome?: { readonly outcome?: unknown; readonly optionId?: unknown }
  }
  if (outcome?.outcome !== 'selected') return undefined
  return choices.find(({ id }) => id === outcome.optionId)?.id
}
