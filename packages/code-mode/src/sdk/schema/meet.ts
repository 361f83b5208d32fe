import { isConstrained, type TypeNode } from './type-node.ts'

/** Unions with more alternatives are not combined with an object one by one. */
const mostAlternatives = 8

/** What two schemas that hold together say, as far as a type is the better for it. Never less than one of them. */
export function meet(a: TypeNode, b: TypeNode): TypeNode {
  if (!isConstrained(a)) return b
  if (!isConstrained(b)) return a
  if (a.type === 'object' && b.type === 'object') return meetObjects(a, b)
  if (a.type === 'object' && b.oneOf !== undefined) return spread(a, b.oneOf)
  if (a.oneOf !== undefined && b.type === 'object') return spread(b, a.oneOf)
  const isLiteral = b.enum !== undefined || b.const !== undefined
  return isLiteral && a.enum === undefined && a.const === undefined ? b : a
}

function meetObjects(a: TypeNode, b: TypeNode): TypeNode {
  const properties = new Map(Object.entries(a.properties ?? {}))
  for (const [name, other] of Object.entries(b.properties ?? {})) {
    const one = properties.get(name)
    properties.set(name, one === undefined || !isConstrained(one) ? other : one)
  }
  const { properties: _, required: __, values: ___, ...rest } = { ...b, ...a }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const values = a.values ?? b.values
  return {
    ...rest,
    ...(properties.size > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(values === undefined ? {} : { values }),
  }
}

/** An object whose alternatives say more of it; those that only demand properties are left out. */
function spread(object: TypeNode, alternatives: readonly TypeNode[]): TypeNode {
  const known = new Set(Object.keys(object.properties ?? {}))
  const more = alternatives.some(({ properties }) =>
    Object.keys(properties ?? {}).some((name) => !known.has(name)),
  )
  const isFew = alternatives.length <= mostAlternatives && alternatives.every(({ type }) => type === 'object')
  return more && isFew
    ? { oneOf: alternatives.map((alternative) => meetObjects(object, alternative)) }
    : object
}
