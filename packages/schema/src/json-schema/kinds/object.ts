import { describeFound } from '../../json/describe.ts'
import type { Place } from '../../json/path.ts'
import { Refused } from '../../json/refused.ts'
import type { Check } from '../check.ts'
import type { Judge } from '../judgement.ts'
import { isLong, judgement, judgeOnce } from '../judgement.ts'
import type { NodeKind } from '../kind.ts'
import type { Found, Legality } from '../legality.ts'
import type { JsonSchemaNode } from '../node.ts'
import type { Plan } from '../plan.ts'
import { heightAbove } from '../plan.ts'

/** An ordinary object: named properties, of which some are required, and other keys unless it is closed. */
export const object: NodeKind = {
  keywords: ['properties', 'required', 'additionalProperties'],
  legal(node, legality) {
    const properties = legalProperties(node, legality)
    if (Object.hasOwn(node, 'required')) legalRequired(node['required'], properties, legality)
    const isBoolean = typeof node['additionalProperties'] === 'boolean'
    if (Object.hasOwn(node, 'additionalProperties') && !isBoolean) {
      legality.fail('must be true or false', 'additionalProperties')
    }
  },
  children: (node) => Object.values(node.properties ?? {}),
  plan(node, planOf) {
    const shape = shapeOf(node, (child) => planOf(child))
    return {
      height: heightAbove(shape.properties.values()),
      typeOf: '',
      accepts: acceptance(shape),
      check: (value, place, check) => checkObject(shape, value, place, check),
    }
  },
}

function legalProperties(node: Found, legality: Legality): Found | undefined {
  if (!Object.hasOwn(node, 'properties')) return {}
  const properties = legality.record(node['properties'], 'an object of schemas', 'properties')
  for (const [name, child] of Object.entries(properties ?? {})) legality.child(child, 'properties', name)
  return properties
}

function legalRequired(value: unknown, properties: Found | undefined, legality: Legality): void {
  const names = legality.list(value, 'an array of property names', 'required') ?? []
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string') {
      legality.fail(`must be a string, not ${describeFound(name)}`, 'required', index)
    } else if (properties !== undefined && !Object.hasOwn(properties, name)) {
      legality.fail(`names ${JSON.stringify(name)}, which is not in properties`, 'required', index)
    }
  }
}

/** What an object node says, ready to be compared with values. */
interface Shape {
  readonly properties: ReadonlyMap<string, Plan>
  readonly required: ReadonlySet<string>
  readonly closed: boolean
}

function shapeOf(node: JsonSchemaNode, planOf: (child: JsonSchemaNode) => Plan): Shape {
  const properties = new Map<string, Plan>()
  for (const [name, child] of Object.entries(node.properties ?? {})) properties.set(name, planOf(child))
  return { properties, required: new Set(node.required), closed: node.additionalProperties === false }
}

const isRecord = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One declared property, ready for comparison. */
interface Property {
  readonly index: number
  readonly name: string
  readonly typeOf: string
  readonly accepts: (value: unknown) => boolean
  readonly required: boolean
}

function acceptance({ properties, required, closed }: Shape): (value: unknown) => boolean {
  const list = [...properties].map(([name, { typeOf, accepts }], index): Property => {
    return { index, name, typeOf, accepts, required: required.has(name) }
  })
  const byName = new Map(list.map((property) => [property.name, property]))
  const judge: Judge = (value, asked) => {
    if (isLong() && asked !== true) return judgeOnce(judge, value)
    if (!isRecord(value)) return false
    judgement.visits += list.length + 1
    let found = 0
    let next = 0
    const record: Found = judgement.polluted ? Object.assign(Object.create(null), value) : value
    // A record that inherits nothing that could be listed gives its keys and values fastest in this way.
    for (const key in record) {
      const guess = list[next]
      const property = guess !== undefined && guess.name === key ? guess : byName.get(key)
      if (property !== undefined) {
        const { typeOf } = property
        const part = record[key]
        if (typeOf === '' ? !property.accepts(part) : typeof part !== typeOf) return false
        if (property.required) found++
        // Most objects name their properties in the order of the schema.
        next = property.index + 1
      } else if (closed) return false
      else judgement.visits++
    }
    return found === required.size
  }
  return judge
}

function checkObject(shape: Shape, value: unknown, place: Place | undefined, check: Check): void {
  if (value instanceof Refused || !isRecord(value)) {
    const wanted =
      value instanceof Refused && value.kind === 'object' ? 'a lossless JSON object' : 'an object'
    check.fail(place, (path) => `"${path}" must be ${wanted}, received ${describeFound(value)}`)
    return
  }
  const defect = check.defectOf(value)
  if (defect !== undefined) {
    check.fail(place, (path) => `"${path}" must be a lossless JSON object, received ${defect}`)
    return
  }
  checkRequired(shape, value, place, check)
  let lossless = true
  const undeclared: string[] = []
  for (const [name, property] of Object.entries(value)) {
    const plan = shape.properties.get(name)
    const isAbsent = property instanceof Refused && property.kind === 'undefined'
    if (plan === undefined && shape.closed) undeclared.push(name)
    else if (isAbsent) lossless &&= shape.required.has(name)
    else if (plan !== undefined) check.later(plan, property, { around: place, step: name })
    else lossless &&= check.isLossless(property)
  }
  check.afterwards(() => {
    for (const name of undeclared) failUndeclared(name, shape, place, check)
    if (!lossless) check.fail(place, (path) => `"${path}" must be a lossless JSON object`)
  })
}

function checkRequired(shape: Shape, value: Found, place: Place | undefined, check: Check): void {
  for (const name of shape.required) {
    const property = Object.hasOwn(value, name) ? value[name] : undefined
    const isAbsent = property === undefined || (property instanceof Refused && property.kind === 'undefined')
    if (!isAbsent) continue
    check.fail({ around: place, step: name }, (path, _detail, hints) => {
      const close = hints.closest(name, () => undeclaredNames(shape, value))
      const hint = close === undefined ? '' : `; ${JSON.stringify(close)} is not declared, did you mean it?`
      return `missing required property "${path}"${hint}`
    })
  }
}

const undeclaredNames = (shape: Shape, value: Found): string[] =>
  Object.keys(value).filter((name) => !shape.properties.has(name))

function failUndeclared(name: string, shape: Shape, place: Place | undefined, check: Check): void {
  check.fail({ around: place, step: name }, (path, _detail, hints) => {
    const close = hints.closest(name, () => shape.properties.keys())
    const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`
    return `"${path}" is not a declared property (additionalProperties: false)${hint}`
  })
}
