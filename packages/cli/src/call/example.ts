import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { familiarFile } from '../familiar-file.ts'
import { meantKey } from './meant-key.ts'
import { repairedValue } from './repaired-value.ts'
import { asSchema, propertiesOf, type Schema } from './typed-value.ts'

/** Stands for what only the person can know. */
export const placeholder = '…'

/**
 * A call of a tool that its schema accepts, as it would be typed.
 * @param folder - where it would run: a path in it is one of its files.
 */
export function exampleCall(tool: ToolSchema, folder?: string): string {
  return typedCall(tool, exampleArguments(tool, folder))
}

/** Arguments that a tool's schema accepts: a value for each required parameter. */
export function exampleArguments(tool: ToolSchema, folder?: string): Record<string, unknown> {
  const properties = propertiesOf(tool.parameters)
  return Object.fromEntries(
    requiredOf(tool).map((name) => [name, valueFor(tool, name, properties.get(name) ?? {}, folder)]),
  )
}

/** The parameters that a call must name. */
export function requiredOf(tool: Pick<ToolSchema, 'parameters'>): string[] {
  const required = (tool.parameters as Schema)['required']
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/**
 * The call that was meant: what was given, without what the tool did not take, and with what was missing.
 * @param given - the arguments that were refused.
 * @param problem - the message that refused them; it quotes the parameters that are wrong.
 */
export function mendedCall(tool: ToolSchema, given: JsonValue, problem: string): string {
  const properties = propertiesOf(tool.parameters)
  const isWrong = (key: string): boolean => ['"', '[', '.'].some((end) => problem.includes(`"${key}${end}`))
  const mended = new Map<string, unknown>()
  for (const [written, value] of Object.entries(isObject(given) ? given : {})) {
    const key = properties.has(written) ? written : (meantKey(written, properties.keys()) ?? '')
    const schema = properties.get(key)
    if (schema === undefined || mended.has(key)) continue
    const repaired = (): unknown => repairedValue(key, value, schema, problem) ?? valueFor(tool, key, schema)
    mended.set(key, key === written && isWrong(key) ? repaired() : value)
  }
  const missing = Object.entries(exampleArguments(tool)).filter(([key]) => !mended.has(key))
  return typedCall(tool, Object.fromEntries([...mended, ...missing]))
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A call as it would be typed. */
export function typedCall(tool: ToolSchema, args: Record<string, unknown>): string {
  const words = Object.entries(args).map(([key, value]) => `${key}=${quoted(value)}`)
  return ['millrace call', tool.name, ...words].join(' ')
}

/** How deep an example goes: a schema may refer to itself. */
const deepest = 8

/** A value that a schema accepts, and this text where it accepts any. */
function exampleValue(schema: Schema, text: string, depth: number = deepest): unknown {
  const { examples, default: byDefault, const: only, enum: allowed, type, oneOf } = schema
  if (depth === 0) return text
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
      return [exampleValue(asSchema(schema['items']), text, depth - 1)]
    case 'object':
      return exampleObject(schema, text, depth - 1)
    default:
      return Array.isArray(oneOf) ? exampleValue(asSchema(oneOf[0]), text, depth - 1) : text
  }
}

/** An object with a value for each member that it must have. */
function exampleObject(schema: Schema, text: string, depth: number): Record<string, unknown> {
  const members = propertiesOf(schema)
  const required = requiredOf({ parameters: schema })
  return Object.fromEntries(
    required.map((name) => [name, exampleValue(members.get(name) ?? {}, text, depth)]),
  )
}

/** Values that mean something in any folder, by tool and parameter. */
const usual: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['grep pattern', 'TODO'],
  ['glob pattern', '**/*'],
  ['bash command', 'ls -l'],
  // An example must not name a file that is there to be overwritten.
  ['write path', 'new.txt'],
  ['write content', 'Hello'],
  ['web_fetch url', 'https://example.com/'],
  ['web_search query', 'example'],
  ['todo_write todos', [{ content: 'write a test', status: 'pending' }]],
  ['ask_user questions', [{ question: 'Which one?', options: [{ label: 'this' }, { label: 'that' }] }]],
])

function valueFor(tool: ToolSchema, name: string, schema: Schema, folder?: string): unknown {
  const known = usual.get(`${tool.name} ${name}`)
  if (known !== undefined) return known
  const file = name === 'path' && folder !== undefined ? familiarFile(folder) : undefined
  return exampleValue(schema, file ?? placeholder)
}

const longestValue = 80

/** A value as a word of the command line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > longestValue) return placeholder
  return /^[\w./@%+,:…-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
