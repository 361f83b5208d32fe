import type { TypeNode } from '../schema/type-node.ts'
import { literalText } from '../python/literal-text.ts'
import { keyText, scalarText } from '../typescript/scalar-text.ts'

/** How a language says the parts of a type on one line. */
export interface CompactWords {
  readonly anything: string
  readonly json: string
  /** An object of which no property is known. */
  record(values: string): string
  scalar(node: TypeNode): string
  array(items: string, depth: number): string
  key(name: string, required: boolean): string
  object(members: readonly string[]): string
}

export const typescriptWords: CompactWords = {
  anything: 'any',
  json: 'JsonValue',
  record: (values) => `Record<string, ${values}>`,
  scalar: scalarText,
  array: (items, depth) => (/[|&]/.test(items) ? `(${items})` : items) + '[]'.repeat(depth),
  key: (name, required) => keyText(name) + (required ? '' : '?'),
  object: (members) => `{ ${members.join('; ')} }`,
}

export const pythonWords: CompactWords = {
  anything: 'Any',
  json: 'Any',
  record: (values) => `dict[str, ${values}]`,
  scalar: literalText,
  array: (items, depth) => 'list['.repeat(depth) + items + ']'.repeat(depth),
  key: (name, required) => JSON.stringify(name) + (required ? '' : '?'),
  object: (members) => `{${members.join(', ')}}`,
}
