import type { Written } from './emission.ts'

/** Columns, and characters of a cell, of what is still shown as a table; others are laid out one after another. */
const mostColumns = 50
const mostCellLength = 1000

/** Cells that are put together at once. */
const mostCells = 10_000

/** The rows of a table while it is being read. */
export class Table {
  private readonly head: readonly Written[] | undefined
  private readonly rows: Written[][] = []
  private caption = ''
  private cells = 0
  private total = 0

  /** @param head - the first row of the table that this one continues. */
  constructor(head?: readonly Written[]) {
    this.head = head
  }

  /** Whether it is so long that it should be written, and continued as another one. */
  get isFull(): boolean {
    return this.cells >= mostCells
  }

  /** Its first row, which gives the columns their names. */
  get firstRow(): readonly Written[] | undefined {
    return this.head ?? this.rows[0]
  }

  /** Characters of all cells and of the caption. */
  get length(): number {
    return this.total
  }

  /** Begins a row; cells before the first one begin it themselves. */
  startRow(): void {
    if (this.rows.at(-1)?.length !== 0) this.rows.push([])
  }

  /** Adds a cell to the last row. */
  add(cell: Written): void {
    if (this.rows.length === 0) this.rows.push([])
    this.rows.at(-1)?.push(cell)
    this.cells += 1
    this.total += cell.text.length
  }

  /** Sets what stands above it. */
  setCaption(text: string): void {
    this.caption = text
    this.total += text.length
  }

  /** Rows and columns where it is a table of data, lines and paragraphs where it only lays out a page. */
  markdown(): string {
    const rows = this.rows.filter((row) => row.some(({ text }) => text !== ''))
    const isContinued = this.head !== undefined && isData([this.head, ...rows])
    const body = isContinued ? grid([this.head, ...rows]) : isData(rows) ? grid(rows) : layout(rows)
    return [this.caption, body].filter((part) => part !== '').join('\n\n')
  }
}

function isData(rows: readonly (readonly Written[])[]): boolean {
  const columns = columnsOf(rows)
  const fits = ({ text, hasStructure }: Written): boolean => !hasStructure && text.length <= mostCellLength
  return rows.length > 1 && columns > 1 && columns <= mostColumns && rows.every((row) => row.every(fits))
}

function columnsOf(rows: readonly (readonly Written[])[]): number {
  let most = 0
  for (const { length } of rows) most = Math.max(most, length)
  return most
}

function grid([head = [], ...rows]: readonly (readonly Written[])[]): string {
  const columns = columnsOf([head, ...rows])
  const padded = [
    ...head,
    ...Array.from({ length: columns - head.length }, () => ({ text: '', hasStructure: false })),
  ]
  return [line(padded), `|${' --- |'.repeat(columns)}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly Written[]): string {
  return `| ${cells.map(({ text }) => text.replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>')).join(' | ')} |`
}

function layout(rows: readonly Written[][]): string {
  return rows
    .map((row) => {
      const texts = row.map(({ text }) => text).filter((text) => text !== '')
      return texts.join(texts.some((text) => text.includes('\n')) ? '\n\n' : ' ')
    })
    .join('\n\n')
}
