import type { Piece } from '../layout/pieces.ts'
import { inked, toneOf, type Ink } from './ink.ts'
import { redrawn, type Stroke } from './redrawn.ts'

/** What is acted on: colours, and what redraws a line. Everything else is text, and is shown as such. */
// oxlint-disable-next-line no-control-regex
const acted = /(\u001b\[[\d;:]{0,64}m|\u001b\[[012]?K|[\r\b])/

/** A line as a terminal shows it, and the ink with which the next one begins. */
export interface OutputLine {
  readonly pieces: readonly Piece[]
  readonly ink: Ink
}

/** One line of a command's output, without its line break. */
export function outputLine(line: string, before: Ink): OutputLine {
  let ink = before
  const strokes: Stroke[] = []
  line.split(acted).forEach((part, index) => {
    if (index % 2 === 0) {
      if (part !== '') strokes.push({ kind: 'text', text: part, tone: toneOf(ink) })
    } else if (part.endsWith('m')) ink = inked(ink, part.slice(2, -1))
    else strokes.push(movement(part))
  })
  return { pieces: written(strokes) ?? redrawn(strokes), ink }
}

/** The ink after some lines that nobody looks at. */
export function inkAfter(lines: readonly string[], before: Ink): Ink {
  return lines.reduce((ink, line) => (line.includes('\u001b[') ? outputInk(line, ink) : ink), before)
}

function outputInk(line: string, before: Ink): Ink {
  // oxlint-disable-next-line no-control-regex
  const sequences = line.matchAll(/\u001b\[([\d;:]{0,64})m/g)
  let ink = before
  for (const [, parameters = ''] of sequences) ink = inked(ink, parameters)
  return ink
}

function movement(part: string): Stroke {
  if (part === '\r') return { kind: 'return' }
  if (part === '\b') return { kind: 'back' }
  const what = part.at(-2)
  return { kind: 'erase', what: what === '1' ? 1 : what === '2' ? 2 : 0 }
}

/** Strokes that are text alone, as most lines are; `undefined` where something moves. */
function written(strokes: readonly Stroke[]): Piece[] | undefined {
  const pieces: Piece[] = []
  for (const stroke of strokes) {
    if (stroke.kind !== 'text') return undefined
    pieces.push({ text: stroke.text, tone: stroke.tone })
  }
  return pieces
}
