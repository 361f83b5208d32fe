import { shown, type CallId } from '@millrace/protocol'
import type { Conversation, Entry } from '../conversation/conversation.ts'
import { bytesOfContent, weightOfEntry } from './size.ts'

type Result = Extract<Entry, { kind: 'result' }>

/** Which results may be left out. */
export interface PruneRules {
  /** How many of the last ones stay. */
  readonly keepRecent: number
  /** Smaller ones stay. */
  readonly minBytes: number
  /** Whether results that no model has read may go, once all others are gone. */
  readonly unread: boolean
  /** Whether a call of this tool can be made again without harm. */
  readonly isRepeatable: (tool: string) => boolean
}

/** Results to leave out, and what that saves. */
export interface Pruning {
  readonly results: readonly { readonly callId: CallId; readonly text: string }[]
  /** Weight of requests, in bytes. */
  readonly saved: number
}

/** The oldest results that may go, until enough is saved. */
export function pruningOf(conversation: Conversation, rules: PruneRules, enough: number): Pruning {
  const { read, unread } = candidatesOf(conversation, rules)
  const results: { callId: CallId; text: string }[] = []
  let saved = 0
  const leaveOut = (result: Result, text: string): void => {
    const saving = weightOfEntry(result) - weightOfEntry({ ...result, pruned: text })
    if (saving <= 0) return
    results.push({ callId: result.callId, text })
    saved += saving
  }
  for (const result of read) if (saved < enough) leaveOut(result, readText(result, rules))
  if (rules.unread) for (const result of unread) if (saved < enough) leaveOut(result, unreadText(result))
  return { results, saved }
}

/** The oldest first; of those that nobody read, the largest first. */
function candidatesOf(
  { entries }: Conversation,
  { keepRecent, minBytes }: PruneRules,
): { read: Result[]; unread: Result[] } {
  const lastAnswer = entries.findLastIndex(({ kind }) => kind === 'assistant')
  const placed = entries.flatMap((entry, at) => (entry.kind === 'result' ? [{ entry, at }] : []))
  const old = placed.slice(0, Math.max(0, placed.length - keepRecent))
  const may = old.filter(
    ({ entry }) => entry.pruned === undefined && bytesOfContent(entry.content) >= minBytes,
  )
  const of = (isRead: boolean): Result[] =>
    may.filter(({ at }) => at < lastAnswer === isRead).map(({ entry }) => entry)
  return {
    read: of(true),
    unread: of(false).sort((a, b) => weightOfEntry(b) - weightOfEntry(a)),
  }
}

function readText({ tool, content }: Result, { isRepeatable }: PruneRules): string {
  const again = isRepeatable(tool) ? '; call it again to see it' : ''
  return `[result of ${shown(tool)} left out to save room: ${counted(content)}${again}]`
}

function unreadText({ tool, content }: Result): string {
  return `[result of ${shown(tool)} left out: its ${counted(content)} do not fit into what the model can take; ask for less]`
}

function counted(content: Result['content']): string {
  return `${bytesOfContent(content).toLocaleString('en-US')} bytes`
}
