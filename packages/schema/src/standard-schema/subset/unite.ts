import type { JsonSchemaScalar } from '../../json-schema/node.ts'
import {
  anything,
  nothing,
  settled,
  type Notes,
  type ObjectPart,
  type Part,
  type ScalarPart,
  type Shape,
} from './shape.ts'

/** From here on, objects of a union are merged without looking for what tells them apart. */
const mostObjects = 64
/** How far into nested objects a distinguishing key is looked for. */
const deepestTag = 4
/** How many required keys of each object are tried as the distinguishing one. */
const mostTags = 16

/** What any of several shapes allows, or more. */
export function unite(shapes: readonly Shape[]): Shape {
  const present = shapes.filter((shape) => shape.parts.length > 0)
  const [only, ...others] = present
  if (only === undefined) return nothing
  return others.length === 0 ? only : { parts: disjoint(present.flatMap(describedParts)), notes: {} }
}

/** Merges parts until no value can belong to two of them; a merged part stands where its first one stood. */
export function disjoint(parts: readonly Part[]): Part[] {
  const apart: Part[] = []
  for (const part of parts) {
    let merged = part
    let place = apart.length
    for (;;) {
      const index = apart.findIndex((other) => !areExclusive(merged, other, apart.length, 0))
      const [other] = index < 0 ? [] : apart.splice(index, 1)
      if (other === undefined) break
      merged = join(other, merged)
      place = Math.min(place, index)
    }
    apart.splice(place, 0, merged)
  }
  return apart
}

/** A union has no annotations of its own: those of a branch go with its only part. */
function describedParts({ parts, notes }: Shape): readonly Part[] {
  const [only, ...others] = parts
  return only === undefined || others.length > 0 ? parts : [{ ...only, notes: { ...only.notes, ...notes } }]
}

function areExclusive(a: Part, b: Part, count: number, depth: number): boolean {
  if (a.kind !== b.kind) return true
  if (a.kind !== 'object' || b.kind !== 'object' || count >= mostObjects || depth >= deepestTag) return false
  return [a, b].some(({ required }) =>
    [...required].slice(0, mostTags).some((key) => tellsApart(a, b, key, depth)),
  )
}

/** A key that one of two objects requires, and whose values can never be the same. */
function tellsApart(a: ObjectPart, b: ObjectPart, key: string, depth: number): boolean {
  const [one, other] = [a.properties.get(key), b.properties.get(key)]
  if (one === undefined || other === undefined) return false
  return settled(one).parts.every((x) => settled(other).parts.every((y) => neverEqual(x, y, depth)))
}

function neverEqual(a: Part, b: Part, depth: number): boolean {
  if (!('values' in a) || !('values' in b)) return areExclusive(a, b, 0, depth + 1)
  return a.kind !== b.kind || !a.values?.some((value) => b.values?.includes(value))
}

function join(a: Part, b: Part): Part {
  const notes = sharedNotes(a.notes, b.notes)
  if (a.kind === 'object' && b.kind === 'object') return joinObjects(a, b, notes)
  if (a.kind === 'array' && b.kind === 'array') {
    return a.items && b.items
      ? { kind: 'array', items: unite([a.items, b.items]), notes }
      : { kind: 'array', notes }
  }
  return joinScalars(a as ScalarPart, b as ScalarPart, notes)
}

function joinScalars(a: ScalarPart, b: ScalarPart, notes: Notes): ScalarPart {
  const values = a.values && b.values ? [...new Set<JsonSchemaScalar>([...a.values, ...b.values])] : undefined
  return {
    kind: a.kind,
    ...(isWhole(a) && isWhole(b) ? { integer: true } : {}),
    ...(values ? { values } : {}),
    notes,
  }
}

function isWhole(part: ScalarPart): boolean {
  return part.integer === true || (part.kind === 'number' && part.values?.every(Number.isInteger) === true)
}

function joinObjects(a: ObjectPart, b: ObjectPart, notes: Notes): ObjectPart {
  const keys = new Set([...a.properties.keys(), ...b.properties.keys()])
  const properties = new Map([...keys].map((key) => [key, unite([declared(a, key), declared(b, key)])]))
  const required = new Set([...a.required].filter((key) => b.required.has(key)))
  return { kind: 'object', properties, required, open: a.open || b.open, notes }
}

/** What an object part allows under a key, declared or not. */
function declared(part: ObjectPart, key: string): Shape {
  return part.properties.get(key) ?? (part.open ? anything : nothing)
}

function sharedNotes(a: Notes, b: Notes): Notes {
  return Object.fromEntries(Object.entries(a).filter(([name, note]) => note === b[name as keyof Notes]))
}
