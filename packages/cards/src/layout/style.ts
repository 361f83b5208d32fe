import type { Tone } from './row.ts'
import type { CardStatus } from '../state.ts'
import type { ToolCallKind } from '@millrace/protocol'

/** How a state looks beside its word: a glyph and a tone, so that colour alone never carries the meaning. */
export interface Look {
  readonly glyph: string
  readonly ascii: string
  readonly tone: Tone
}

/** The looks of the seven states. */
export const looks: Readonly<Record<CardStatus, Look>> = {
  queued: { glyph: '◌', ascii: '.', tone: 'queued' },
  running: { glyph: '▸', ascii: '>', tone: 'running' },
  waiting: { glyph: '?', ascii: '?', tone: 'waiting' },
  done: { glyph: '✓', ascii: '+', tone: 'done' },
  failed: { glyph: '✗', ascii: 'x', tone: 'failed' },
  denied: { glyph: '⊘', ascii: '!', tone: 'denied' },
  cancelled: { glyph: '⊝', ascii: '-', tone: 'cancelled' },
}

/** The icon of each kind of call, and the same for terminals without Unicode. */
export const icons: Readonly<Record<ToolCallKind, readonly [glyph: string, ascii: string]>> = {
  read: ['▤', '='],
  edit: ['✎', '~'],
  delete: ['⌫', '<'],
  move: ['→', '^'],
  search: ['⌕', '/'],
  execute: ['❯', '>'],
  fetch: ['⇣', '@'],
  other: ['·', '*'],
}

/** The signs that the layout itself draws. */
export interface Marks {
  readonly ellipsis: string
  readonly branch: string
  readonly lastBranch: string
  readonly trunk: string
  /** Before a remark about the session. */
  readonly remark: string
}

/** Signs for terminals with Unicode. */
export const unicodeMarks: Marks = {
  ellipsis: '…',
  branch: '├─ ',
  lastBranch: '└─ ',
  trunk: '│  ',
  remark: '· ',
}

/** Signs for all others. */
export const asciiMarks: Marks = {
  ellipsis: '...',
  branch: '|- ',
  lastBranch: '`- ',
  trunk: '|  ',
  remark: '- ',
}
