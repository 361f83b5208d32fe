import type { Copy } from './copy-graph.ts'
import { putKey } from './copy-graph.ts'
import type { JsonValue } from './value.ts'

/**
 * A copy of JSON that its holder may change: nothing in it is frozen or shared with the original. Parts that
 * the value itself shares stay shared in the copy, as with `structuredClone`; depth is limited by memory alone.
 */
export function detachJson(value: JsonValue): JsonValue {
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
      for (let index = 0; index < copy.length; index++) {
        const part = copy[index]
        if (typeof part === 'object') copy[index] = detach(part)
      }
    } else {
      for (const key of Object.keys(original)) {
        putKey(copy, key, detach((original as Record<string, unknown>)[key]))
      }
    }
  })
  return detached as JsonValue
}
