import { describeFound } from '../../json/describe.ts'
import type { Place } from '../../json/path.ts'
import { Refused } from '../../json/refused.ts'
import type { Check } from '../check.ts'
import type { Judge } from '../judgement.ts'
import { isLong, judgement, judgeOnce } from '../judgement.ts'
import type { NodeKind } from '../kind.ts'
import type { Plan } from '../plan.ts'
import { heightAbove } from '../plan.ts'

/** A dense array; `items` is the schema of each of its items. */
export const array: NodeKind = {
  keywords: ['items'],
  legal(node, legality) {
    if (Object.hasOwn(node, 'items')) legality.child(node['items'], 'items')
  },
  children: (node) => (node.items === undefined ? [] : [node.items]),
  plan(node, planOf) {
    const items = node.items === undefined ? undefined : planOf(node.items)
    return {
      height: heightAbove(items === undefined ? [] : [items]),
      typeOf: '',
      accepts: items === undefined ? Array.isArray : acceptsEach(items),
      check: (value, place, check) => checkArray(items, value, place, check),
    }
  },
}

function acceptsEach({ typeOf, accepts }: Plan): (value: unknown) => boolean {
  const judge: Judge = (value, asked) => {
    if (isLong() && asked !== true) return judgeOnce(judge, value)
    if (!Array.isArray(value)) return false
    const items: readonly unknown[] = value
    judgement.visits += items.length + 1
    for (let index = 0; index < items.length; index++) {
      const item = items[index]
      if (typeOf === '' ? !accepts(item) : typeof item !== typeOf) return false
    }
    return true
  }
  return judge
}

function checkArray(items: Plan | undefined, value: unknown, place: Place | undefined, check: Check): void {
  const isList = Array.isArray(value)
  if (!isList && !(value instanceof Refused && value.kind === 'array')) {
    check.fail(place, (path) => `"${path}" must be an array, received ${describeFound(value)}`)
    return
  }
  let lossless = isList && check.defectOf(value) === undefined
  if (isList && lossless) {
    for (const [index, item] of value.entries()) {
      if (item instanceof Refused && item.kind === 'undefined') lossless = false
      else if (items !== undefined) check.later(items, item, { around: place, step: index })
      else if (!check.isLossless(item)) lossless = false
    }
  }
  if (!lossless) {
    check.afterwards(() => check.fail(place, (path) => `"${path}" must be a dense lossless JSON array`))
  }
}
