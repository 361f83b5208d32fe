import type {
  JsonValue,
  SearchFileMatches,
  SearchMatch,
  SearchMatchesResultView,
  ToolCallView,
  ToolResult,
  ToolResultView,
} from '@millrace/protocol'
import { searchCallView, searchTitle, titleFacts } from '../workspace/search-card.ts'
import { orderedLines } from './ordered-lines.ts'
import type { GrepValue } from './value.ts'

/** The arguments of a grep that its cards need. */
export interface GrepArgs {
  readonly pattern: string
  readonly path?: string
  readonly include?: string
}

/** The pending card: what is looked for, and where. */
export function presentGrepCall(args: GrepArgs): ToolCallView {
  return searchCallView(titleOf(args), args.path)
}

function titleOf({ pattern, path, include }: GrepArgs): string {
  const files = include === undefined ? undefined : `files ${include}`
  const where = [path, files].filter((part) => part !== undefined).join(', ')
  return where === '' ? pattern : `${pattern} in ${where}`
}

/** What a search card needs of the value: the listed lines, and what the search left out. */
export function grepMeta(value: GrepValue): JsonValue {
  const { files, truncated, total } = value
  const shown = files.map((file) => ({
    path: file.path,
    matches: orderedLines(file).map(({ lineNumber, line, isContext }) => ({
      lineNumber,
      line,
      ...(isContext ? { context: true } : {}),
    })),
  }))
  return { files: shown, truncated, total, ...titleFacts(value) }
}

/** The completed card; its title says why there may be more than it lists. */
export function presentGrepResult(args: GrepArgs, { isError, meta }: ToolResult): ToolResultView | undefined {
  if (isError || !isObject(meta)) return undefined
  const { files, truncated, total } = meta
  if (!Array.isArray(files) || typeof truncated !== 'boolean' || typeof total !== 'number') return undefined
  const view: SearchMatchesResultView = {
    card: 'search',
    shape: 'matches',
    files: files.map(fileView).filter((file) => file !== undefined),
    truncated,
    total,
  }
  const title = searchTitle(titleOf(args), meta)
  return title === undefined ? view : { ...view, title }
}

function fileView(file: JsonValue): SearchFileMatches | undefined {
  if (!isObject(file)) return undefined
  const { path, matches } = file
  if (typeof path !== 'string' || !Array.isArray(matches)) return undefined
  return { path, matches: matches.map(matchView).filter((match) => match !== undefined) }
}

function matchView(match: JsonValue): SearchMatch | undefined {
  if (!isObject(match)) return undefined
  const { lineNumber, line, context } = match
  if (typeof lineNumber !== 'number' || typeof line !== 'string') return undefined
  return { lineNumber, line, ...(context === true ? { context } : {}) }
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
