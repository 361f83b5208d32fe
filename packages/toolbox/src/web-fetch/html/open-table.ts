import type { Budget } from './budget.ts'
import type { Flow } from './flow.ts'
import { hides } from './hides.ts'
import { Table } from './table.ts'
import type { Attributes } from './tag-reader.ts'

const cellNames = new Set(['td', 'th', 'caption'])

/** A table that is being read: its cells one after another, each as a flow of its own. */
export class OpenTable {
  private table = new Table()
  private readonly around: Flow
  private readonly content: Flow
  private readonly budget: Budget
  private cellName: string | undefined
  private rowIsHidden = false
  private sectionIsHidden = false

  /**
   * @param around - where the table stands.
   * @param content - the flow that its cells are read into.
   * @param budget - what both write from.
   */
  constructor(around: Flow, content: Flow, budget: Budget) {
    this.around = around
    this.content = content
    this.budget = budget
  }

  /** The flow of the cell that is open. */
  get cell(): Flow | undefined {
    return this.cellName === undefined ? undefined : this.content
  }

  /** Begins a part of the table; a cell or row that is open ends by itself. */
  open(name: string, attributes: Attributes): void {
    this.endCell()
    if (name === 'tr') {
      if (this.table.isFull) this.writeOut()
      this.table.startRow()
      this.rowIsHidden = hides(name, attributes)
    } else if (!cellNames.has(name)) {
      this.rowIsHidden = false
      this.sectionIsHidden = hides(name, attributes)
    } else {
      this.cellName = name
      if (this.rowIsHidden || this.sectionIsHidden || hides(name, attributes)) this.content.hideAll()
    }
  }

  /** Ends a part of the table. */
  close(name: string): void {
    if (!cellNames.has(name) || name === this.cellName) this.endCell()
    if (name === 'tr') this.rowIsHidden = false
    else if (!cellNames.has(name)) this.sectionIsHidden = false
  }

  /** Ends the table and writes it where it stands. */
  finish(): void {
    this.endCell()
    this.writeOut()
  }

  private writeOut(): void {
    const markdown = this.table.markdown()
    // What the cells took is written once more, in its place.
    this.budget.refund(this.table.length)
    if (markdown !== '') this.around.emission.writer.verbatim(markdown)
    this.table = new Table(this.table.firstRow)
  }

  private endCell(): void {
    const name = this.cellName
    if (name === undefined) return
    this.cellName = undefined
    const written = this.content.take()
    if (name === 'caption') this.table.setCaption(written.text)
    else this.table.add(written)
  }
}
