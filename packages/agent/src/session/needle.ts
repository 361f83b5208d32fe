import { headOf } from '@millrace/schema'
import { onOneLine } from '@millrace/host'

const longestExcerpt = 200

/** Words to look for, whatever their capitals. */
export interface Needle {
  /** Whether the words may occur in a line: a cheap look at its raw text, which never misses any. */
  mayBeIn(line: string): boolean
  /** The words in their surroundings, of the first place in a text that has them. */
  excerptIn(text: string): string | undefined
}

/** @param words - not empty. */
export function needleOf(words: string): Needle {
  const wanted = folded(words)
  const raw = folded(asWritten(words))
  return {
    mayBeIn: (line) => folded(line).includes(raw),
    excerptIn(text) {
      const all = folded(text)
      const found = all.indexOf(wanted)
      if (found < 0) return undefined
      const [start, end] =
        all.length === text.length
          ? [found, found + wanted.length]
          : [unitsBefore(text, found), unitsBefore(text, found + wanted.length)]
      return excerpt(text, start, end)
    },
  }
}

// Both small sigmas are the same letter, and which one a capital becomes depends on what follows.
function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** As the text stands within a line of a log. */
function asWritten(words: string): string {
  return onOneLine(JSON.stringify(words).slice(1, -1))
}

/** How many units of a text become so many when it is folded. */
function unitsBefore(text: string, foldedUnits: number): number {
  let units = 0
  let become = 0
  for (const point of text) {
    if (become >= foldedUnits) break
    units += point.length
    become += folded(point).length
  }
  return units
}

function excerpt(text: string, start: number, end: number): string {
  const room = Math.max(0, longestExcerpt - 2 - (end - start))
  const from = headOf(text, Math.max(0, start - Math.min(60, Math.floor(room / 2)))).length
  const to = headOf(text, from + longestExcerpt - 2).length
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
