import { isRecord } from './header.ts'

/** What a member of an event's data must be; a shape of its own stands for an object with these members. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'record'
  | 'list'
  /** Blocks of content: each has a type, and one of text has its text. */
  | 'blocks'
  /** A text or blocks. */
  | 'words'
  /** Calls that a model asked for; may be absent. */
  | 'calls?'
  | 'any'
  | { readonly [member: string]: Shape }

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'

const isBlocks: Check = (value) => Array.isArray(value) && value.every(isBlock)

const isCall: Check = (value) =>
  isRecord(value) && isText(value['id']) && isText(value['name']) && isText(value['arguments'])

const checks: Readonly<Record<Extract<Shape, string>, readonly [Check, string]>> = {
  text: [isText, 'a text'],
  number: [(value) => typeof value === 'number', 'a number'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  record: [isRecord, 'an object'],
  list: [(value) => Array.isArray(value), 'a list'],
  blocks: [isBlocks, 'a list of content blocks'],
  words: [(value) => isText(value) || isBlocks(value), 'a text or a list of content blocks'],
  'calls?': [
    (value) => value === undefined || (Array.isArray(value) && value.every(isCall)),
    'a list of calls, each with "id", "name" and "arguments" as texts',
  ],
  any: [(value) => value !== undefined, 'there'],
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && isText(value['type']) && (value['type'] !== 'text' || isText(value['text']))
}

/** A shape as it is checked. */
export type CompiledShape =
  | { readonly check: Check; readonly wanted: string }
  | { readonly members: readonly (readonly [string, CompiledShape])[] }

/** Prepares a shape for many values. */
export function compileShape(shape: Shape): CompiledShape {
  if (typeof shape === 'string') {
    const [check, wanted] = checks[shape]
    return { check, wanted }
  }
  return { members: Object.entries(shape).map(([member, inner]) => [member, compileShape(inner)] as const) }
}

/** What is wrong with a value, in words; nothing where it has the shape. Members beyond the shape are not looked at. */
export function misshapen(value: unknown, shape: CompiledShape, place: string): string | undefined {
  if ('check' in shape) return shape.check(value) ? undefined : `"${place}" must be ${shape.wanted}`
  if (!isRecord(value)) return `"${place}" must be an object`
  for (const [member, inner] of shape.members) {
    const problem = misshapen(value[member], inner, member)
    if (problem !== undefined) return problem.replace('"', `"${place}.`)
  }
  return undefined
}
