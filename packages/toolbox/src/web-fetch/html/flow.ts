import type { Budget } from './budget.ts'
import { elementKind, isBlock, voidElements, type ElementKind } from './elements.ts'
import { Emission, type DocumentFacts, type Written } from './emission.ts'
import { hides } from './hides.ts'
import { OpenElements, type OpenElement } from './open-elements.ts'
import type { Attributes } from './tag-reader.ts'

/** Content that flows from one line into the next: the page itself, or a cell of a table. */
export class Flow {
  /** Where the content is written. */
  readonly emission: Emission
  private readonly elements = new OpenElements()

  constructor(budget: Budget, facts: DocumentFacts) {
    this.emission = new Emission(budget, facts)
  }

  /** Whether what comes next is not shown. */
  get isHidden(): boolean {
    return this.elements.isHidden
  }

  /** Whether the place is inside a picture or formula. */
  get isForeign(): boolean {
    return this.elements.has('svg') || this.elements.has('math')
  }

  /** Opens an element, after those before it that end by themselves. */
  open(name: string, attributes: Attributes): void {
    const kind = elementKind(name)
    if (voidElements.has(name)) {
      if (name === 'hr') this.endImplied('block')
      if (!this.elements.isHidden) this.emission.standalone(name, attributes)
      return
    }
    this.endImplied(kind ?? 'inline')
    if (this.elements.isHidden) {
      // Of what is not known only that is kept whose end could be taken for another one's.
      const counts = kind !== undefined || this.elements.has(name)
      if (counts && !this.elements.isFull) this.elements.push(name, kind ?? 'inline', 'hidden')
    } else if (kind === 'dropped' || hides(name, attributes)) {
      if (kind !== undefined && isBlock(kind)) this.emission.writer.block()
      this.elements.push(name, kind ?? 'inline', 'hiding')
    } else if (kind !== undefined) this.show(name, kind, attributes)
  }

  /** Hides all that comes until the end of this flow. */
  hideAll(): void {
    this.elements.push('', 'dropped', 'hiding')
  }

  /** Ends an element, and with it all that is open inside of it. */
  close(name: string): void {
    if (this.elements.has(name)) {
      for (let element = this.pop(); element !== undefined; element = this.pop()) {
        if (element.name === name) return
      }
    }
    if (this.elements.isHidden) return
    if (name === 'p') this.emission.writer.block()
    if (name === 'br') this.emission.standalone('br', new Map())
  }

  /** Adds text. */
  text(text: string): void {
    if (!this.elements.isHidden) this.emission.text(text)
  }

  /** Whether an element of this name is open here. */
  isOpen(name: string): boolean {
    return this.elements.has(name)
  }

  /** Ends everything that is open, answers with all that was written, and begins anew. */
  take(): Written {
    while (this.pop() !== undefined);
    return this.emission.take()
  }

  private show(name: string, kind: ElementKind, attributes: Attributes): void {
    if (this.elements.isFull) {
      if (isBlock(kind)) this.emission.writer.block()
      return
    }
    const isCode = this.emission.isCode
    this.elements.push(name, kind, isCode ? 'quoted' : 'shown')
    if (isCode) this.emission.beginInCode(kind, attributes)
    else this.emission.begin(name, kind, attributes)
  }

  private pop(): OpenElement | undefined {
    const element = this.elements.pop()
    if (element?.state === 'shown') this.emission.end(element.kind)
    if (element?.state === 'quoted') this.emission.endInCode(element.kind)
    return element
  }

  /** Ends what the start of an element of this kind ends. */
  private endImplied(kind: ElementKind): void {
    if (this.elements.isHidden) {
      this.endHiding(kind)
      return
    }
    if (kind === 'link' && this.elements.has('a')) this.close('a')
    if (!isBlock(kind)) return
    if (this.elements.has('p')) this.close('p')
    const { openItem } = this.emission.lists
    if (openItem === undefined) return
    const isNext = openItem === 'li' ? kind === 'item' : kind === 'term' || kind === 'definition'
    if (isNext) this.close(openItem)
  }

  /** A hidden paragraph or item ends where the next one begins, as a shown one does. */
  private endHiding(kind: ElementKind): void {
    const top = this.elements.top
    if (top?.state !== 'hiding') return
    const isOver = top.name === 'p' ? isBlock(kind) : top.kind === kind && itemKinds.has(kind)
    if (isOver) this.close(top.name)
  }
}

const itemKinds: ReadonlySet<ElementKind> = new Set(['item', 'term', 'definition'])
