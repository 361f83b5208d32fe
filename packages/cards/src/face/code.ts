import type { CodeResultView } from '@millrace/protocol'
import { colouredLines } from '../highlight/coloured-lines.ts'
import { codeOf, foldedBlocks, labelled, note, proseBlocks, type Block, type Line } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { labelColumns } from '../layout/screen.ts'
import type { Sheet } from '../layout/sheet.ts'
import { isAsked } from '../settle.ts'
import type { Card, CardResumption } from '../state.ts'
import { linesOf } from '../text/lines.ts'
import { programOf } from '../view/program.ts'
import { liveBlocks, outputBlocks } from './output.ts'

const programLanguage = 'typescript'
const keepProgram: Keep = { head: 4, tail: 2 }
const firstConsoleLines = 3
const keepResult: Keep = { head: 6, tail: 3 }
/** A console or a result of at most this many UTF-16 units is read to its last word. */
const messageLength = 1_000
const keepNote: Keep = { head: 2, tail: 1 }

/**
 * A program that runs, or that did not end well: above its calls the program, below them its console.
 * @param printed - what it said where the log has no console.
 */
export function codeCallFace(program: string, card: Card, printed: string, sheet: Sheet): Face {
  const said = card.console ?? printed
  const hasEnded = card.endedAt !== undefined
  const lines = hasEnded ? consoleBlocks(said, sheet) : liveBlocks(said, sheet)
  return {
    facts: [],
    body: programBlocks(program, card, sheet),
    after: labelled(sheet.words.body.console, lines),
  }
}

/** A program that ended: below its calls also what it returned. */
export function codeResultFace(
  { result, language, notes = [] }: CodeResultView,
  card: Card,
  sheet: Sheet,
): Face {
  const said = consoleBlocks(card.console ?? '', sheet)
  const lines = result === undefined ? [] : resultBlocks(result, language, sheet)
  const program = programOf(card)
  return {
    facts: [],
    body: program === undefined ? [] : programBlocks(program, card, sheet),
    after: [
      ...labelled(sheet.words.body.console, said),
      ...labelled(sheet.words.body.result, lines),
      ...notes.flatMap((each) => proseBlocks(each, keepNote, sheet, 'quiet')),
    ],
  }
}

/** Its lines with their numbers, by which errors name them. */
function programBlocks(program: string, card: Card, sheet: Sheet): Block[] {
  const lines = linesOf(program)
  const coloured = isAsked(card)
    ? lines.map((text) => [{ text, tone: 'strong' as const }])
    : colouredLines(lines, programLanguage, sheet.highlight)
  const digits = String(lines.length).length
  const numbered = coloured.map((pieces, index): Line => ({
    pieces,
    margin: `${String(index + 1).padStart(digits)}  `,
  }))
  return [
    ...foldedBlocks(numbered, keepProgram, sheet, 'line', (some) =>
      some.length === 0 ? [] : [{ kind: 'code', language: programLanguage, lines: some }],
    ),
    ...(card.resumed === undefined ? [] : [resumedNote(card.resumed, sheet)]),
  ]
}

function resumedNote({ from, recorded, unknown }: CardResumption, { words }: Sheet): Block {
  return note(words.face.resumed(from, recorded, unknown))
}

/** What a program said, and what is said of its run, such as that its value was changed. */
function consoleBlocks(said: string, sheet: Sheet): Block[] {
  const isPlain = said.length <= messageLength && !/[^\P{Cc}\n\t]/u.test(said)
  const room = sheet.width - labelColumns
  const keep: Keep = { head: firstConsoleLines, tail: sheet.outputLines }
  return isPlain && linesOf(said).some((line) => line.length > room)
    ? proseBlocks(said, keep, sheet)
    : outputBlocks(said, undefined, keep, sheet)
}

/** JSON keeps its colours where its lines have room, and is broken between words where they have none. */
function resultBlocks(result: string, language: string | undefined, sheet: Sheet): Block[] {
  const lines = linesOf(result)
  const room = sheet.width - labelColumns
  if (
    language === undefined ||
    (result.length <= messageLength && !lines.every((line) => line.length <= room))
  )
    return proseBlocks(result, keepResult, sheet)
  return foldedBlocks(lines, keepResult, sheet, 'line', (some) =>
    codeOf(language, colouredLines(some, language, sheet.highlight)),
  )
}
