import type {
  JsonValue,
  SearchFileMatches,
  SearchMatch,
  SearchMatchesResultView,
  ToolCallView,
  ToolResult,
  ToolResultView,
} from '@millrace/protocol'
import type { GrepValue } from './value.ts'

/** The arguments of a grep that its cards need. */
export interface GrepArgs {
  readonly pattern: string
  readonly path?: string
  readonly include?: string
}

/** The pending card: what is looked for, and where. */
export function presentGrepCall({ pattern, path, include }: GrepArgs): ToolCallView {
  const where = [path, include].filter((part) => part !== undefined).join(' ')
  return {
    card: 'generic',
    kind: 'search',
    title: where === '' ? pattern : `${pattern} in ${where}`,
    ...(path === undefined ? {} : { locations: [{ path }] }),
  }
}

/** What a search card needs of the value: the matching lines, without context. */
export function grepMeta({ files, truncated, total }: GrepValue): JsonValue {
  const shown = files.map(({ path, matches }) => ({
    path,
    matches: matches.map(({ lineNumber, line }) => ({ lineNumber, line })),
  }))
  return { files: shown, truncated, total }
}

/** The completed card. */
export function presentGrepResult({ isError, meta }: ToolResult): ToolResultView | undefined {
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
  return view
}

function fileView(file: JsonValue): SearchFileMatches | undefined {
  if (!isObject(file)) return undefined
  const { path, matches } = file
  if (typeof path !== 'string' || !Array.isArray(matches)) return undefined
  return { path, matches: matches.map(matchView).filter((match) => match !== undefined) }
}

function matchView(match: JsonValue): SearchMatch | undefined {
  if (!isObject(match)) return undefined
  const { lineNumber, line } = match
  return typeof lineNumber === 'number' && typeof line === 'string' ? { lineNumber, line } : undefined
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
