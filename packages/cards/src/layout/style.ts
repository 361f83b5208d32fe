import type { Tone } from './row.ts'
import type { CardStatus } from '../state.ts'
import type { ToolCallKind } from '@millrace/protocol'

/** How a state looks: a glyph, a word and a tone, so that colour alone never carries the meaning. */
export interface Look {
  readonly glyph: string
  readonly ascii: string
  readonly word: string
  readonly tone: Tone
}

/** The looks of the seven states. */
export const looks: Readonly<Record<CardStatus, Look>> = {
  queued: { glyph: '◌', ascii: '.', word: 'queued', tone: 'queued' },
  running: { glyph: '▸', ascii: '>', word: 'running', tone: 'running' },
  waiting: { glyph: '?', ascii: '?', word: 'waiting for you', tone: 'waiting' },
  done: { glyph: '✓', ascii: '+', word: 'done', tone: 'done' },
  failed: { glyph: '✗', ascii: 'x', word: 'failed', tone: 'failed' },
  denied: { glyph: '⊘', ascii: '!', word: 'denied', tone: 'denied' },
  cancelled: { glyph: '⊝', ascii: '-', word: 'cancelled', tone: 'cancelled' },
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
