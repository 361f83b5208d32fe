import type { JsonValue } from '../../json/value.ts'
import type { JsonSchemaScalar } from '../../json-schema/node.ts'

/** The annotations that survive. */
export interface Notes {
  readonly description?: string
  readonly title?: string
  readonly default?: JsonValue
  readonly examples?: JsonValue
}

/** Scalars of one kind: all of them, or those listed. */
export interface ScalarPart {
  readonly kind: 'string' | 'number' | 'boolean' | 'null'
  /** Whole numbers only. */
  readonly integer?: true
  readonly values?: readonly JsonSchemaScalar[]
  readonly notes: Notes
}

/** Arrays, whatever their items or with items of one shape. */
export interface ArrayPart {
  readonly kind: 'array'
  readonly items?: Shape
  readonly notes: Notes
}

/** Objects. Every required key is declared. */
export interface ObjectPart {
  readonly kind: 'object'
  readonly properties: ReadonlyMap<string, Shape>
  readonly required: ReadonlySet<string>
  /** Whether undeclared keys are allowed. */
  readonly open: boolean
  readonly notes: Notes
}

/** The values of one kind that a schema allows. */
export type Part = ScalarPart | ArrayPart | ObjectPart

/**
 * What a schema allows, sorted by kind. No value belongs to two parts: kinds other than objects occur once,
 * and several object parts differ in a required key. So the parts may stand in a `oneOf`.
 */
export interface Shape {
  readonly parts: readonly Part[]
  readonly notes: Notes
}

/** The kinds of JSON value. */
export const kinds = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const

/** One of the {@link kinds}. */
export type Kind = (typeof kinds)[number]

const none: Notes = {}

/** All values of one kind. */
export function partOf(kind: Kind): Part {
  if (kind === 'array') return { kind, notes: none }
  if (kind !== 'object') return { kind, notes: none }
  return { kind, properties: new Map(), required: new Set(), open: true, notes: none }
}

/** Every JSON value. */
export const anything: Shape = { parts: kinds.map(partOf), notes: none }

/** No value at all. */
export const nothing: Shape = { parts: [], notes: none }

/**
 * The shape as it can be printed: one that has a part of every kind becomes {@link anything}, and so does one
 * that has none, for the subset has no word for it.
 */
export function settled(shape: Shape): Shape {
  const present = new Set(shape.parts.map((part) => part.kind))
  if (present.size > 0 && present.size < kinds.length) return shape
  return { parts: anything.parts, notes: shape.notes }
}
