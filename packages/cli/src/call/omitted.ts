import type { ToolResultView } from '@millrace/protocol'

/** What a result leaves out of the whole; only what can be counted is named. */
export interface Omitted {
  readonly lines?: number
  readonly bytes?: number
  readonly spill?: string
}

/** What a result leaves out, as its view counts it: matches or paths beyond those listed, lines outside the window. */
export function omittedBy(view: ToolResultView | undefined): Omitted | null {
  const lines = view === undefined ? 0 : missingLines(view)
  return lines > 0 ? { lines } : null
}

function missingLines(view: ToolResultView): number {
  if (view.card === 'read') return view.totalLines - view.lines.length
  if (view.card !== 'search') return 0
  if (view.shape === 'paths') return view.total - view.paths.length
  return view.total - view.files.reduce((sum, file) => sum + file.matches.length, 0)
}
