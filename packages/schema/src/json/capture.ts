import type { ContainerKind } from './container-kind.ts'
import { containerKind } from './container-kind.ts'
import type { Copy } from './copy-graph.ts'
import { backEdges, makeTable, put, stepsTo } from './copy-graph.ts'
import { describeValue } from './describe.ts'
import { JsonValueError } from './errors.ts'
import type { PathStep } from './path.ts'
import { printPath } from './path.ts'
import { hasOnlyIndexes } from './plain-array.ts'
import { isSealed, seal } from './seal.ts'

/** Stands in a tolerant copy where the original had something that is not lossless JSON. */
export class Refused {
  /** What stood there, such as `undefined` or `a function`. */
  readonly what: string
  /** Which container it was, if it could be told. */
  readonly kind: ContainerKind | undefined

  constructor(what: string, kind?: ContainerKind) {
    this.what = what
    this.kind = kind
  }
}

/** From here on a table is filled faster than a chain of hidden classes, one for each key. */
const manyKeys = 40

const throws = 'a value that throws when it is read'

/**
 * One walk over an untrusted value, breadth first and without recursion: each property is read once, each
 * shared container is copied once, and afterwards only the copy is looked at.
 */
export class Capture {
  /** The copy: lossless and deeply frozen, or in a tolerant walk with {@link Refused} in it. */
  readonly value: unknown
  /** Containers of a tolerant copy that are not what the original was, with the reason. */
  readonly defects: Map<unknown, string> = new Map()
  /** Every container met and its copy, in the order of the walk; it is the queue, too. */
  readonly #copies = new Map<object, Copy>()
  readonly #tolerant: boolean
  #shared = false
  #lossless = true

  /**
   * @param value - anything.
   * @param tolerant - mark what is refused and go on, instead of throwing.
   * @throws JsonValueError in a strict walk, and what a getter throws as it is.
   */
  constructor(value: unknown, tolerant: boolean) {
    this.#tolerant = tolerant
    this.value = this.#admit(value, undefined, 0)
    this.#copies.forEach(this.#fill, this)
    if (this.#shared) this.#refuseCycles()
    if (this.#lossless) this.#copies.forEach(seal)
  }

  /** Whether nothing was refused. */
  get lossless(): boolean {
    return this.#lossless
  }

  /** What goes into the copy: a scalar, a sealed value, a container that is filled later, or a refusal. */
  #admit(value: unknown, holder: Copy | undefined, step: PathStep): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        if (value === 0 ? 1 / value > 0 : value - value === 0) return value
        break
      case 'object':
        return value === null || isSealed(value) ? value : this.#admitContainer(value, holder, step)
      default:
    }
    return this.#refuse(new Refused(describeValue(value)), holder, step)
  }

  #admitContainer(value: object, holder: Copy | undefined, step: PathStep): unknown {
    const met = this.#copies.get(value)
    if (met !== undefined) {
      this.#shared = true
      return met
    }
    let kind: ContainerKind | undefined
    let copy: Copy
    try {
      kind = containerKind(value)
      if (kind === undefined) return this.#refuse(new Refused(describeValue(value)), holder, step)
      // An array's values are read at once and become its copy, in which containers are replaced later.
      copy = kind === 'object' ? {} : (Object.values(value) as unknown[])
    } catch (error) {
      if (!this.#tolerant) throw error
      return this.#refuse(new Refused(throws, kind), holder, step)
    }
    this.#copies.set(value, copy)
    return copy
  }

  #fill(copy: Copy, original: object): void {
    try {
      if (Array.isArray(copy)) this.#fillArray(copy, original as unknown[])
      else this.#fillObject(copy, original as Record<string, unknown>)
    } catch (error) {
      if (!this.#tolerant) throw error
      this.#defect(throws, copy)
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
    const keys = Object.keys(original)
    if (Object.getOwnPropertySymbols(original).length > 0) this.#defect('an object with symbol keys', copy)
    else if (Object.getOwnPropertyNames(original).length !== keys.length) {
      this.#defect('an object with non-enumerable keys', copy)
    }
    if (keys.length > manyKeys) makeTable(copy)
    for (const key of keys) {
      const value = original[key]
      const admitted = typeof value === 'string' ? value : this.#admit(value, copy, key)
      if (key === '__proto__') put(copy, key, admitted)
      else copy[key] = admitted
    }
  }

  #refuseCycles(): void {
    for (const { holder, step } of backEdges(this.value)) {
      put(holder, step, this.#refuse(new Refused('a cycle'), holder, step))
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
    this.defects.set(copy, what)
  }

  #error(what: string, holder: Copy | undefined, last: readonly PathStep[]): JsonValueError {
    const steps = holder === undefined ? [] : [...stepsTo(holder, this.#copies.values()), ...last]
    const place = steps.length === 0 ? '' : ` at "${printPath(steps)}"`
    return new JsonValueError(`value is not lossless JSON: ${what}${place}`)
  }
}
