import type { JsonValue } from '@millrace/protocol'

/** One way in which a tool turns `old` into `new` in a file that reads `keep\nold\n`. */
export interface WayToChange {
  readonly name: string
  readonly tool: 'edit' | 'write'
  readonly args: (path: string) => JsonValue
}

/** What every path through the changing tools has to do alike. */
export const waysToChange: readonly WayToChange[] = [
  {
    name: 'edit with one edit',
    tool: 'edit',
    args: (path) => ({ path, edits: [{ oldText: 'old', newText: 'new' }] }),
  },
  {
    name: 'edit with several edits',
    tool: 'edit',
    args: (path) => ({
      path,
      edits: [
        { oldText: 'old', newText: 'other' },
        { oldText: 'keep\nother', newText: 'keep\nnew' },
      ],
    }),
  },
  {
    name: 'edit with replaceAll',
    tool: 'edit',
    args: (path) => ({ path, edits: [{ oldText: 'old', newText: 'new', replaceAll: true }] }),
  },
  { name: 'write', tool: 'write', args: (path) => ({ path, content: 'keep\nnew\n', overwrite: true }) },
]

/** The content before and after. */
export const [oldContent, newContent] = ['keep\nold\n', 'keep\nnew\n'] as const
