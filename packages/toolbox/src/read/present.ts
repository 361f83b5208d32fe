import type { JsonValue, ReadResultView, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { languageOf } from './language.ts'
import { markedLines } from './marked-lines.ts'
import type { ReadValue } from './value.ts'

/** The arguments of a read. */
export interface ReadArgs {
  readonly path: string
  readonly offset?: number
  readonly limit?: number
  readonly column?: number
}

/** The pending card: the file, and the place where reading begins. */
export function presentReadCall({ path, offset }: ReadArgs): ToolCallView {
  const location = offset === undefined ? { path } : { path, line: offset }
  return { card: 'generic', kind: 'read', title: path, locations: [location] }
}

/** What a card needs of a text window; a picture or binary shows its content. */
export function readMeta(value: ReadValue): JsonValue {
  if (value.kind !== 'text') return { kind: value.kind, path: value.path }
  const { kind, path, offset, totalLines, totalIsLowerBound, next, invalid, column, nextColumn } = value
  return {
    kind,
    path,
    offset,
    lines: markedLines(value),
    totalLines,
    ...(totalIsLowerBound === undefined ? {} : { totalIsLowerBound }),
    ...(next === undefined ? {} : { next }),
    ...(column === undefined ? {} : { column }),
    ...(nextColumn === undefined ? {} : { nextColumn }),
    ...(invalid === undefined ? {} : { invalid }),
  }
}

/**
 * The completed card of a text window, whose title says what the lines alone do not; `undefined` leaves it to the
 * content.
 */
export function presentReadResult(args: ReadArgs, result: ToolResult): ToolResultView | undefined {
  const { meta } = result
  if (result.isError || typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined
  const { path, offset, lines, totalLines } = meta
  if (typeof path !== 'string' || typeof offset !== 'number' || typeof totalLines !== 'number')
    return undefined
  if (!Array.isArray(lines)) return undefined
  const shown = lines.filter((line) => typeof line === 'string')
  const view: ReadResultView = {
    card: 'read',
    path,
    offset,
    lines: shown.map((line, index) => ({ number: offset + index, text: line })),
    totalLines,
    content: shown.join('\n'),
  }
  const lang = languageOf(path)
  const notes = notesOf(meta)
  return {
    ...view,
    ...(notes.length === 0 ? {} : { title: [args.path, ...notes].join('; ') }),
    ...(lang === undefined ? {} : { lang }),
  }
}

/** The card states the range itself, so only what follows from it is told. */
function notesOf(meta: { [key: string]: JsonValue }): string[] {
  const { totalLines, totalIsLowerBound, next, invalid, column, nextColumn } = meta
  return [
    ...(typeof column === 'number' ? [`from character ${column} of the line on`] : []),
    ...(typeof nextColumn === 'number' ? [`continue with column=${nextColumn}`] : []),
    ...(totalIsLowerBound === true && typeof totalLines === 'number' ? [`at least ${totalLines} lines`] : []),
    ...(typeof next === 'number' ? [`continue with offset=${next}`] : []),
    ...(invalid === true ? ['not valid UTF-8'] : []),
  ]
}
