import { isJsonValue } from '../../json/snapshot.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { nearest } from '../../nearest.ts'
import type { JsonSchemaNode } from '../node.ts'
import { itemsOf, membersOf, type NodeReader } from '../node-reader.ts'
import { pathOf, within } from '../place.ts'
import { settled, violation, type Check, type Plan, type Spot } from '../plan.ts'
import type { Kind } from './kind.ts'

/** A record with declared properties, open unless it says otherwise. */
export const object: Kind = {
  keywords: ['properties', 'required', 'additionalProperties'],
  legal: (reader) => {
    const declared = legalProperties(reader)
    legalRequired(reader, declared)
    const { members } = reader
    if (members.has('additionalProperties') && typeof members.get('additionalProperties') !== 'boolean') {
      reader.report('must be true or false', 'additionalProperties')
    }
  },
  compile: (node, planOf) => {
    const shape = shapeOf(node, planOf)
    return {
      accepts: (value) => acceptsObject(shape, value),
      check: (value, at) => {
        const members = membersOf(value)
        if (members !== undefined) return checkObject(shape, members, at)
        const problem = isRecord(value) ? 'must be a lossless JSON object' : 'must be an object'
        return settled([violation(at, problem)])
      },
    }
  },
}

function legalProperties(reader: NodeReader): ReadonlyMap<string, unknown> {
  if (!reader.members.has('properties')) return new Map()
  const declared = membersOf(reader.members.get('properties'))
  if (declared === undefined) {
    reader.report('must be an ordinary object of schemas', 'properties')
    return new Map()
  }
  for (const [name, schema] of declared) reader.contains(schema, 'properties', name)
  return declared
}

function legalRequired(reader: NodeReader, declared: ReadonlyMap<string, unknown>): void {
  if (!reader.members.has('required')) return
  const names = itemsOf(reader.members.get('required'))
  if (names === undefined) return reader.report('must be a dense array of property names', 'required')
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string') reader.report('must be a string', 'required', index)
    else if (!declared.has(name)) {
      reader.report(`names ${JSON.stringify(name)}, which is not in properties`, 'required', index)
    }
  }
}

interface Property {
  readonly name: string
  readonly plan: Plan
  readonly required: boolean
  /** The name of something that every object inherits: only an own property counts. */
  readonly inherited: boolean
}

interface Shape {
  readonly properties: readonly Property[]
  readonly declared: ReadonlySet<string>
  readonly required: readonly string[]
  readonly closed: boolean
}

function shapeOf(node: JsonSchemaNode, planOf: (part: JsonSchemaNode) => Plan): Shape {
  const required = node.required ?? []
  const names = new Set(required)
  const properties = Object.entries(node.properties ?? {}).map(([name, part]) => ({
    name,
    plan: planOf(part),
    required: names.has(name),
    inherited: name in Object.prototype,
  }))
  const declared = new Set(properties.map(({ name }) => name))
  return { properties, declared, required, closed: node.additionalProperties === false }
}

function acceptsObject({ properties, closed }: Shape, value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let present = 0
  for (const { name, plan, required, inherited } of properties) {
    const member = inherited && !Object.hasOwn(value, name) ? undefined : value[name]
    if (member === undefined) {
      if (required) return false
    } else if (plan.accepts(member)) present++
    else return false
  }
  return !closed || countKeys(value) === present
}

function countKeys(value: JsonObject): number {
  let count = 0
  for (const key in value) if (Object.hasOwn(value, key)) count++
  return count
}

function* checkObject(shape: Shape, members: ReadonlyMap<string, unknown>, at: Spot): Check {
  const spotOf = (name: string): Spot => ({ place: within(at.place, name), root: at.root })
  const violations = shape.required
    .filter((name) => members.get(name) === undefined)
    .map((name) => `missing required property "${pathOf(within(at.place, name), at.root)}"`)
  for (const { name, plan } of shape.properties) {
    const member = members.get(name)
    if (member === undefined) continue
    const inside = yield plan.check(member, spotOf(name))
    for (const problem of inside) violations.push(problem)
  }
  if (shape.closed) violations.push(...undeclared(shape, members, spotOf))
  if (lossy(shape, members)) violations.push(violation(at, 'must be a lossless JSON object'))
  return violations
}

function undeclared(
  { declared }: Shape,
  members: ReadonlyMap<string, unknown>,
  spotOf: (name: string) => Spot,
): string[] {
  const strays = [...members.keys()].filter((name) => !declared.has(name))
  const free = [...declared].filter((name) => !members.has(name))
  return strays.map((name) => {
    const [near] = nearest(name, free, 1)
    const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
    return violation(spotOf(name), `is not a declared property (additionalProperties: false)${hint}`)
  })
}

/** Whether a member that no check saw makes the whole lossy; a missing one is reported already. */
function lossy({ declared, required, closed }: Shape, members: ReadonlyMap<string, unknown>): boolean {
  for (const [name, member] of members) {
    if (member === undefined) {
      if (!required.includes(name)) return true
    } else if (!closed && !declared.has(name) && !isJsonValue(member)) return true
  }
  return false
}

function isRecord(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
