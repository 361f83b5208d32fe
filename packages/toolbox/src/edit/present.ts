import type { ToolCallView } from '@millrace/protocol'
import { changeLimits } from '../change/limits.ts'
import type { Replacement } from './replacement.ts'

/** The arguments of an edit. */
export interface EditArgs {
  readonly path: string
  readonly edits: readonly Replacement[]
}

/** The pending card: what is to be replaced by what; where it stands only the file knows. */
export function presentEditCall({ path, edits }: EditArgs): ToolCallView {
  return {
    card: 'diff',
    title: path,
    // More of them are refused.
    diffs: edits.slice(0, changeLimits.edits).map(({ oldText, newText }) => ({ path, oldText, newText })),
    locations: [{ path }],
  }
}
