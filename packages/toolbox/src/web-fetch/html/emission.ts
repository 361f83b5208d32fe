import type { Budget } from './budget.ts'
import { CodeText, languageOfClass } from './code-text.ts'
import { isBlock, type BlockKind, type ElementKind } from './elements.ts'
import { hides } from './hides.ts'
import { linkTarget } from './link-target.ts'
import { ListStack } from './list-stack.ts'
import { MarkdownWriter } from './markdown-writer.ts'
import type { Attributes } from './tag-reader.ts'

/** What a document says once for all its places. */
export interface DocumentFacts {
  /** What relative addresses are relative to. */
  base: URL
  title?: string
}

/** Markdown of one place. */
export interface Written {
  readonly text: string
  /** Whether it holds lists, headings, code or tables, which fit into no cell of a table. */
  readonly hasStructure: boolean
}

/** Characters that have no place in a text to read: controls, marks that turn lines around, tags nobody sees. */
const invisible =
  /(?![\t\n\f\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Characters of one stretch of code, and of an address, that are kept. */
const mostCode = 1_000_000
const mostBase = 2000

const marks: ReadonlyMap<ElementKind, string> = new Map([
  ['strong', '**'],
  ['emphasis', '*'],
  ['deleted', '~~'],
])

/** Turns what begins and ends in a document into Markdown. */
export class Emission {
  readonly writer: MarkdownWriter
  readonly lists: ListStack = new ListStack()
  private readonly facts: DocumentFacts
  private code: CodeText | undefined
  private title: string[] | undefined

  constructor(budget: Budget, facts: DocumentFacts) {
    this.writer = new MarkdownWriter(budget)
    this.facts = facts
  }

  /** Whether the place is inside of code, where nothing but text and lines counts. */
  get isCode(): boolean {
    return this.code !== undefined
  }

  /** Adds text. */
  text(text: string): void {
    const visible = text.replaceAll(invisible, '')
    if (this.title !== undefined) this.title.push(visible)
    else if (this.code !== undefined) this.code.text(visible)
    else this.writer.text(visible)
  }

  /** An element inside of code begins. */
  beginInCode(kind: ElementKind, attributes: Attributes): void {
    if (kind === 'code') this.code?.name(languageOfClass(attributes.get('class')))
    else if (isBlock(kind)) this.code?.line()
  }

  /** An element inside of code ends. */
  endInCode(kind: ElementKind): void {
    if (isBlock(kind)) this.code?.line()
  }

  /** An element begins that has content. */
  begin(name: string, kind: ElementKind, attributes: Attributes): void {
    const mark = marks.get(kind)
    if (mark !== undefined) this.writer.mark(mark)
    else if (kind === 'code')
      this.code = new CodeText(false, languageOfClass(attributes.get('class')), mostCode)
    else if (kind === 'title') this.title = []
    else if (kind === 'link') {
      const target = linkTarget(attributes.get('href'), this.facts.base)
      if (target !== undefined) this.writer.beginLink(target)
    } else if (isBlock(kind)) this.beginBlock(name, kind, attributes)
  }

  /** The element that began last, of those that have not ended, ends. */
  end(kind: ElementKind): void {
    const mark = marks.get(kind)
    if (mark !== undefined) this.writer.unmark(mark)
    else if (kind === 'code' || kind === 'preformatted') this.endCode()
    else if (kind === 'title') this.endTitle()
    else if (kind === 'link') this.writer.endLink()
    else if (isBlock(kind)) this.endBlock(kind)
  }

  /** An element that has no content. */
  standalone(name: string, attributes: Attributes): void {
    switch (name) {
      case 'br':
        if (this.code === undefined) this.writer.lineBreak()
        else this.code.text('\n')
        return
      case 'hr':
        if (this.code === undefined) this.writer.rule()
        return
      case 'base':
        this.rebase(attributes.get('href') ?? '')
        return
      case 'img':
        if (this.code === undefined && !hides(name, attributes)) this.picture(attributes.get('alt') ?? '')
    }
  }

  /** All that was written; afterwards it begins anew. */
  take(): Written {
    this.writer.endLink()
    const { hasStructure } = this.writer
    return { text: this.writer.take(), hasStructure }
  }

  private beginBlock(name: string, kind: BlockKind, attributes: Attributes): void {
    const { writer } = this
    switch (kind) {
      case 'heading':
        writer.block()
        writer.enter(`${'#'.repeat(Number(name[1]))} `, '')
        writer.beginLine()
        return
      case 'quote':
        writer.block()
        writer.enter('> ', '> ')
        return
      case 'list':
        if (this.lists.depth === 0) writer.block()
        else writer.line()
        this.lists.begin(name === 'ol', firstNumber(attributes.get('start')))
        return
      case 'item':
      case 'term':
      case 'definition': {
        writer.line()
        const marker = this.lists.beginItem(name)
        if (kind === 'item') writer.enter(marker, ' '.repeat(marker.length))
        if (kind === 'definition') writer.enter(': ', '  ')
        return
      }
      case 'block':
      case 'preformatted':
        writer.block()
        if (kind === 'preformatted') {
          this.code = new CodeText(true, languageOfClass(attributes.get('class')), mostCode)
        }
    }
  }

  private endBlock(kind: BlockKind): void {
    const { writer } = this
    switch (kind) {
      case 'heading':
        writer.endLine()
        writer.leave()
        writer.block()
        return
      case 'quote':
        writer.leave()
        writer.block()
        return
      case 'list':
        this.lists.end()
        if (this.lists.depth === 0) writer.block()
        else writer.line()
        return
      case 'item':
      case 'term':
      case 'definition':
        this.lists.endItem()
        if (kind !== 'term') writer.leave()
        writer.line()
        return
      case 'block':
      case 'preformatted':
        writer.block()
    }
  }

  private endCode(): void {
    const quoted = this.code?.quoted()
    this.code = undefined
    if (quoted === undefined) return
    if ('block' in quoted) this.writer.verbatim(quoted.block)
    else this.writer.inline(quoted.inline)
  }

  private endTitle(): void {
    const words = (this.title ?? []).join('').replaceAll(/\s+/g, ' ').trim()
    this.title = undefined
    if (words !== '') this.facts.title ??= words
  }

  private rebase(href: string): void {
    if (href === '' || href.length > mostBase || !URL.canParse(href, this.facts.base.href)) return
    this.facts.base = new URL(href, this.facts.base)
  }

  private picture(alt: string): void {
    const words = alt.replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim()
    if (words !== '') this.writer.inline(`![${words}]`)
  }
}

/** Where an ordered list begins to count, within reason. */
function firstNumber(start: string | undefined): number {
  const number = Number(start ?? '1')
  return Number.isInteger(number) && number >= 0 && number < 1_000_000_000 ? number : 1
}
