import { renderAnsi, renderPlain, type Card } from '@millrace/cards'
import { escapeVisible, type JsonValue } from '@millrace/protocol'
import type { Io, Output } from '../io.ts'
import { jsonLine, writeJson } from '../json.ts'
import { columnsOf, cardOptions, wantsColour, type ColourChoice } from '../screen.ts'
import { programReport, type ProgramEnd } from './program-report.ts'

/**
 * What is shown of a program. `value`: a person at a terminal sees its card, and of anything else the standard output gets the
 * value that it returned and nothing else, and the standard error output the card. `card`: the card, whatever the output is.
 */
export type ProgramForm = 'value' | 'card' | 'json'

/** A program that ended, and how it is to be shown. */
export interface EndedProgram {
  readonly card: Card
  readonly end: ProgramEnd
  /** Where it is kept; absent where it is not. */
  readonly session: string | undefined
  readonly shows: ProgramForm
  readonly expand: boolean
  readonly colour: ColourChoice
  /** The folder that its calls worked in. */
  readonly root: string
}

/** Shows what became of a program. */
export async function showProgram(ended: EndedProgram, io: Io): Promise<void> {
  const { card, end, session, shows } = ended
  if (shows === 'json') return writeJson(io.stdout, programReport(card, end, session))
  if (shows === 'card' || io.stdout.isTTY === true) return writeCard(ended, io.stdout, io)
  await writeCard({ ...ended, card: withoutValue(card) }, io.stderr, io)
  if (end.value?.result !== undefined) io.stdout.write(valueText(end.value.result))
}

/** The value goes to somebody else. */
function withoutValue(card: Card): Card {
  return card.result?.card === 'code' ? { ...card, result: { card: 'code' } } : card
}

async function writeCard(
  { card, expand, colour, root }: EndedProgram,
  output: Output,
  io: Io,
): Promise<void> {
  const isColoured = wantsColour(output, io.env, colour)
  const options = { ...cardOptions(io, expand), cwd: root, width: columnsOf(output, io.env) }
  if (!isColoured) return void output.write(`${renderPlain(card, options)}\n`)
  const { highlighter } = await import('@millrace/cards/highlight')
  output.write(`${renderAnsi(card, { ...options, highlight: highlighter() })}\n`)
}

/** A text as it is, and anything else as JSON on one line. */
function valueText(result: JsonValue): string {
  if (typeof result !== 'string') return jsonLine(result)
  const text = escapeVisible(result, { lines: true })
  return text.endsWith('\n') ? text : `${text}\n`
}
