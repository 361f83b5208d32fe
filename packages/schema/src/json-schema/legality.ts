import type { Capture } from '../json/capture.ts'
import { describeFound } from '../json/describe.ts'
import type { PathStep, Place } from '../json/path.ts'
import { PathPrinter } from '../json/path.ts'
import { cycle, Refused } from '../json/refused.ts'
import { Taint } from '../json/taint.ts'

/** An object of a schema as it was found: of its values nothing is known. */
export type Found = Readonly<Record<string, unknown>>

/** What is wrong with a schema so far, and which of its nodes are still to be looked at. */
export class Legality {
  /** One line each, in the order of the walk: first what concerns a node itself, then its children. */
  readonly violations: string[] = []
  readonly #capture: Capture
  readonly #taint: Taint
  readonly #paths = new PathPrinter('schema')
  readonly #waiting: { readonly node: unknown; readonly place: Place | undefined }[] = []
  readonly #seen = new Set<unknown>()
  #children: { readonly node: unknown; readonly place: Place | undefined }[] = []
  #place: Place | undefined

  /** @param capture - a tolerant copy of the schema, without cycles. */
  constructor(capture: Capture) {
    this.#capture = capture
    this.#taint = new Taint(capture)
  }

  /** Looks at every node once, whatever the depth, by `examine`. */
  walk(examine: (node: Found, legality: Legality) => void): void {
    this.#waiting.push({ node: this.#capture.value, place: undefined })
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#place = next.place
      if (this.#seen.has(next.node)) continue
      if (typeof next.node === 'object' && next.node !== null) this.#seen.add(next.node)
      const node = this.record(next.node, 'a schema object')
      if (node !== undefined) examine(node, this)
      for (const child of this.#children.reverse()) this.#waiting.push(child)
      this.#children = []
    }
  }

  /** Notes a violation of the current node, or of something inside it. */
  fail(text: string, ...steps: PathStep[]): void {
    this.violations.push(`${this.#paths.print(this.#place, steps)} ${text}`)
  }

  /** Has another node looked at later. */
  child(node: unknown, ...steps: PathStep[]): void {
    let place = this.#place
    for (const step of steps) place = { around: place, step }
    this.#children.push({ node, place })
  }

  /** The value as an ordinary object; notes a violation when it is none. */
  record(value: unknown, expected: string, ...steps: PathStep[]): Found | undefined {
    if (value instanceof Refused && value.what === cycle) {
      this.fail('is circular: a schema cannot contain itself', ...steps)
      return undefined
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Refused) {
      this.fail(`must be ${expected}, not ${describeFound(value)}`, ...steps)
      return undefined
    }
    const defect = this.#capture.defects?.get(value)
    if (defect === undefined) return value as Found
    this.fail(`must be ${expected} with own enumerable string keys, not ${defect}`, ...steps)
    return undefined
  }

  /** The value as a dense array; notes a violation when it is none. */
  list(value: unknown, expected: string, ...steps: PathStep[]): readonly unknown[] | undefined {
    const defect = this.#capture.defects?.get(value)
    if (Array.isArray(value) && defect === undefined) return value
    this.fail(`must be ${expected}, not ${defect ?? describeFound(value)}`, ...steps)
    return undefined
  }

  /** Whether a value is lossless JSON through and through. */
  isLossless(value: unknown): boolean {
    return this.#taint.isClean(value)
  }
}
