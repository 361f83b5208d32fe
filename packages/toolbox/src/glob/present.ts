import type {
  JsonValue,
  SearchPathsResultView,
  ToolCallView,
  ToolResult,
  ToolResultView,
} from '@millrace/protocol'
import type { GlobValue } from './value.ts'

/** The arguments of a glob that its cards need. */
export interface GlobArgs {
  readonly pattern: string
  readonly path?: string
}

/** The pending card: what is looked for, and where. */
export function presentGlobCall({ pattern, path }: GlobArgs): ToolCallView {
  return {
    card: 'generic',
    kind: 'search',
    title: path === undefined ? pattern : `${pattern} in ${path}`,
    ...(path === undefined ? {} : { locations: [{ path }] }),
  }
}

/** What a search card needs of the value. */
export function globMeta({ paths, truncated, total }: GlobValue): JsonValue {
  return { paths, truncated, total }
}

/** The completed card. */
export function presentGlobResult({ isError, meta }: ToolResult): ToolResultView | undefined {
  if (isError || typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined
  const { paths, truncated, total } = meta
  if (!Array.isArray(paths) || typeof truncated !== 'boolean' || typeof total !== 'number') return undefined
  const listed = paths.filter((path) => typeof path === 'string')
  const view: SearchPathsResultView = { card: 'search', shape: 'paths', paths: listed, truncated, total }
  return view
}
