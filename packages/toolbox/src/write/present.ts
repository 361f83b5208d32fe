import type { ToolCallView } from '@millrace/protocol'

/** The arguments of a write. */
export interface WriteArgs {
  readonly path: string
  readonly content: string
}

/** The pending card: all that is to be written. Whether it replaces something only the disk knows. */
export function presentWriteCall({ path, content }: WriteArgs): ToolCallView {
  return {
    card: 'diff',
    title: path,
    // Of an empty text nothing would be shown but that nothing changes.
    diffs: [{ path, oldText: content === '' ? null : '', newText: content, line: 1 }],
    locations: [{ path }],
  }
}
