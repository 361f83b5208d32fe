import type { FinishReason } from '@millrace/protocol'
import type {
  AssistantItem,
  NoteItem,
  SessionItem,
  SessionNote,
  TurnEndItem,
  UserItem,
} from '../session/item.ts'
import { duration, size } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import type { CardWords, SaidWords, Speaker } from '../words/card-words.ts'
import { hiddenNote, note, proseBlocks, type Block } from './block.ts'
import { footerFacts, type FooterFacts } from './footer.ts'
import type { Keep } from './fold.ts'
import type { Tone } from './row.ts'
import type { Sheet } from './sheet.ts'

const keepPlugin: Keep = { head: 1, tail: 1 }
const keepSummary: Keep = { head: 2, tail: 1 }
const keepMessage: Keep = { head: 6, tail: 3 }

/** What a session says beside its calls. */
export type ProseItem = Exclude<SessionItem, { readonly kind: 'call' }>

/** Who says it, in the words of the layout; a sub-agent is given its task by a model. */
export function speakerOf(item: ProseItem, isWithinAgent = false): Speaker {
  switch (item.kind) {
    case 'user':
      return item.plugin !== undefined ? 'plugin' : isWithinAgent ? 'task' : 'you'
    case 'assistant':
      return 'model'
    case 'note':
      return 'note'
    case 'end':
      return 'turn'
  }
}

/** An item as blocks; nothing for one that has nothing to show. */
export function itemBlocks(item: ProseItem, sheet: Sheet): Block[] {
  switch (item.kind) {
    case 'user':
      return userBlocks(item, sheet)
    case 'assistant':
      return sheet.expand
        ? [...reasoningBlocks(item, sheet), ...answerBlocks(item, sheet)]
        : [...answerBlocks(item, sheet), ...hiddenReasoning(item, sheet)]
    case 'note':
      return noteBlocks(item, sheet)
    case 'end':
      return endBlocks(item, sheet)
  }
}

/** What a person said is never folded; what a plugin adds is a remark. */
function userBlocks({ text, plugin, steering }: UserItem, sheet: Sheet): Block[] {
  if (plugin !== undefined)
    return [note(sheet.words.said.addedBy, plugin), ...proseBlocks(text, keepPlugin, sheet, 'quiet')]
  return [...(steering === true ? [note(sheet.words.said.whileItRan)] : []), ...whole(text, 'strong')]
}

function reasoningBlocks({ reasoning, text, state }: AssistantItem, { words }: Sheet): Block[] {
  if (reasoning === '') return []
  const isAnswered = text !== '' || state !== 'done'
  const { said } = words
  return [note(said.reasoning), ...whole(reasoning, 'quiet'), ...(isAnswered ? [note(said.answer)] : [])]
}

function hiddenReasoning({ reasoning }: AssistantItem, sheet: Sheet): Block[] {
  if (reasoning === '') return []
  return [hiddenNote(sheet.words.said.linesOfReasoning(linesOf(reasoning).length), sheet)]
}

/** What a model said, and why it did not come to an end of its own; without its reasoning. */
export function answerBlocks({ text, state, finish }: AssistantItem, { words }: Sheet): Block[] {
  const why = state === 'cut' ? words.said.cut : finishWords(finish, words.said)
  return [...whole(text, 'plain'), ...(why === undefined ? [] : [note(why)])]
}

/** Ends that a person would not expect. */
function finishWords(finish: FinishReason | undefined, { finishes }: SaidWords): string | undefined {
  return finish === undefined || finish === 'stop' || finish === 'tool-calls' ? undefined : finishes[finish]
}

function whole(text: string, tone: Tone): Block[] {
  const lines = linesOf(text)
  return lines.length === 0 ? [] : [{ kind: 'prose', lines, tone }]
}

function noteBlocks({ note: told }: NoteItem, sheet: Sheet): Block[] {
  const { said } = sheet.words
  switch (told.type) {
    case 'retry':
      return [
        note(said.retry(duration(told.delayMs), told.attempt)),
        ...proseBlocks(`${told.code}: ${told.message}`, keepMessage, sheet, 'quiet'),
      ]
    case 'notice':
      return proseBlocks(told.message, keepMessage, sheet, 'quiet')
    case 'pruned':
      return [note(said.pruned(told.results, size(told.bytes)), told.by)]
    case 'summarised':
      return [
        note(said.summarised(told.keptFrom), told.by),
        ...proseBlocks(told.summary, keepSummary, sheet, 'quiet'),
      ]
    case 'resumed':
      return resumedBlocks(told, said)
    case 'unreadable':
      return [note(said.unreadable(told.seq), told.event)]
  }
}

function resumedBlocks(
  { closedCalls, torn }: Extract<SessionNote, { readonly type: 'resumed' }>,
  words: SaidWords,
): Block[] {
  return [
    note(words.resumed),
    ...(closedCalls > 0 ? [note(words.underWay(closedCalls))] : []),
    ...(torn ? [note(words.torn(torn.bytes), torn.file)] : []),
  ]
}

/** How ends look that a person would not expect. */
const toneOfReason: Readonly<Record<keyof SaidWords['turnEnds'], Tone>> = {
  interrupted: 'quiet',
  limit: 'failed',
  denied: 'denied',
  failed: 'failed',
}

/** Why a turn ended, where a person would not expect it. */
function endBlocks({ reason, code, message }: TurnEndItem, sheet: Sheet): Block[] {
  if (reason === 'done' || reason === 'concluded') return []
  const head = `${sheet.words.said.turnEnds[reason]}${code === undefined ? '' : ` (${code})`}`
  const text = message === undefined ? head : `${head}: ${message}`
  return proseBlocks(text, keepMessage, { ...sheet, expand: true }, toneOfReason[reason])
}

/** What the footer of a turn says. */
export function footerOf(
  { totals, model }: TurnEndItem,
  session: string | undefined,
  words: CardWords,
): string[] {
  const facts: FooterFacts = {
    ...(model !== undefined && { model }),
    ...(session !== undefined && { session }),
  }
  return footerFacts(totals, facts, words)
}
