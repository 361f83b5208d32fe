import type { DiffResultView, FileDiff, JsonObject, JsonValue, ToolResult } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { TextChange } from './text-change.ts'

/** What the card of a changed file needs. */
export function changeMeta(
  value: Pick<TextChange, 'added' | 'removed' | 'hunks' | 'omittedLines' | 'cutLines'> & {
    path: string
    changed: boolean
    created?: boolean
  },
): JsonValue {
  const { path, changed, created, added, removed, hunks, omittedLines, cutLines } = value
  return {
    path,
    changed,
    ...(created === true ? { created } : {}),
    added,
    removed,
    hunks: hunks.map(({ oldText, newText, newLine }) => ({ oldText, newText, line: newLine })),
    ...(omittedLines === undefined ? {} : { omittedLines }),
    ...(cutLines === undefined ? {} : { cutLines }),
  }
}

/**
 * The card of a changed file: what was applied, and in its title what the hunks do not show. `undefined` leaves it
 * to the content, as where no line changed.
 */
export function changeCard(title: string, { isError, meta }: ToolResult): DiffResultView | undefined {
  if (isError || !isJsonObject(meta)) return undefined
  const { path, changed, created, hunks } = meta
  if (typeof path !== 'string' || changed !== true || !Array.isArray(hunks)) return undefined
  const isNew = created === true
  const shown = hunks.flatMap((hunk) => diffOf(path, isNew, hunk))
  const diffs = shown.length === 0 && isNew ? [{ path, oldText: null, newText: '' }] : shown
  if (diffs.length === 0) return undefined
  const notes = notesOf(meta)
  return {
    card: 'diff',
    ...(notes.length === 0 ? {} : { title: [title, ...notes].join('; ') }),
    diffs,
  }
}

function diffOf(path: string, isNew: boolean, hunk: JsonValue): FileDiff[] {
  if (!isJsonObject(hunk)) return []
  const { oldText, newText, line } = hunk
  if (typeof oldText !== 'string' || typeof newText !== 'string' || typeof line !== 'number') return []
  return [{ path, oldText: isNew ? null : oldText, newText, line }]
}

function notesOf({ added, removed, omittedLines, cutLines }: JsonObject): string[] {
  const notes: string[] = []
  if (typeof omittedLines === 'number' && typeof added === 'number' && typeof removed === 'number') {
    notes.push(`+${added} -${removed} lines in all, ${omittedLines} of them not shown`)
  }
  if (typeof cutLines === 'number') notes.push(`${cutLines} long ${cutLines === 1 ? 'line' : 'lines'} cut`)
  return notes
}
