import type { ContainerKind } from './container-kind.ts'
import { containerKind } from './container-kind.ts'
import type { Copy } from './copy-graph.ts'
import { backEdges, CopyIndex, makeTable, put, putKey, stepsTo } from './copy-graph.ts'
import { describeValue, unreadable } from './describe.ts'
import { isDisguised } from './disguised.ts'
import { JsonValueError } from './errors.ts'
import type { PathStep } from './path.ts'
import { printPath } from './path.ts'
import { hasOnlyIndexes } from './plain-array.ts'
import { isPolluted } from './pollution.ts'
import { cycle, Refused } from './refused.ts'
import { isSealed, seal } from './seal.ts'
import { isJsonNumber } from './value.ts'

/** From here on a table is filled faster, by far, than a chain of hidden classes, one for each key. */
const manyKeys = 80

/**
 * One walk over an untrusted value, breadth first and without recursion: each property is read once, each
 * shared container is copied once, and afterwards only the copy is looked at.
 */
export class Capture {
  /** The copy: lossless and deeply frozen, or in a tolerant walk with {@link Refused} in it. */
  readonly value: unknown
  /** Containers of a tolerant copy that are not what the original was, with the reason. */
  defects: Map<unknown, string> | undefined
  readonly #tolerant: boolean
  /** Whether somebody gave every object inherited keys. */
  readonly #polluted = isPolluted()
  /** Every container met, in the order of the walk: it is the queue, too. */
  readonly #originals = new Set<object>()
  /** The copy of each original, in the same order. */
  readonly #copies: Copy[] = []
  /** Made when a container is met again: the copies by their originals, as far as they were asked for. */
  #copyOf: CopyIndex | undefined
  #lossless = true

  /**
   * @param value - anything.
   * @param tolerant - mark what is refused and go on, instead of throwing.
   * @throws JsonValueError in a strict walk, and what a getter throws as it is.
   */
  constructor(value: unknown, tolerant: boolean) {
    this.#tolerant = tolerant
    this.value = this.#admit(value, undefined, 0)
    let next = 0
    this.#originals.forEach((original) => this.#fill(this.#copies[next++] as Copy, original))
    if (this.#copyOf !== undefined) this.#refuseCycles()
    if (this.#lossless) for (const copy of this.#copies) Object.freeze(seal(copy))
  }

  /** Whether nothing was refused. */
  get lossless(): boolean {
    return this.#lossless
  }

  /** What goes into the copy: a scalar, a sealed value, a container that is filled later, or a refusal. */
  #admit(value: unknown, holder: Copy | undefined, step: PathStep): unknown {
    const type = typeof value
    if (type === 'string' || type === 'boolean' || value === null) return value
    if (type === 'number') {
      if (isJsonNumber(value as number)) return value
    } else if (type === 'object') {
      return isSealed(value as object) ? value : this.#admitContainer(value as object, holder, step)
    }
    return this.#refuse(new Refused(describeValue(value), type), holder, step)
  }

  #admitContainer(value: object, holder: Copy | undefined, step: PathStep): unknown {
    const originals = this.#originals
    const before = originals.size
    // Adding what is already there is the cheapest way to find that out.
    if (originals.add(value).size === before) {
      return (this.#copyOf ??= new CopyIndex(originals, this.#copies)).get(value)
    }
    let kind: ContainerKind | undefined
    try {
      kind = containerKind(value)
      if (kind !== undefined) {
        // An array's values are read at once and become its copy, in which containers are replaced later.
        const copy = kind === 'object' ? {} : (Object.values(value) as unknown[])
        this.#copies.push(copy)
        return copy
      }
    } catch (error) {
      if (!this.#tolerant) throw error
      originals.delete(value)
      return this.#refuse(new Refused(unreadable, kind ?? 'instance'), holder, step)
    }
    originals.delete(value)
    return this.#refuse(new Refused(describeValue(value), 'instance'), holder, step)
  }

  #fill(copy: Copy, original: object): void {
    try {
      if (Array.isArray(copy)) this.#fillArray(copy, original as unknown[])
      else this.#fillObject(copy, original as Record<string, unknown>)
    } catch (error) {
      if (!this.#tolerant) throw error
      this.#defect(unreadable, copy)
    }
  }

  #fillArray(copy: unknown[], original: readonly unknown[]): void {
    const length = original.length
    if (copy.length !== length || !hasOnlyIndexes(original, length)) {
      this.#defect(copy.length < length ? 'a sparse array' : 'an array with keys besides its indexes', copy)
    }
    for (let index = 0; index < copy.length; index++) {
      const value = copy[index]
      if (typeof value === 'string') continue
      const admitted = this.#admit(value, copy, index)
      if (admitted !== value) copy[index] = admitted
    }
  }

  #fillObject(copy: Record<string, unknown>, original: Readonly<Record<string, unknown>>): void {
    const named = Object.getOwnPropertyNames(original).length
    if (named > manyKeys) makeTable(copy)
    let count = 0
    const inherits = this.#polluted || Object.getPrototypeOf(original) !== Object.prototype
    // This loop is the fastest way to an object's keys and values; inherited ones are sorted out.
    for (const key in original) {
      if (inherits && !Object.hasOwn(original, key)) continue
      count++
      const value = original[key]
      const admitted = typeof value === 'string' ? value : this.#admit(value, copy, key)
      putKey(copy, key, admitted)
    }
    if (named === 0 && isDisguised(original))
      this.#defect('an object that only looks like an ordinary one', copy)
    else if (count !== named) this.#defect('an object with non-enumerable keys', copy)
    else if (Object.getOwnPropertySymbols(original).length > 0)
      this.#defect('an object with symbol keys', copy)
  }

  #refuseCycles(): void {
    for (const { holder, step } of backEdges(this.value)) {
      put(holder, step, this.#refuse(new Refused(cycle, 'instance'), holder, step))
    }
  }

  #refuse(refused: Refused, holder: Copy | undefined, step: PathStep): Refused {
    if (!this.#tolerant) throw this.#error(refused.what, holder, [step])
    this.#lossless = false
    return refused
  }

  #defect(what: string, copy: Copy): void {
    if (!this.#tolerant) throw this.#error(what, copy, [])
    this.#lossless = false
    ;(this.defects ??= new Map()).set(copy, what)
  }

  #error(what: string, holder: Copy | undefined, last: readonly PathStep[]): JsonValueError {
    const steps = holder === undefined ? [] : [...stepsTo(holder, this.#copies), ...last]
    const place = steps.length === 0 ? '' : ` at "${printPath(steps)}"`
    return new JsonValueError(`value is not lossless JSON: ${what}${place}`)
  }
}
