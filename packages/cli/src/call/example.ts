import type { ToolSchema } from '@millrace/protocol'
import { propertiesOf } from './typed-value.ts'

type Schema = Readonly<Record<string, unknown>>

/** A call of a tool that its schema accepts, as it would be typed. */
export function exampleCall(tool: ToolSchema): string {
  const words = Object.entries(exampleArguments(tool)).map(([key, value]) => `${key}=${quoted(value)}`)
  return ['millrace call', tool.name, ...words].join(' ')
}

/** Arguments that a tool's schema accepts: a value for each required parameter. */
export function exampleArguments(tool: ToolSchema): Record<string, unknown> {
  const required = (tool.parameters as Schema)['required']
  const properties = propertiesOf(tool.parameters)
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return Object.fromEntries(names.map((name) => [name, exampleValue(properties.get(name) ?? {}, name)]))
}

/** Values that mean something in any folder, by the usual name of the parameter. */
const usual: ReadonlyMap<string, string> = new Map([
  ['path', 'README.md'],
  ['pattern', 'TODO'],
])

function exampleValue(schema: Schema, name: string): unknown {
  const { examples, default: byDefault, const: only, enum: allowed, type, oneOf } = schema
  for (const list of [examples, allowed]) if (Array.isArray(list) && list.length > 0) return list[0]
  for (const value of [only, byDefault]) if (value !== undefined) return value
  switch (type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return Array.isArray(oneOf) ? exampleValue(oneOf[0] as Schema, name) : (usual.get(name) ?? name)
  }
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w./@%+,:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
