import {
  type ArrayPart,
  type Notes,
  type ObjectPart,
  type Part,
  type ScalarPart,
  type Shape,
} from './shape.ts'
import { disjoint } from './unite.ts'

/** Beyond this many pairs of object parts, the second shape's are left out, which only allows more. */
const mostPairs = 256

/** What both of two shapes allow, or more. The first one's annotations win. */
export function meet(a: Shape, b: Shape): Shape {
  const many = objectsOf(a).length * objectsOf(b).length > mostPairs
  const parts = a.parts.flatMap((part) =>
    many && part.kind === 'object' ? [part] : b.parts.flatMap((other) => meetParts(part, other)),
  )
  return { parts: disjoint(parts), notes: { ...b.notes, ...a.notes } }
}

function objectsOf(shape: Shape): readonly Part[] {
  return shape.parts.filter((part) => part.kind === 'object')
}

/** Nothing when no value belongs to both. */
function meetParts(a: Part, b: Part): readonly Part[] {
  const notes = { ...b.notes, ...a.notes }
  if (a.kind === 'array') return b.kind === 'array' ? [meetArrays(a, b, notes)] : []
  if (a.kind === 'object') return b.kind === 'object' ? meetObjects(a, b, notes) : []
  return a.kind === b.kind ? meetScalars(a, b as ScalarPart, notes) : []
}

function meetArrays(a: ArrayPart, b: ArrayPart, notes: Notes): ArrayPart {
  const items = a.items && b.items ? meet(a.items, b.items) : (a.items ?? b.items)
  return { kind: 'array', ...(items ? { items } : {}), notes }
}

function meetScalars(a: ScalarPart, b: ScalarPart, notes: Notes): readonly ScalarPart[] {
  const integer = a.integer === true || b.integer === true
  const common = a.values && b.values ? a.values.filter((value) => b.values?.includes(value)) : undefined
  const values = (common ?? a.values ?? b.values)?.filter((value) => !integer || Number.isInteger(value))
  if (values?.length === 0) return []
  return [{ kind: a.kind, ...(integer ? { integer } : {}), ...(values ? { values } : {}), notes }]
}

function meetObjects(a: ObjectPart, b: ObjectPart, notes: Notes): readonly ObjectPart[] {
  const allowed = (key: string): boolean => [a, b].every((part) => part.open || part.properties.has(key))
  const required = new Set([...a.required, ...b.required])
  if (![...required].every(allowed)) return []
  const properties = new Map<string, Shape>()
  for (const key of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const [one, other] = [a.properties.get(key), b.properties.get(key)]
    const shape = one && other ? meet(one, other) : (one ?? other)
    if (shape && allowed(key)) properties.set(key, shape)
  }
  return [{ kind: 'object', properties, required, open: a.open && b.open, notes }]
}
