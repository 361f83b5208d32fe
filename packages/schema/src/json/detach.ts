import { putKey, type Copy } from './copy-graph.ts'
import type { JsonValue } from './value.ts'

/** What is copied by recursion, which costs half: far below what the stack takes, and what sharing can blow up. */
const fewParts = 2_000
const fewLevels = 100

/**
 * A copy of JSON that its holder may change: nothing in it is frozen or shared with the original. Depth is
 * limited by memory alone. In a large value, parts that it shares stay shared in the copy.
 */
export function detachJson(value: JsonValue): JsonValue {
  const small = new SmallCopy()
  const copy = small.of(value, 0)
  return small.outgrown ? detachLarge(value) : copy
}

class SmallCopy {
  outgrown = false
  #parts = 0

  of(part: JsonValue, level: number): JsonValue {
    if (typeof part !== 'object' || part === null) return part
    if (++this.#parts > fewParts || level > fewLevels) this.outgrown = true
    if (this.outgrown) return null
    if (Array.isArray(part)) return part.map((item) => this.of(item, level + 1))
    const copy: Record<string, JsonValue> = {}
    for (const key of Object.keys(part)) putKey(copy, key, this.of(part[key] as JsonValue, level + 1))
    return copy
  }
}

function detachLarge(value: JsonValue): JsonValue {
  const copies = new Map<object, Copy>()
  const detach = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const known = copies.get(part)
    if (known !== undefined) return known
    const copy = Array.isArray(part) ? part.slice() : {}
    copies.set(part, copy)
    return copy
  }
  const detached = detach(value)
  copies.forEach((copy, original) => {
    if (Array.isArray(copy)) {
      for (let index = 0; index < copy.length; index++) copy[index] = detach(copy[index])
    } else {
      for (const key of Object.keys(original)) {
        putKey(copy, key, detach((original as Record<string, unknown>)[key]))
      }
    }
  })
  return detached as JsonValue
}
