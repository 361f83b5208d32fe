import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { JsonTextError, parseToolArguments } from '@millrace/schema'
import { UsageError } from '../usage-error.ts'
import { resolvedSchema } from './resolved-schema.ts'

/** A JSON Schema that nobody checked yet. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * The declared parameters of a tool by name, those of parts that its schema is put together of included, with what local
 * references in them name.
 * @param root - what references name parts of; the schema itself unless given.
 */
export function propertiesOf(
  parameters: ToolSchema['parameters'],
  root: Schema = parameters as Schema,
): ReadonlyMap<string, Schema> {
  const schema = resolvedSchema(parameters as Schema, root)
  const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((key) => listOf(schema[key]))
  return new Map(
    [...parts, schema]
      .flatMap((part) => Object.entries(asSchema(part['properties'])))
      .map(([key, each]) => [key, resolvedSchema(asSchema(each), root)]),
  )
}

/** Whether a tool takes arguments that its schema does not name. */
export function takesUndeclared(parameters: ToolSchema['parameters']): boolean {
  const schema = resolvedSchema(parameters as Schema, parameters as Schema)
  const { additionalProperties: more, patternProperties: patterns, properties } = schema
  if (more !== undefined) return more !== false
  return patterns !== undefined || (properties === undefined && propertiesOf(parameters).size === 0)
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}

/** A value as a schema; one that says nothing where it is none. */
export function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}

/**
 * A value that was typed as text: verbatim where the parameter takes text, JSON where it takes anything else.
 * What fits no declared type is passed on for the tool's own validation to refuse.
 * @throws UsageError on a number that would be rounded, and on a list or an object that is no JSON.
 */
export function fromText(text: string, schema: Schema, key: string): JsonValue {
  const types = typesOf(schema)
  if (types.size === 1 && types.has('string')) return text
  const value = parsed(text, key)
  if (value === undefined) {
    if (/^\s*[[{]/.test(text) && isContainer(types)) throw misspelled(text, key)
    return text
  }
  const isTaken = types.has(typeOf(value.json)) || isIntegerFor(types, value.json)
  return types.has('string') && !isTaken ? text : value.json
}

function isContainer(types: ReadonlySet<string>): boolean {
  return types.size > 0 && [...types].every((type) => type === 'array' || type === 'object')
}

/** What is wrong with a text that should have been JSON, and where. */
function misspelled(text: string, key: string): UsageError {
  try {
    parseToolArguments(text)
    return new UsageError(`"${key}" is no JSON`, [], 'INVALID_ARGS')
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return new UsageError(`"${key}" cannot be read: ${error.message}`, [], 'INVALID_ARGS')
  }
}

/** Whether a parameter takes text. */
export function takesText(schema: Schema): boolean {
  const types = typesOf(schema)
  return types.size === 0 || types.has('string')
}

/** The types that a schema names, its branches included; none where any value will do. */
function typesOf(schema: Schema): Set<string> {
  const { type, oneOf, anyOf, enum: allowed, const: only } = schema
  const named = [type].flat().filter((each) => typeof each === 'string')
  const values = [...(Array.isArray(allowed) ? allowed : []), ...(only === undefined ? [] : [only])]
  if (named.length === 0 && values.length > 0) return new Set(values.map((each) => typeOf(each as JsonValue)))
  const branches = [oneOf, anyOf].flatMap(listOf)
  const inBranches = branches.map(typesOf)
  if (inBranches.some((each) => each.size === 0)) return new Set()
  return new Set([...named, ...inBranches.flatMap((each) => [...each])])
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isIntegerFor(types: ReadonlySet<string>, value: JsonValue): boolean {
  return types.has('integer') && Number.isInteger(value)
}

/** The value of a JSON text; `undefined` where it is none. */
function parsed(text: string, key: string): { readonly json: JsonValue } | undefined {
  if (!isJson(text)) return undefined
  try {
    return { json: parseToolArguments(text) }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new UsageError(`${key}=${text}: ${error.message}`, [], 'INVALID_ARGS')
  }
}

/** Whether the text is JSON at all, so that what is refused of it is a number or a key, not the form. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
