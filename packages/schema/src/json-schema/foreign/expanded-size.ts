import type { JsonValue } from '../../json/value.ts'

/**
 * How many parts a value has when each of them is counted wherever it stands: a small value of shared parts may
 * be huge to whoever does not notice that. Without recursion; each container is looked at once.
 */
export function expandedSize(value: JsonValue): number {
  const sizes = new Map<object, number>()
  const waiting: JsonValue[] = [value]
  for (let part = waiting.at(-1); part !== undefined; part = waiting.at(-1)) {
    if (typeof part !== 'object' || part === null || sizes.has(part)) {
      waiting.pop()
      continue
    }
    const before = waiting.length
    let size = 1
    for (const inner of Object.values(part)) {
      if (typeof inner !== 'object' || inner === null) size++
      else if (sizes.has(inner)) size += sizes.get(inner) ?? 0
      else waiting.push(inner)
    }
    if (waiting.length > before) continue
    sizes.set(part, size)
    waiting.pop()
  }
  return typeof value === 'object' && value !== null ? (sizes.get(value) ?? 1) : 1
}
