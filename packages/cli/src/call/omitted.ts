import type { JsonValue, ToolResultView } from '@millrace/protocol'

/** What a result leaves out of the whole; only what can be counted is named. */
export interface Omitted {
  /** Lines outside the window, matches and paths beyond those listed, or line breaks in the output that is missing. */
  readonly lines?: number
  /** Bytes of lines of which only a part is given, or of the output that is missing. */
  readonly bytes?: number
  /** Characters of a page outside the window. */
  readonly characters?: number
  /** The file that has the output, where it was too large for the memory. */
  readonly spill?: string
}

/** What a result leaves out, by its view and its value; `null` where nothing is known to be missing. */
export function omittedBy(view: ToolResultView | undefined, value: JsonValue): Omitted | null {
  const lines = view === undefined ? 0 : missingLines(view)
  const output = missingOutput(value)
  const bytes = missingBytes(value)
  const characters = view?.card === 'web' ? missingCharacters(value) : 0
  const omitted = {
    ...(lines > 0 && { lines }),
    ...(bytes > 0 && { bytes }),
    ...(characters > 0 && { characters }),
    ...output,
  }
  return Object.keys(omitted).length === 0 ? null : omitted
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

/** What a value of `bash` says of the middle of a long output: `omitted: { bytes, lines }, spill: { path }`. */
function missingOutput(value: JsonValue): Omitted {
  const { omitted = null, spill = null } = isObject(value) ? value : {}
  if (!isObject(omitted)) return {}
  const { bytes, lines } = omitted
  const path = isObject(spill) ? spill['path'] : undefined
  return {
    ...(typeof bytes === 'number' && { bytes }),
    ...(typeof lines === 'number' && { lines }),
    ...(typeof path === 'string' && { spill: path }),
  }
}

/** The part of a page that a value of `web_fetch` does not give. */
function missingCharacters(value: JsonValue): number {
  const { text, totalChars } = isObject(value) ? value : {}
  return typeof text === 'string' && typeof totalChars === 'number' ? totalChars - text.length : 0
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
