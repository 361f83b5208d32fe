import { stripVTControlCharacters } from 'node:util'
import { show, widthOf } from '@millrace/cards'
import type { Output } from '../io.ts'

/** Rows at the end of a terminal that are redrawn in place. Whatever else is written there takes them away first. */
export class StatusArea implements Output {
  private readonly output: Output
  private drawn: readonly string[] = []
  private holds = 0

  constructor(output: Output) {
    this.output = output
  }

  get isTTY(): boolean | undefined {
    return this.output.isTTY
  }

  get columns(): number | undefined {
    return this.output.columns
  }

  get rows(): number | undefined {
    return this.output.rows
  }

  write(text: string): unknown {
    this.clear()
    return this.output.write(text)
  }

  /** Whether rows stand there. */
  get isDrawn(): boolean {
    return this.drawn.length > 0
  }

  /** Whether somebody else has the screen. */
  get isHeld(): boolean {
    return this.holds > 0
  }

  /** Puts rows in the place of those that stand there; nothing while it is held. */
  draw(rows: readonly string[]): void {
    if (this.holds > 0) return
    this.output.write(this.erasure() + rows.join('\n'))
    this.drawn = rows
  }

  /** Takes the rows away. */
  clear(): void {
    if (this.drawn.length === 0) return
    this.output.write(this.erasure())
    this.drawn = []
  }

  /** Takes the rows away and draws none, as long as somebody else has the screen. */
  async hold<T>(use: () => Promise<T>): Promise<T> {
    this.clear()
    this.holds += 1
    try {
      return await use()
    } finally {
      this.holds -= 1
    }
  }

  /** Leads from the end of the last row to the start of the first, with nothing on the screen from there on. */
  private erasure(): string {
    const up = this.drawn.reduce((sum, row) => sum + this.screenRows(row), 0) - 1
    if (up < 0) return ''
    return `\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J`
  }

  /** A terminal that has become narrower since breaks a row into several. */
  private screenRows(row: string): number {
    const { columns } = this.output
    if (columns === undefined || columns < 1) return 1
    return Math.max(1, Math.ceil(widthOf(show(stripVTControlCharacters(row))) / columns))
  }
}
