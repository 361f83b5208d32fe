import type { Budget } from './budget.ts'

/** Lists and quotes inside each other that still show; what is deeper stands at the last of them. */
const mostContainers = 12

/** Characters of a link's text behind which a new block ends the link. */
const longLink = 500

/** Characters that are gathered before they become a part of the whole. */
const tailLength = 4096

interface Container {
  readonly marker: string
  readonly indent: string
  isMarked: boolean
}

interface Mark {
  readonly open: string
  readonly close: string
  isWritten: boolean
}

/** Writes Markdown from a stream of texts, marks and blocks: it owns white space, line breaks and what begins a line. */
export class MarkdownWriter {
  private readonly budget: Budget
  private parts: string[] = []
  private tail = ''
  private length = 0
  private containers: Container[] = []
  private tooDeep = 0
  private marks: Mark[] = []
  /** Line breaks that are owed before the next text. */
  private gap = 0
  private spaceIsOwed = false
  private lineHasText = false
  private oneLine = 0
  private link: { readonly mark: Mark; readonly from: number } | undefined
  private structured = false

  constructor(budget: Budget) {
    this.budget = budget
  }

  /** Whether lists, headings, code or tables were written, which fit into no cell. */
  get hasStructure(): boolean {
    return this.structured
  }

  /** Text with its white space as in HTML: a run of any is one space. */
  text(text: string): void {
    const words = text.replaceAll(/[\t\n\f\r \u00a0]+/g, ' ')
    if (words === ' ' || words === '') {
      this.spaceIsOwed ||= words !== ''
      return
    }
    if (words.startsWith(' ')) this.spaceIsOwed = true
    this.inline(words.trim())
    this.spaceIsOwed = words.endsWith(' ')
  }

  /** A word that is written as it is. */
  inline(word: string): void {
    this.beginText()
    this.put(word)
    this.lineHasText = true
  }

  /** Begins another line; within a heading or a link it is a space. */
  line(): void {
    this.owe(1)
  }

  /** A line between two blocks. */
  rule(): void {
    this.block()
    this.inline('---')
    this.block()
  }

  /** Begins another paragraph; within a heading or a link it is a space. */
  block(): void {
    this.owe(2)
  }

  /** A line break that was written out; two of them make a paragraph. */
  lineBreak(): void {
    if (this.lineHasText) this.owe(Math.min(2, this.gap + 1))
  }

  /** What follows stands behind the marker, and its further lines behind the indent, until `leave`. */
  enter(marker: string, indent: string): void {
    if (this.containers.length === mostContainers || this.oneLine > 0) {
      this.tooDeep += 1
      return
    }
    this.structured = true
    this.containers.push({ marker, indent, isMarked: false })
  }

  /** Ends what the last `enter` began. */
  leave(): void {
    if (this.tooDeep > 0) this.tooDeep -= 1
    else this.containers.pop()
  }

  /** What follows is one line, until `endLine`. */
  beginLine(): void {
    this.oneLine += 1
  }

  /** Ends what the last `beginLine` began. */
  endLine(): void {
    this.oneLine -= 1
  }

  /** Puts a mark around what follows, until `unmark`; one around nothing is not written. */
  mark(mark: string): void {
    this.marks.push({ open: mark, close: mark, isWritten: false })
  }

  /** Ends the last mark of this kind. */
  unmark(mark: string): void {
    const at = this.marks.findLastIndex(({ open }) => open === mark)
    if (at !== -1) this.endMark(at)
  }

  /** Makes what follows the text of a link, until `endLink`. */
  beginLink(address: string): void {
    this.endLink()
    const mark = { open: '[', close: `](${address})`, isWritten: false }
    this.marks.push(mark)
    this.link = { mark, from: this.length }
    this.oneLine += 1
  }

  /** Ends the link, if there is one. */
  endLink(): void {
    if (this.link === undefined) return
    const at = this.marks.indexOf(this.link.mark)
    this.link = undefined
    this.oneLine -= 1
    if (at !== -1) this.endMark(at)
  }

  /** Lines that are kept as they are, as a block of their own. */
  verbatim(lines: string): void {
    this.endLink()
    this.owe(2)
    this.beginText([])
    this.structured = true
    // Of 200,000 lines it takes 20 ms, a replacement 50.
    this.put(lines.split('\n').join(`\n${this.indents()}`))
    this.lineHasText = true
    this.owe(2)
  }

  /** All that was written; afterwards it begins anew. */
  take(): string {
    const written = this.parts.join('') + this.tail
    this.parts = []
    this.tail = ''
    this.length = 0
    this.containers = []
    this.tooDeep = 0
    this.marks = []
    this.gap = 0
    this.spaceIsOwed = false
    this.lineHasText = false
    this.oneLine = 0
    this.link = undefined
    this.structured = false
    return written
  }

  private owe(breaks: number): void {
    if (this.link !== undefined && this.length - this.link.from > longLink) this.endLink()
    if (this.oneLine > 0) this.spaceIsOwed = true
    // Behind a marker that nothing follows yet there is nothing to break off.
    else if (this.containers.at(-1)?.isMarked !== false || this.gap === 0)
      this.gap = Math.max(this.gap, breaks)
  }

  private beginText(marks: readonly Mark[] = this.marks): void {
    if (this.length === 0) this.put(this.prefix())
    else if (this.gap > 0) this.breakLine()
    else if (this.spaceIsOwed && this.lineHasText) this.put(' ')
    this.gap = 0
    this.spaceIsOwed = false
    for (const mark of marks) {
      if (!mark.isWritten) this.put(mark.open)
      mark.isWritten = true
    }
  }

  /** Marks do not reach over lines: they end before the break and begin again behind it. */
  private breakLine(): void {
    for (const mark of this.marks.toReversed()) {
      if (mark.isWritten) this.put(mark.close)
      mark.isWritten = false
    }
    this.put('\n')
    if (this.gap > 1) this.put(`${this.indents().trimEnd()}\n`)
    this.put(this.prefix())
    this.lineHasText = false
  }

  private prefix(): string {
    let prefix = ''
    for (const container of this.containers) {
      prefix += container.isMarked ? container.indent : container.marker
      container.isMarked = true
    }
    return prefix
  }

  /** What a further line begins with: the indents of the containers that have begun. */
  private indents(): string {
    let indents = ''
    for (const { isMarked, indent } of this.containers) if (isMarked) indents += indent
    return indents
  }

  private endMark(at: number): void {
    const [mark] = this.marks.splice(at, 1)
    if (mark?.isWritten === true) this.put(mark.close)
  }

  private put(text: string): void {
    if (text === '') return
    const part = this.budget.spend(text)
    this.tail += part
    this.length += part.length
    if (this.tail.length < tailLength) return
    this.parts.push(this.tail)
    this.tail = ''
  }
}
