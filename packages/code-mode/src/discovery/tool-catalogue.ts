import { nearest } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'
import { argumentNames } from './argument-names.ts'
import { firstSentence } from './first-sentence.ts'
import { namespacesOf, type Namespaces } from './namespaces.ts'
import { ToolIndex } from './tool-index.ts'

/** One tool that was found. */
export interface ToolHit {
  readonly name: string
  /** What it does, in its first sentence; of a tool without description its arguments. */
  readonly line: string
}

/** What a search found, the best first. */
export interface ToolHits {
  readonly tools: readonly ToolHit[]
  /** How many may be meant, however many of them are given. */
  readonly total: number
  readonly truncated: boolean
}

/** What narrows a search. */
export interface ToolSearchOptions {
  /** Only tools whose names begin with it, such as `issues`. */
  readonly namespace?: string
  /** How many are given at most. 8 unless given. */
  readonly limit?: number
}

const usualLimit = 8

/** The tools of one view, to be searched and listed. Everything is built when it is first asked for, and once. */
export class ToolCatalogue {
  readonly definitions: readonly ToolDefinition[]
  readonly #byName: ReadonlyMap<string, ToolDefinition>
  #index: ToolIndex | undefined
  #namespaces: Namespaces | undefined

  constructor(definitions: readonly ToolDefinition[]) {
    this.definitions = definitions
    this.#byName = new Map(definitions.map((definition) => [definition.name, definition]))
  }

  /** Whether it is of these definitions in this order. */
  isOf(definitions: readonly ToolDefinition[]): boolean {
    return (
      definitions.length === this.definitions.length &&
      definitions.every((definition, at) => definition === this.definitions[at])
    )
  }

  get namespaces(): Namespaces {
    return (this.#namespaces ??= namespacesOf(this.#byName.keys()))
  }

  get(name: string): ToolDefinition | undefined {
    return this.#byName.get(name)
  }

  /** Names that somebody may have meant. */
  near(name: string): string[] {
    return nearest(name, this.#byName.keys())
  }

  /**
   * The tools that a request in ordinary words may mean. A request without words that say anything gives the whole
   * namespace, or all tools, in the order of their names.
   */
  search(query: string, { namespace, limit = usualLimit }: ToolSearchOptions = {}): ToolHits {
    const ranked = this.#ranked(query)
    const found = namespace === undefined ? ranked : ranked.filter(({ name }) => isWithin(name, namespace))
    return {
      tools: found.slice(0, limit).map((definition) => ({ name: definition.name, line: lineOf(definition) })),
      total: found.length,
      truncated: found.length > limit,
    }
  }

  #ranked(query: string): readonly ToolDefinition[] {
    this.#index ??= new ToolIndex(this.definitions)
    const exact = this.#byName.get(query.trim())
    const ranked = this.#index.ranked(query).flatMap((at) => this.definitions[at] ?? [])
    if (exact !== undefined) return [exact, ...ranked.filter((definition) => definition !== exact)]
    return ranked
  }
}

/** What stands behind a name in a list. */
export function lineOf(definition: ToolDefinition): string {
  const sentence = firstSentence(definition.description)
  if (sentence !== '') return sentence
  const { required, optional } = argumentNames(definition)
  return `(${[...required, ...optional.map((name) => `${name}?`)].slice(0, 8).join(', ')})`
}

function isWithin(name: string, namespace: string): boolean {
  return name.toLowerCase().startsWith(namespace.trim().toLowerCase())
}
