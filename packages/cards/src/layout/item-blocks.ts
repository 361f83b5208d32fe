import type { FinishReason, TurnEndReason } from '@millrace/protocol'
import type {
  AssistantItem,
  NoteItem,
  SessionItem,
  SessionNote,
  TurnEndItem,
  UserItem,
} from '../session/item.ts'
import { counted, duration, size } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
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
export function speakerOf(item: ProseItem, isWithinAgent = false): string {
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
        ? [...reasoningBlocks(item), ...answerBlocks(item)]
        : [...answerBlocks(item), ...hiddenReasoning(item, sheet)]
    case 'note':
      return noteBlocks(item, sheet)
    case 'end':
      return endBlocks(item, sheet)
  }
}

/** What a person said is never folded; what a plugin adds is a remark. */
function userBlocks({ text, plugin, steering }: UserItem, sheet: Sheet): Block[] {
  if (plugin !== undefined)
    return [note('added by', plugin), ...proseBlocks(text, keepPlugin, sheet, 'quiet')]
  return [...(steering === true ? [note('while it ran:')] : []), ...whole(text, 'strong')]
}

function reasoningBlocks({ reasoning, text, state }: AssistantItem): Block[] {
  if (reasoning === '') return []
  const isAnswered = text !== '' || state !== 'done'
  return [note('reasoning:'), ...whole(reasoning, 'quiet'), ...(isAnswered ? [note('answer:')] : [])]
}

function hiddenReasoning({ reasoning }: AssistantItem, sheet: Sheet): Block[] {
  if (reasoning === '') return []
  return [hiddenNote(`${counted(linesOf(reasoning).length, 'line')} of reasoning`, sheet)]
}

/** What a model said, and why it did not come to an end of its own; without its reasoning. */
export function answerBlocks({ text, state, finish }: AssistantItem): Block[] {
  const why = state === 'cut' ? cutWords : finish === undefined ? undefined : finishWords[finish]
  return [...whole(text, 'plain'), ...(why === undefined ? [] : [note(why)])]
}

const cutWords = '(the answer broke off here; the model is not told of it)'

/** Ends that a person would not expect. */
const finishWords: Readonly<Record<FinishReason, string | undefined>> = {
  stop: undefined,
  'tool-calls': undefined,
  interrupted: '(interrupted)',
  length: '(the model reached the limit of its output)',
  'content-filter': '(the provider filtered the answer)',
  error: '(the answer ended with an error)',
  other: '(the answer ended for a reason that the provider does not name)',
}

function whole(text: string, tone: Tone): Block[] {
  const lines = linesOf(text)
  return lines.length === 0 ? [] : [{ kind: 'prose', lines, tone }]
}

function noteBlocks({ note: told }: NoteItem, sheet: Sheet): Block[] {
  switch (told.type) {
    case 'retry':
      return [
        note(`the request failed and is made again in ${duration(told.delayMs)} (attempt ${told.attempt})`),
        ...proseBlocks(`${told.code}: ${told.message}`, keepMessage, sheet, 'quiet'),
      ]
    case 'notice':
      return proseBlocks(told.message, keepMessage, sheet, 'quiet')
    case 'pruned':
      return [
        note(
          `from here on the model reads ${counted(told.results, 'old result')} (${size(told.bytes)}) as short texts; decided by`,
          told.by,
        ),
      ]
    case 'summarised':
      return [
        note(
          `from here on the model reads a summary of everything before event ${told.keptFrom}; written by`,
          told.by,
        ),
        ...proseBlocks(told.summary, keepSummary, sheet, 'quiet'),
      ]
    case 'resumed':
      return resumedBlocks(told)
    case 'unreadable':
      return [note(`event ${told.seq} cannot be read; its type is`, told.event)]
  }
}

function resumedBlocks({ closedCalls, torn }: Extract<SessionNote, { readonly type: 'resumed' }>): Block[] {
  const calls = counted(closedCalls, 'call')
  const bytes = torn && counted(torn.bytes, 'byte')
  return [
    note('the session was resumed'),
    ...(closedCalls > 0 ? [note(`${calls} had been under way; what came of it is unknown`)] : []),
    ...(torn ? [note(`${bytes} at the end of the log made no whole event and are kept in`, torn.file)] : []),
  ]
}

/** How ends look that a person would not expect. */
const toneOfReason: Readonly<Record<TurnEndReason, Tone | undefined>> = {
  done: undefined,
  concluded: undefined,
  interrupted: 'quiet',
  limit: 'failed',
  denied: 'denied',
  failed: 'failed',
}

/** Why a turn ended, where a person would not expect it. */
function endBlocks({ reason, code, message }: TurnEndItem, sheet: Sheet): Block[] {
  const tone = toneOfReason[reason]
  if (tone === undefined) return []
  const head = `turn ${reason}${code === undefined ? '' : ` (${code})`}`
  const text = message === undefined ? head : `${head}: ${message}`
  return proseBlocks(text, keepMessage, { ...sheet, expand: true }, tone)
}

/** What the footer of a turn says. */
export function footerOf({ totals, model }: TurnEndItem, session: string | undefined): string[] {
  const facts: FooterFacts = {
    ...(model !== undefined && { model }),
    ...(session !== undefined && { session }),
  }
  return footerFacts(totals, facts)
}
