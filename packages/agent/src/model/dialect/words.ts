import { headOf, type JsonObject, type JsonValue } from '@millrace/schema'
import { step, type Loosenings } from './loosening.ts'
import { isNode, isTooDeep } from './reference.ts'
import type { DialectRules } from './dialect.ts'

/** UTF-16 units of what was left out that a description takes over. */
const longestWords = 300

/** Keywords that mean nothing, or something else, once another one is gone. */
const together: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['patternProperties', 'additionalProperties'],
  ['prefixItems', 'items', 'additionalItems'],
  ['allOf', 'unevaluatedProperties', 'unevaluatedItems'],
]

/**
 * A node that says in words what it lost in keywords, and without those keywords that would now say more than before.
 */
export function withoutWords(
  node: JsonObject,
  lost: readonly (readonly [string, JsonValue])[],
  at: string,
  { loosened, rules }: { readonly loosened: Loosenings; readonly rules: DialectRules },
): JsonObject {
  let kept = withoutForeignNames(node, at, { loosened, rules })
  for (const group of together) {
    if (!lost.some(([key]) => group.includes(key))) continue
    for (const key of group) {
      if (!Object.hasOwn(kept, key)) continue
      loosened.add(step(at, key), 'dropped')
      kept = without(kept, key)
    }
  }
  const words = lost.filter(([key, value]) => key !== 'prefixItems' && !isTooDeep(value)).map(wordsFor)
  return words.length === 0 ? kept : described(kept, words.join('; '))
}

function wordsFor([key, value]: readonly [string, JsonValue]): string {
  return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** A node whose description ends with more words. */
function described(node: JsonObject, words: string): JsonObject {
  const before = typeof node.description === 'string' ? node.description : ''
  return { ...node, description: withWords(before, words) }
}

/** A description and, in brackets, more words: the start of them where they are long. */
export function withWords(description: string, words: string): string {
  const short = headOf(words, longestWords)
  const added = `(${short}${short.length < words.length ? '…' : ''})`
  return description === '' ? added : `${description} ${added}`
}

function without(node: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = node
  return rest
}

/** Takes out properties whose names the provider refuses; the object is open then, so that they can still be given. */
function withoutForeignNames(
  node: JsonObject,
  at: string,
  { loosened, rules }: { readonly loosened: Loosenings; readonly rules: DialectRules },
): JsonObject {
  const { propertyName } = rules
  if (propertyName === undefined || !isNode(node.properties)) return node
  const foreign = Object.keys(node.properties).filter((name) => !propertyName.test(name))
  if (foreign.length === 0) return node
  const isForeign = new Set(foreign)
  for (const name of foreign) loosened.add(step(step(at, 'properties'), name), 'moved into the description')
  const properties = Object.fromEntries(
    Object.entries(node.properties).filter(([name]) => !isForeign.has(name)),
  )
  const { additionalProperties: _, required, ...rest } = node
  const names = Array.isArray(required) ? required : []
  const left = names.filter((name) => typeof name === 'string' && !isForeign.has(name))
  const words = `also takes ${foreign.map((name) => `${JSON.stringify(name)}${isRequired(required, name)}`).join(', ')}`
  return described({ ...rest, properties, ...(left.length > 0 ? { required: left } : {}) }, words)
}

const isRequired = (required: JsonValue | undefined, name: string): string =>
  Array.isArray(required) && required.includes(name) ? ' (required)' : ''
