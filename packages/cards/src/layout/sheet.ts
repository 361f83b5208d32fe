import type { Highlight } from '../highlight/highlight.ts'
import type { Surroundings } from '../text/place-name.ts'
import type { CardWords } from '../words/card-words.ts'
import { english } from '../words/english.ts'
import { asciiMarks, unicodeMarks, type Marks } from './style.ts'

/** How cards are drawn. */
export interface RenderOptions extends Surroundings {
  /** Columns of the screen; at least 20 are used. */
  readonly width: number
  /** Show everything instead of the folded form. */
  readonly expand?: boolean
  /** Draw with ASCII signs only. */
  readonly ascii?: boolean
  /** The time now in milliseconds since the epoch, for the elapsed time of calls that run. */
  readonly now?: number
  /** Last lines of an output that the folded form shows; 5 by default. */
  readonly outputLines?: number
  /** How to see what is folded away, in a few words: `--expand`. */
  readonly expandHint?: string
  /** What the layout itself says; in English by default, in Japanese with `@millrace/cards/japanese`. */
  readonly words?: CardWords
  /** Colours programs, as `@millrace/cards/highlight` does; without it they are plain. */
  readonly highlight?: Highlight
}

/** The options of one drawing with their defaults, at the width that is left inside all margins. */
export interface Sheet extends Surroundings {
  readonly width: number
  readonly expand: boolean
  readonly ascii: boolean
  readonly marks: Marks
  readonly now: number | undefined
  readonly outputLines: number
  readonly hint: string
  readonly highlight: Highlight | undefined
  readonly words: CardWords
}

const narrowest = 20
/** A screen shows more cards than a page at once. */
const usualOutputLines = 5

/** The sheet for a screen. */
export function sheetOf(options: RenderOptions): Sheet {
  const { cwd, home } = options
  return {
    width: Math.max(narrowest, Math.floor(options.width) || narrowest),
    expand: options.expand ?? false,
    ascii: options.ascii ?? false,
    marks: options.ascii ? asciiMarks : unicodeMarks,
    now: options.now,
    outputLines: Math.max(1, Math.floor(options.outputLines ?? usualOutputLines) || usualOutputLines),
    hint: options.expandHint === undefined ? '' : ` (${options.expandHint})`,
    highlight: options.highlight,
    words: options.words ?? english,
    ...(cwd !== undefined && { cwd }),
    ...(home !== undefined && { home }),
  }
}

/** The same sheet with a margin of that many columns. */
export function narrower(sheet: Sheet, columns: number): Sheet {
  return { ...sheet, width: Math.max(1, sheet.width - columns) }
}
