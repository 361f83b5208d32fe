import type { DiffResultView, FileDiff, JsonValue, ToolResult } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import { changeNotes } from './change-notes.ts'
import type { TextChange } from './text-change.ts'

/** What is told of a changed file; only some of it is known of every change. */
type Told = Pick<TextChange, 'added' | 'removed' | 'hunks' | 'omittedLines' | 'cutLines'> & {
  readonly path: string
  readonly changed: boolean
  readonly created?: boolean
  readonly oldLines?: number
  readonly lost?: readonly string[]
  /** Why nothing is known of the lines before. */
  readonly notCompared?: string
  /** For each edit, how many places it replaced. */
  readonly replacements?: readonly number[]
}

/** What the card of a changed file needs. */
export function changeMeta(value: Told): JsonValue {
  const { path, changed, created, added, removed, hunks, omittedLines, cutLines } = value
  const everyPlace = value.replacements?.filter((count) => count > 1) ?? []
  return {
    path,
    changed,
    ...(created === true ? { created } : {}),
    added,
    removed,
    hunks: hunks.map(({ oldText, newText, newLine }) => ({ oldText, newText, line: newLine })),
    ...(omittedLines === undefined ? {} : { omittedLines }),
    ...(cutLines === undefined ? {} : { cutLines }),
    ...(value.oldLines === undefined ? {} : { oldLines: value.oldLines }),
    ...(value.lost === undefined || value.lost.length === 0 ? {} : { lost: [...value.lost] }),
    ...(value.notCompared === undefined ? {} : { notCompared: value.notCompared }),
    ...(everyPlace.length === 0 ? {} : { everyPlace }),
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
  const notes = changeNotes(meta)
  return { card: 'diff', ...(notes.length === 0 ? {} : { title: [title, ...notes].join('; ') }), diffs }
}

function diffOf(path: string, isNew: boolean, hunk: JsonValue): FileDiff[] {
  if (!isJsonObject(hunk)) return []
  const { oldText, newText, line } = hunk
  if (typeof oldText !== 'string' || typeof newText !== 'string' || typeof line !== 'number') return []
  return [{ path, oldText: isNew ? null : oldText, newText, line }]
}
