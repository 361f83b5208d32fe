import { headOf } from '@millrace/schema'
import type { TypeNode } from '../schema/type-node.ts'
import { Allowance } from '../schema/allowance.ts'
import { innermostItems } from '../schema/branches.ts'
import { readableSchema } from '../schema/readable-schema.ts'
import type { CompactWords } from './compact-words.ts'

/** Alternatives of a union or an enumeration, and properties of an object, that are written out. */
const mostAlternatives = 8
const mostProperties = 32
/** Longer types of scalars are cut, in UTF-16 units. */
const longestScalar = 200

/**
 * A type on one line for a glance, in the words of a language: what is far in, or too much, is `…`. Never throws.
 * @param levels - how many objects within each other are written out.
 */
export function compactType(schema: unknown, words: CompactWords, levels: number): string {
  const readable = readableSchema(schema)
  if (readable === undefined) return words.anything
  return textOf(readable.node, words, levels)
}

function textOf(node: TypeNode, words: CompactWords, levels: number): string {
  if (node.type === 'object') return objectText(node, words, levels)
  if (node.type === 'array') {
    const { items, depth } = innermostItems(node, new Allowance())
    if (items === undefined) return words.array(words.json, depth)
    return depth > 3 ? words.array(words.anything, 3) : words.array(textOf(items, words, levels), depth)
  }
  if (node.oneOf !== undefined) return unionText(node, words, levels)
  if (node.type === undefined) return words.json
  return scalarText(node, words)
}

function unionText(node: TypeNode, words: CompactWords, levels: number): string {
  const branches = headOfUnion(node)
  const shown = branches.slice(0, mostAlternatives)
  const texts = new Set(shown.map((branch) => textOf(branch, words, levels)))
  return [...texts, ...(branches.length > shown.length ? ['…'] : [])].join(' | ')
}

/** The first alternatives of a union, one more than are written out. */
function headOfUnion(node: TypeNode): readonly TypeNode[] {
  const few: TypeNode[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined && few.length <= mostAlternatives; next = waiting.pop()) {
    if (next.oneOf === undefined) few.push(next)
    else waiting.push(...next.oneOf.slice(0, mostAlternatives + 1).reverse())
  }
  return few
}

function scalarText(node: TypeNode, words: CompactWords): string {
  const values = node.enum ?? []
  const shown = values.slice(0, mostAlternatives)
  const cut = node.const === undefined && shown.length < values.length
  const text = words.scalar(cut ? { ...node, enum: shown } : node) + (cut ? ' | …' : '')
  return text.length > longestScalar ? `${headOf(text, longestScalar)}…` : text
}

function objectText(node: TypeNode, words: CompactWords, levels: number): string {
  const properties = Object.entries(node.properties ?? {})
  if (properties.length === 0) {
    if (node.additionalProperties === false) return '{}'
    return words.record(node.values === undefined ? words.json : textOf(node.values, words, levels - 1))
  }
  if (levels <= 0) return '{…}'
  const required = new Set(node.required)
  const shown = properties
    .slice(0, mostProperties)
    .map(
      ([name, property]) => `${words.key(name, required.has(name))}: ${textOf(property, words, levels - 1)}`,
    )
  if (properties.length > shown.length) shown.push(`… ${properties.length - shown.length} more`)
  return words.object(shown)
}
