import type { ElementKind } from './elements.ts'

/** One element that is open. */
export interface OpenElement {
  readonly name: string
  readonly kind: ElementKind
  /** Shown, shown as code, hiding all that is in it, or inside of something that hides. */
  readonly state: 'shown' | 'quoted' | 'hiding' | 'hidden'
}

/** Elements that may be open inside each other; documents of people have some dozens. */
const mostOpen = 20_000

/**
 * The elements that are open in one place of a document, the innermost last. Every step takes constant time or is
 * paid for by an element that was opened, so depth costs nothing.
 */
export class OpenElements {
  private readonly stack: OpenElement[] = []
  private readonly counts = new Map<string, number>()
  private hiding = 0

  /** Whether what comes next is hidden. */
  get isHidden(): boolean {
    return this.hiding > 0
  }

  /** The innermost element. */
  get top(): OpenElement | undefined {
    return this.stack.at(-1)
  }

  /** Whether no further element should be opened. */
  get isFull(): boolean {
    return this.stack.length >= mostOpen
  }

  /** Whether an element of this name is open. */
  has(name: string): boolean {
    return this.counts.has(name)
  }

  /** Opens an element. */
  push(name: string, kind: ElementKind, state: OpenElement['state']): void {
    this.stack.push({ name, kind, state })
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    if (state === 'hiding') this.hiding += 1
  }

  /** Closes the innermost element. */
  pop(): OpenElement | undefined {
    const element = this.stack.pop()
    if (element === undefined) return undefined
    const left = (this.counts.get(element.name) ?? 1) - 1
    if (left === 0) this.counts.delete(element.name)
    else this.counts.set(element.name, left)
    if (element.state === 'hiding') this.hiding -= 1
    return element
  }
}
