import { asSchema, type Schema } from '../call/typed-value.ts'

const names: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false' }

/** What a parameter takes, in words: `text`, `list of integer`, `"path" or "newest"`. */
export function typeName({ type, enum: allowed, const: only, items, oneOf, anyOf }: Schema): string {
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(allowed)) return allowed.map((each) => JSON.stringify(each)).join(' or ')
  const branches = [oneOf, anyOf].find(Array.isArray)
  if (branches !== undefined) return alternatives(branches.map((branch) => typeName(asSchema(branch))))
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeName(asSchema(items))}`
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types.length === 0 ? 'anything' : alternatives(types.map((each) => names[each] ?? each))
}

function alternatives(each: readonly string[]): string {
  return [...new Set(each)].join(' or ')
}
