import { headOf, type JsonValue } from '@millrace/schema'
import { escapeVisible } from '@millrace/protocol'

/** Deeper than this only the kind of a value is told. */
const deepest = 3
/** Names of an object that are told, and items of a list that are looked at. */
const mostNames = 12
const mostItems = 5
/** UTF-16 units of one name, and of the whole. */
const longestName = 40
const longestShape = 160

/**
 * What a value is made of, in one line that a model can read: `{items[50]{id,title},next}`. Plain values inside are
 * told by their names alone. Bounded, and nothing in it hides or forges.
 */
export function shapeOf(value: JsonValue): string {
  const shape = isPlain(value) ? plainShape(value) : shapeAt(value, 1)
  return shape.length <= longestShape ? shape : `${headOf(shape, longestShape - 1)}…`
}

type Container = readonly JsonValue[] | { readonly [name: string]: JsonValue }

const isPlain = (value: JsonValue): value is string | number | boolean | null =>
  typeof value !== 'object' || value === null

function plainShape(value: string | number | boolean | null): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? `string(${value.length})` : typeof value
}

function shapeAt(value: Container, depth: number): string {
  if (Array.isArray(value)) return `[${value.length}]${itemsShape(value, depth)}`
  const object = value as { readonly [name: string]: JsonValue }
  return namesShape(Object.keys(object), (name) => object[name]!, depth)
}

/** The shape of what is in a list: the names of the first objects together, or the kinds of the first plain values. */
function itemsShape(items: readonly JsonValue[], depth: number): string {
  const first = items.slice(0, mostItems)
  const kinds = new Set(first.map((item) => (isPlain(item) ? kindOf(item) : '')))
  if (kinds.size === 0) return ''
  if (!kinds.has('')) return ` of ${[...kinds].join('|')}`
  const containers = first.filter((item): item is JsonValue & Container => !isPlain(item))
  if (containers.every((item) => !Array.isArray(item))) {
    const objects = containers as readonly { readonly [name: string]: JsonValue }[]
    const names = new Set(objects.flatMap((object) => Object.keys(object).slice(0, mostNames + 1)))
    const valueOf = (name: string): JsonValue =>
      objects.find((object) => Object.hasOwn(object, name) && object[name] !== null)?.[name] ?? null
    return namesShape([...names], valueOf, depth)
  }
  return depth < deepest ? shapeAt(containers[0]!, depth + 1) : ''
}

const kindOf = (value: JsonValue): string => (value === null ? 'null' : typeof value)

function namesShape(names: readonly string[], valueOf: (name: string) => JsonValue, depth: number): string {
  const told = names.slice(0, mostNames).map((name) => {
    const value = valueOf(name)
    if (isPlain(value)) return nameShown(name)
    if (depth < deepest) return nameShown(name) + shapeAt(value, depth + 1)
    return nameShown(name) + (Array.isArray(value) ? `[${value.length}]` : '{…}')
  })
  const more = names.length - told.length
  return `{${[...told, ...(more > 0 ? [`+${more} more`] : [])].join(',')}}`
}

function nameShown(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name) && name.length <= longestName) return name
  const start = headOf(name, longestName)
  return JSON.stringify(escapeVisible(start) + (start.length < name.length ? '…' : ''))
}
