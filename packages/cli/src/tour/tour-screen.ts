import { renderAnsi, renderPlain, span, wrapWords, type Row } from '@millrace/cards'
import { foreignCalls, presentersOf } from '../run/presenters.ts'
import type { Io } from '../io.ts'
import { viewOf } from '../replay/replay-session.ts'
import { withRecordedTools } from '../replay/recorded-tools.ts'
import { cardOptions, columnsOf, wantsColour, writeRows, type ColourChoice } from '../screen.ts'
import type { NamedSession } from '../sessions/read-session.ts'
import { openDefault } from '../with-workspace.ts'

/** Where the tour is told, on the standard output. */
export class TourScreen {
  private readonly io: Io
  private readonly colour: ColourChoice
  private parts = 0

  constructor(io: Io, colour: ColourChoice) {
    this.io = io
    this.colour = colour
  }

  /** Says what is real. */
  intro(folder: string): void {
    const words =
      'Programs that call tools. There is no model and no key: the programs are fixed; the tools, the policies, the limits and the ' +
      `kill are REAL, in a scratch copy of a small project, ${folder}.`
    this.rows(this.wrapped(words))
  }

  /** Begins a part. */
  part(title: string): void {
    this.parts += 1
    this.rows([[], ...this.wrapped(`${this.parts}  ${title}`, 'strong')])
  }

  /** Says something about what is shown. */
  say(words: string): void {
    this.rows(this.wrapped(words, 'quiet'))
  }

  /** Something that was checked. */
  finding(holds: boolean, words: string): void {
    this.rows([[span(holds ? 'ok     ' : 'BROKEN ', holds ? 'done' : 'failed'), span(words)]])
  }

  /** The card of the program of a session, as its log has it. */
  async card({ events, header }: NamedSession): Promise<void> {
    const { io, colour } = this
    await withRecordedTools(openDefault, [header.cwd], io.env, async (tools) => {
      const { cards } = viewOf(events, await presentersOf((name) => tools.get(name), foreignCalls(events)))
      const isColoured = wantsColour(io.stdout, io.env, colour)
      const options = { ...cardOptions(io, false), cwd: header.cwd }
      for (const card of cards) {
        const text = isColoured ? renderAnsi(card, options) : renderPlain(card, options)
        io.stdout.write(`${text}\n`)
      }
    })
  }

  private wrapped(words: string, tone: Row[number]['tone'] = 'plain'): Row[] {
    const { io } = this
    return wrapWords(words, columnsOf(io.stdout, io.env)).map((row) => [span(row, tone)])
  }

  private rows(rows: readonly Row[]): void {
    writeRows(this.io.stdout, this.io, this.colour, rows)
  }
}
