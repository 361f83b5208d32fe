import type { Copy } from './copy-graph.ts'
import { stepsTo } from './copy-graph.ts'
import { describeValue } from './describe.ts'
import { JsonValueError } from './errors.ts'
import type { PathStep } from './path.ts'
import { printPath } from './path.ts'
import { isSealed, seal } from './seal.ts'
import { isJsonNumber } from './value.ts'

/**
 * Makes a snapshot, in place, of a tree that was just parsed from JSON text and that nobody else holds.
 *
 * @param value - what `JSON.parse` returned, and nothing else: it is trusted to be a tree of plain JSON.
 * @returns how many properties the tree has.
 * @throws JsonValueError for the two things that JSON text can write and no snapshot holds: `-0`, and numbers
 * too large, which the parser made infinite. The tree then stays as it was.
 */
export function sealParsed(value: unknown): number {
  return new Sealing().run(value)
}

class Sealing {
  /** Every container met, holders first: it is the queue, too. */
  readonly #containers: Copy[] = []
  #keys = 0

  run(value: unknown): number {
    this.#visit(value, undefined, 0)
    const containers = this.#containers
    for (let next = 0; next < containers.length; next++) this.#checkOne(containers[next] as Copy)
    // Only now: what was sealed counts as lossless and frozen, also if the check of something else ends in a throw.
    for (const container of containers) Object.freeze(isSealed(container) ? container : seal(container))
    return this.#keys
  }

  #checkOne(container: Copy): void {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index++) this.#visit(container[index], container, index)
    } else {
      const keys = Object.keys(container)
      this.#keys += keys.length
      for (const key of keys) this.#visit(container[key], container, key)
    }
  }

  #visit(value: unknown, holder: Copy | undefined, step: PathStep): void {
    if (typeof value === 'object') {
      if (value !== null && !isSealed(value)) this.#containers.push(value as Copy)
    } else if (typeof value === 'number' && !isJsonNumber(value)) {
      const steps = holder === undefined ? [] : [...stepsTo(holder, this.#containers), step]
      const place = steps.length === 0 ? '' : ` at "${printPath(steps)}"`
      throw new JsonValueError(`value is not lossless JSON: ${describeValue(value)}${place}`)
    }
  }
}
