import type { TypeNode } from '../schema/type-node.ts'
import { plainLine } from '../plain-line.ts'
import { deepest, within, type Allowance } from '../schema/allowance.ts'
import { branchesOf, innermostItems, isFlat } from '../schema/branches.ts'
import { membership } from '../schema/membership.ts'
import { readableSchema } from '../schema/readable-schema.ts'
import { keyText, scalarText } from './scalar-text.ts'

/** What stands for a schema of which nothing can be said. */
const anything = 'any'
/** Arrays within arrays beyond this many are not written out. */
const mostArrays = 180

/**
 * The TypeScript type of a schema; `any` for one that cannot be said. Never throws.
 * @param indent - levels of indentation of the line that the type begins on.
 */
export function typeText(schema: unknown, indent: number = 0): string {
  const readable = readableSchema(schema)
  if (readable === undefined) return anything
  return within(
    (allowance) => new TypeWriter(allowance, readable.exact).type(readable.node, indent, 0),
    anything,
  )
}

/** A description as a comment before something, with its line break; empty where it is blank. */
export function commentText(description: string | undefined, margin: string): string {
  const line = plainLine(description)
  if (line === undefined) return ''
  return `${margin}/** ${line.includes('*/') ? line.replaceAll('*/', '*\\/') : line} */\n`
}

class TypeWriter {
  readonly #allowance: Allowance
  /** What stands for a node without constraints. */
  readonly #unconstrained: string

  constructor(allowance: Allowance, exact: boolean) {
    this.#allowance = allowance
    this.#unconstrained = exact ? 'JsonValue' : anything
  }

  type(node: TypeNode, indent: number, level: number): string {
    if (node.oneOf !== undefined) return this.#union(node, indent, level)
    this.#allowance.node()
    if (level > deepest) return anything
    if (node.type === 'object') return this.#object(node, indent, level)
    if (node.type === 'array') return this.#array(node, indent, level)
    if (node.type === undefined) return this.#unconstrained
    return this.#allowance.text(scalarText(node))
  }

  #union(node: TypeNode, indent: number, level: number): string {
    const { oneOf = [] } = node
    if (isFlat(oneOf)) return this.#few(oneOf, indent, level)
    const branches = branchesOf(node, undefined, this.#allowance, () => undefined)
    return [...new Set(branches.map((branch) => this.type(branch.node, indent, level)))].join(' | ')
  }

  /** A short union without unions in it, as most are. */
  #few(branches: readonly TypeNode[], indent: number, level: number): string {
    this.#allowance.node()
    let text = ''
    const texts: string[] = []
    for (const branch of branches) {
      const next = this.type(branch, indent, level)
      if (texts.includes(next)) continue
      texts.push(next)
      text = text === '' ? next : `${text} | ${next}`
    }
    return text
  }

  #array(node: TypeNode, indent: number, level: number): string {
    const { items, depth } = innermostItems(node, this.#allowance)
    let text = items === undefined ? 'JsonValue' : this.type(items, indent, level + 1)
    if (depth > mostArrays) text = anything
    if (/[|&]/.test(text)) text = `(${text})`
    return text + this.#allowance.text('[]'.repeat(Math.min(depth, mostArrays)))
  }

  #object(node: TypeNode, indent: number, level: number): string {
    const { properties = {}, required = [] } = node
    const names = Object.keys(properties)
    if (names.length === 0) return this.#record(node, indent, level)
    const closed = node.additionalProperties === false
    const isRequired = membership(required)
    const margin = '  '.repeat(indent + 1)
    let text = '{\n'
    for (const name of names) {
      const property = properties[name]
      if (property === undefined) continue
      const comment = this.#allowance.text(commentText(property.description, margin))
      const key = this.#allowance.text(`${margin}${keyText(name)}${isRequired(name) ? '' : '?'}: `)
      text += `${comment}${key}${this.type(property, indent + 1, level + 1)};\n`
    }
    return `${text}${'  '.repeat(indent)}}${closed ? '' : ' & Record<string, JsonValue>'}`
  }

  /** An object of which no property is known. */
  #record({ additionalProperties, values }: TypeNode, indent: number, level: number): string {
    if (additionalProperties === false) return 'Record<string, never>'
    return `Record<string, ${values === undefined ? 'JsonValue' : this.type(values, indent, level + 1)}>`
  }
}
