import type { JsonObject, JsonValue } from '@millrace/schema'
import type { DialectRules } from './dialect.ts'

/** Keywords that concern values of one type alone. */
const concerns: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
}
const concerned = new Set(Object.values(concerns).flat())

/** A node whose lists have items, as OpenAI wants it, and that names one type where a dialect knows only that. */
export function typed(node: JsonObject, rules: DialectRules): JsonObject {
  const { type } = node
  if (Array.isArray(type) && !rules.typeLists) return split(node, type)
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  return isList && node.items === undefined && node.prefixItems === undefined ? { ...node, items: {} } : node
}

/** The same with a branch for each type, which has the keywords of that type. */
function split(node: JsonObject, types: readonly JsonValue[]): JsonObject {
  const { type: _, ...rest } = node
  const known = [...new Set(types)].flatMap((type) =>
    typeof type === 'string' && Object.hasOwn(concerns, type) ? [type] : [],
  )
  if (known.length < new Set(types).size || known.length === 0) return node
  const shared = Object.entries(rest).filter(([key]) => !concerned.has(key))
  const branches = known.map((type) => branchOf(type, rest))
  const [first] = branches
  if (branches.length === 1 && first !== undefined) return { ...first, ...Object.fromEntries(shared) }
  // Two unions in one node would both have to hold, which is more than a narrow provider understands.
  if (shared.some(([key]) => key === 'anyOf')) return rest
  return { ...Object.fromEntries(shared), anyOf: branches }
}

function branchOf(type: string, rest: JsonObject): JsonObject {
  const own = concerns[type] ?? []
  const branch = { type, ...Object.fromEntries(Object.entries(rest).filter(([key]) => own.includes(key))) }
  return type === 'array' && !Object.hasOwn(branch, 'items') ? { ...branch, items: {} } : branch
}
