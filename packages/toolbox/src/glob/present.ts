import type {
  JsonValue,
  SearchPathsResultView,
  ToolCallView,
  ToolResult,
  ToolResultView,
} from '@millrace/protocol'
import { searchCallView, searchTitle, titleFacts } from '../workspace/search-card.ts'
import { anyDepthHint, inFolderHint } from './any-depth.ts'
import type { GlobValue } from './value.ts'

/** The arguments of a glob that its cards need. */
export interface GlobArgs {
  readonly pattern: string
  readonly path?: string
}

/** The pending card: what is looked for, and where. */
export function presentGlobCall(args: GlobArgs): ToolCallView {
  return searchCallView(titleOf(args), args.path)
}

/** What a search card needs of the value. */
export function globMeta(value: GlobValue): JsonValue {
  const { paths, truncated, total, isFolder } = value
  return { paths, truncated, total, ...(isFolder === true ? { isFolder } : {}), ...titleFacts(value) }
}

/** The completed card; its title says why there may be more than it lists. */
export function presentGlobResult(args: GlobArgs, { isError, meta }: ToolResult): ToolResultView | undefined {
  if (isError || typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined
  const { paths, truncated, total } = meta
  if (!Array.isArray(paths) || typeof truncated !== 'boolean' || typeof total !== 'number') return undefined
  const listed = paths.filter((path) => typeof path === 'string')
  const view: SearchPathsResultView = { card: 'search', shape: 'paths', paths: listed, truncated, total }
  const anyDepth = anyDepthHint(args.pattern)
  const hints =
    meta['isFolder'] === true
      ? [inFolderHint(args.pattern)]
      : [...(anyDepth === undefined ? [] : [anyDepth]), 'folders are not listed']
  const title = searchTitle(titleOf(args), meta, hints)
  return title === undefined ? view : { ...view, title }
}

function titleOf({ pattern, path }: GlobArgs): string {
  return path === undefined ? pattern : `${pattern} in ${path}`
}
