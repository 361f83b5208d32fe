import { isJsonValue } from '../../json/snapshot.ts'
import type { JsonValue } from '../../json/value.ts'
import { itemsOf } from '../node-reader.ts'
import { within } from '../place.ts'
import { settled, violation, type Check, type Plan, type Spot } from '../plan.ts'
import type { Kind } from './kind.ts'

/** A list, whose items may have a schema. */
export const array: Kind = {
  keywords: ['items'],
  legal: (reader) => {
    if (reader.members.has('items')) reader.contains(reader.members.get('items'), 'items')
  },
  compile: (node, planOf) => {
    const item = node.items === undefined ? undefined : planOf(node.items)
    return {
      accepts: (value) => Array.isArray(value) && (item === undefined || everyItem(value, item)),
      check: (value, at) => {
        if (!isArray(value)) return settled([violation(at, 'must be an array')])
        const items = itemsOf(value)
        if (items === undefined) return settled([violation(at, 'must be a dense lossless JSON array')])
        return item === undefined ? settled(looseItems(items, at)) : checkItems(items, item, at)
      },
    }
  },
}

function everyItem(value: readonly JsonValue[], item: Plan): boolean {
  for (const entry of value) if (!item.accepts(entry)) return false
  return true
}

function looseItems(items: readonly unknown[], at: Spot): string[] {
  return items.every(isJsonValue) ? [] : [violation(at, 'must be a dense lossless JSON array')]
}

function* checkItems(items: readonly unknown[], item: Plan, at: Spot): Check {
  const violations: string[] = []
  for (const [index, entry] of items.entries()) {
    const inside = yield item.check(entry, { place: within(at.place, index), root: at.root })
    for (const problem of inside) violations.push(problem)
  }
  return violations
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}
