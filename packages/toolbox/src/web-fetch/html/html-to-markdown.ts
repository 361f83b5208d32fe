import type { Pace } from '../../workspace/pace.ts'
import { fetchLimits } from '../limits.ts'
import { Budget } from './budget.ts'
import { tableParts } from './elements.ts'
import type { DocumentFacts } from './emission.ts'
import { Flow } from './flow.ts'
import { OpenTable } from './open-table.ts'
import { readTags, type Attributes, type TagHandler } from './tag-reader.ts'

/** A page as Markdown. */
export interface MarkdownPage {
  readonly markdown: string
  readonly title?: string
  /** Whether the page holds more than was written. */
  readonly isCut: boolean
}

/** Tables inside each other that are still read as such. */
const mostTables = 5

/**
 * Turns HTML into Markdown in one pass: time and memory grow with its length alone, others get their turn meanwhile,
 * and the result is bounded. What browsers do not show is left out.
 * @param address - where the page came from; its links are relative to it.
 */
export async function htmlToMarkdown(html: string, address: URL, pace: Pace): Promise<MarkdownPage> {
  const page = new PageReader(address)
  await readTags(html, page, pace)
  return page.finish(pace)
}

/** Leads tags and texts to the innermost table cell that is open, or to the page itself. */
class PageReader implements TagHandler {
  private readonly budget = new Budget(fetchLimits.markdown)
  private readonly facts: DocumentFacts
  private readonly root: Flow
  private readonly tables: OpenTable[] = []

  constructor(address: URL) {
    this.facts = { base: address }
    this.root = new Flow(this.budget, this.facts)
  }

  get isDone(): boolean {
    return this.budget.isExceeded
  }

  get isForeign(): boolean {
    return this.flow.isForeign
  }

  open(name: string, attributes: Attributes): void {
    const { flow } = this
    const table = flow.isOpen('table') ? undefined : this.tables.at(-1)
    if (table !== undefined && tableParts.has(name)) table.open(name, attributes)
    else if (name === 'table' && this.mayOpenTable(flow)) this.openTable(flow, attributes)
    else flow.open(name, attributes)
  }

  close(name: string): void {
    const table = this.tables.at(-1)
    if (table === undefined || this.flow.isOpen(name)) this.flow.close(name)
    else if (name === 'table') this.closeTable()
    else if (tableParts.has(name)) table.close(name)
    else this.flow.close(name)
  }

  text(text: string): void {
    this.flow.text(text)
  }

  async finish(pace: Pace): Promise<MarkdownPage> {
    while (this.tables.length > 0) {
      this.closeTable()
      if (pace.isDue) await pace.rest()
    }
    const { text: markdown } = this.root.take()
    const { title } = this.facts
    return { markdown, ...(title === undefined ? {} : { title }), isCut: this.budget.isExceeded }
  }

  /** Where content goes. What stands in a table but in no cell goes before the table, as in browsers. */
  private get flow(): Flow {
    return this.tables.findLast(({ cell }) => cell !== undefined)?.cell ?? this.root
  }

  private mayOpenTable(flow: Flow): boolean {
    return !flow.isHidden && !flow.emission.isCode && this.tables.length < mostTables
  }

  private openTable(flow: Flow, attributes: Attributes): void {
    // Opened and closed as a block, so that what it ends has ended; a hidden one stays open there and hides.
    flow.open('table', attributes)
    if (flow.isHidden) return
    flow.close('table')
    this.tables.push(new OpenTable(flow, new Flow(this.budget, this.facts), this.budget))
  }

  private closeTable(): void {
    this.tables.pop()?.finish()
  }
}
