import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import type { Pace } from '../../workspace/pace.ts'

/** The attributes of a tag that somebody may want; names in lower case. */
export type Attributes = ReadonlyMap<string, string>

/** What hears of the tags and texts of a document in their order. */
export interface TagHandler {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
  /** Whether the place is inside a picture or formula, where the rules of HTML for scripts and titles do not hold. */
  readonly isForeign: boolean
  /** Whether nothing more is wanted. */
  readonly isDone: boolean
}

/** Characters that are read before others may get their turn. */
const chunkLength = 64 * 1024

/** Characters of a name, and of an attribute's value, that are kept. */
const nameLength = 32
const valueLength = 4096

const noAttributes: Attributes = new Map()

const wanted = new Set(['href', 'alt', 'hidden', 'style', 'class', 'start', 'open', 'type', 'role'])

/**
 * Reads HTML in one pass that is linear in its length, whatever it holds. The tokenizer is used without the parser
 * over it, whose stack of open elements takes time that grows with their depth.
 */
export async function readTags(html: string, handler: TagHandler, pace: Pace): Promise<void> {
  const events = new TagEvents(html, handler, pace)
  const tokenizer = new Tokenizer({}, events)
  events.tokenizer = tokenizer
  for (let at = 0; at < html.length && !handler.isDone; at += chunkLength) {
    tokenizer.write(html.slice(at, at + chunkLength))
    if (pace.isDue) await pace.rest()
    while (!tokenizer.running && !handler.isDone) {
      tokenizer.resume()
      if (pace.isDue) await pace.rest()
    }
  }
  if (!handler.isDone) tokenizer.end()
}

class TagEvents implements TokenizerCallbacks {
  tokenizer: Tokenizer | undefined
  private readonly html: string
  private readonly handler: TagHandler
  private readonly pace: Pace
  private name = ''
  private attributes: Map<string, string> | undefined
  private attribute: string | undefined
  private value = ''

  constructor(html: string, handler: TagHandler, pace: Pace) {
    this.html = html
    this.handler = handler
    this.pace = pace
  }

  isInForeignContext(): boolean {
    return this.handler.isForeign
  }

  onopentagname(start: number, end: number): void {
    this.name = this.nameAt(start, end)
    this.attributes = undefined
  }

  onattribname(start: number, end: number): void {
    const name = this.nameAt(start, end)
    const isNew = wanted.has(name) && this.attributes?.has(name) !== true
    this.attribute = isNew ? name : undefined
    this.value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === undefined) return
    this.value += this.html.slice(start, Math.min(end, start + valueLength - this.value.length))
  }

  onattribentity(codePoint: number): void {
    if (this.attribute !== undefined && this.value.length < valueLength) {
      this.value += String.fromCodePoint(codePoint)
    }
  }

  onattribend(): void {
    if (this.attribute !== undefined) (this.attributes ??= new Map()).set(this.attribute, this.value)
    this.attribute = undefined
  }

  onopentagend(): void {
    this.handler.open(this.name, this.attributes ?? noAttributes)
    this.maybePause()
  }

  onselfclosingtag(): void {
    // Only what is foreign to HTML can close itself.
    const closesItself = this.handler.isForeign
    this.handler.open(this.name, this.attributes ?? noAttributes)
    if (closesItself) this.handler.close(this.name)
    this.maybePause()
  }

  onclosetag(start: number, end: number): void {
    this.handler.close(this.nameAt(start, end))
    this.maybePause()
  }

  ontext(start: number, end: number): void {
    this.handler.text(this.html.slice(start, end))
    this.maybePause()
  }

  ontextentity(codePoint: number): void {
    this.handler.text(String.fromCodePoint(codePoint))
    this.maybePause()
  }

  oncdata(start: number, end: number): void {
    if (this.handler.isForeign) this.handler.text(this.html.slice(start, end))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private nameAt(start: number, end: number): string {
    return this.html.slice(start, Math.min(end, start + nameLength)).toLowerCase()
  }

  private maybePause(): void {
    if (this.handler.isDone || this.pace.isDue) this.tokenizer?.pause()
  }
}
