import type { JsonValue, ToolResultView } from '@millrace/protocol'

/** What a result leaves out of the whole; only what can be counted is named. */
export interface Omitted {
  /** Lines outside the window, or matches and paths beyond those listed. */
  readonly lines?: number
  /** Bytes of lines of which only a part is given. */
  readonly bytes?: number
}

/** What a result leaves out, by its view and its value; `null` where nothing is known to be missing. */
export function omittedBy(view: ToolResultView | undefined, value: JsonValue): Omitted | null {
  const lines = view === undefined ? 0 : missingLines(view)
  const bytes = missingBytes(value)
  if (lines <= 0 && bytes <= 0) return null
  return { ...(lines > 0 && { lines }), ...(bytes > 0 && { bytes }) }
}

function missingLines(view: ToolResultView): number {
  if (view.card === 'read') return view.totalLines - view.lines.length
  if (view.card !== 'search') return 0
  if (view.shape === 'paths') return view.total - view.paths.length
  const listed = view.files.flatMap(({ matches }) => matches).filter(({ context }) => context !== true)
  return view.total - listed.length
}

/** The bytes that a value of `read` says it cut from long lines: `cut: [{ line, omittedBytes }]`. */
function missingBytes(value: JsonValue): number {
  const cut = isObject(value) && Array.isArray(value['cut']) ? value['cut'] : []
  return cut.reduce<number>((sum, each) => {
    const bytes = isObject(each) ? each['omittedBytes'] : 0
    return typeof bytes === 'number' ? sum + bytes : sum
  }, 0)
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
