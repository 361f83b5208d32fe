import { plainLine } from '../plain-line.ts'
import { deepest, TooLarge, Allowance } from '../schema/allowance.ts'
import { branchesOf, innermostItems } from '../schema/branches.ts'
import { readableSchema } from '../schema/readable-schema.ts'
import type { TypeNode } from '../schema/type-node.ts'
import { branchClassName, fieldClassName, type ClassNames } from './class-names.ts'
import { classText, functionalClass, type Field } from './class-text.ts'
import { isFieldName, isWord } from './identifiers.ts'
import { literalText } from './literal-text.ts'

/** Python refuses two hundred brackets within each other. */
const mostBrackets = 180
/** Python refuses longer chains of `|`; longer unions are written in groups. */
const longestChain = 256

/** Symbols of `typing` that the text of a type can use. */
export type TypingSymbol = 'Any' | 'Literal' | 'NotRequired' | 'TypedDict'

/** A type as an expression, and what has to be declared for it. */
export interface PythonType {
  readonly text: string
  /** Classes in the order of their declaration, each with what it needs before it. */
  readonly classes: readonly string[]
  readonly classNames: readonly string[]
  readonly symbols: ReadonlySet<TypingSymbol>
}

/**
 * The Python type of a schema; `Any` for one that cannot be said. Never throws.
 * @param name - of the class, where it is an object.
 */
export function pythonType(schema: unknown, name: string, names: ClassNames): PythonType {
  const readable = readableSchema(schema)
  if (readable === undefined) return anything
  const writer = new TypeWriter(names)
  try {
    const text = writer.type(readable.node, { name, brackets: 0, level: 0 })
    const { classes, classNames, symbols } = writer
    return { text, classes, classNames, symbols }
  } catch (error) {
    if (error instanceof TooLarge) return anything
    throw error
  }
}

const anything: PythonType = { text: 'Any', classes: [], classNames: [], symbols: new Set(['Any']) }

/** Where a type is written. */
interface Place {
  /** Of the class, where it is an object. */
  readonly name: string
  readonly brackets: number
  readonly level: number
}

class TypeWriter {
  readonly classes: string[] = []
  readonly classNames: string[] = []
  readonly symbols = new Set<TypingSymbol>()
  readonly #names: ClassNames
  readonly #allowance = new Allowance()

  constructor(names: ClassNames) {
    this.#names = names
  }

  type(node: TypeNode, place: Place): string {
    if (node.oneOf !== undefined) return this.#union(node, place)
    this.#allowance.node()
    if (place.level > deepest || place.brackets > mostBrackets || node.type === undefined) return this.#any()
    if (node.type === 'object') return this.#object(node, place)
    if (node.type === 'array') return this.#array(node, place)
    const text = literalText(node)
    if (text.startsWith('Literal[')) this.symbols.add('Literal')
    return this.#allowance.text(text)
  }

  #any(): string {
    this.symbols.add('Any')
    return 'Any'
  }

  #union(node: TypeNode, place: Place): string {
    const branches = branchesOf(node, place.name, this.#allowance, branchClassName)
    const texts = new Set(branches.map((branch) => this.type(branch.node, { ...place, name: branch.place })))
    return chained([...texts])
  }

  #array(node: TypeNode, place: Place): string {
    const { items, depth } = innermostItems(node, this.#allowance)
    const lists = Math.min(depth, mostBrackets - place.brackets)
    const inner = { name: place.name, brackets: place.brackets + lists, level: place.level + 1 }
    const text = items === undefined || lists < depth ? this.#any() : this.type(items, inner)
    return this.#allowance.text('list['.repeat(lists)) + text + ']'.repeat(lists)
  }

  #object(node: TypeNode, place: Place): string {
    const fields = Object.keys(node.properties ?? {})
    const closed = node.additionalProperties === false
    const isOpen = fields.length === 0 && !closed
    if (isOpen || !fields.every(isFieldName)) return this.#dictionary(node, place)
    const name = this.#names.take(place.name)
    this.classNames.push(name)
    this.symbols.add('TypedDict')
    const required = new Set(node.required)
    const inner = { ...place, name, level: place.level + 1 }
    const written = Object.entries(node.properties ?? {}).map(([field, property]) =>
      this.#field(field, property, required.has(field), inner),
    )
    const hides = fields.some((field) => isWord(field) || this.#names.has(field))
    this.classes.push(hides ? functionalClass(name, written, closed) : classText(name, written, closed))
    return name
  }

  #dictionary({ properties, values }: TypeNode, place: Place): string {
    if (values === undefined || properties !== undefined || place.brackets >= mostBrackets) {
      return `dict[str, ${this.#any()}]`
    }
    const { name, brackets, level } = place
    return `dict[str, ${this.type(values, { name, brackets: brackets + 1, level: level + 1 })}]`
  }

  #field(name: string, node: TypeNode, required: boolean, around: Place): Field {
    const type = this.type(node, { ...around, name: fieldClassName(around.name, name), brackets: 1 })
    if (!required) this.symbols.add('NotRequired')
    const comment = this.#allowance.text(plainLine(node.description) ?? '')
    return { name: this.#allowance.text(name), type: required ? type : `NotRequired[${type}]`, comment }
  }
}

/** Alternatives joined by `|`, in groups of groups where there are very many. */
function chained(texts: readonly string[]): string {
  let links = texts
  while (links.length > longestChain) {
    const groups: string[] = []
    for (let at = 0; at < links.length; at += longestChain) {
      groups.push(`(${links.slice(at, at + longestChain).join(' | ')})`)
    }
    links = groups
  }
  return links.join(' | ')
}
