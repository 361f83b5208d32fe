import { nearest, ToolArgsError } from '@millrace/schema'
import { shown } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { argumentNames } from './argument-names.ts'
import { describeTools, type DescribeOptions } from './describe-tools.ts'
import { digestOf, type DigestOptions } from './digest.ts'
import { firstSentence } from './first-sentence.ts'
import { byCodeUnit, namespacesOf, type Namespaces } from './namespaces.ts'
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
  /** Where nothing was found, or nothing asked for: what could be, by what names begin with. */
  readonly namespaces?: readonly ToolNamespace[]
}

/** Tools whose names begin alike. */
export interface ToolNamespace {
  /** What they begin with; empty for all that begin like no other. */
  readonly name: string
  readonly count: number
}

/** What narrows a search. */
export interface ToolSearchOptions {
  /** Only tools whose names begin with it, such as `issues`. */
  readonly namespace?: string
  /** How many are given at most. 8 unless given. */
  readonly limit?: number
}

const usualLimit = 8

/** So many tools are indexed at once: a few milliseconds. */
const piece = 32

/** So many namespaces are named at once. */
const mostNamed = 100

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
   * The tools that a request in ordinary words may mean. Without words, those of the namespace in the order of their
   * names; without either, the namespaces.
   * @throws ToolArgsError for a namespace that no name begins with.
   */
  search(query: string, { namespace = '', limit = usualLimit }: ToolSearchOptions = {}): ToolHits {
    const start = namespace.trim().toLowerCase()
    const isAsked = query.trim() !== ''
    const ranked = isAsked ? this.#ranked(query) : start === '' ? [] : this.#sorted()
    const found = ranked.filter(({ name }) => name.toLowerCase().startsWith(start))
    if (found.length === 0) this.#requireNamespace(start)
    return {
      tools: found.slice(0, limit).map((definition) => ({ name: definition.name, line: lineOf(definition) })),
      total: found.length,
      truncated: found.length > limit,
      ...(found.length === 0 && { namespaces: this.#counted() }),
    }
  }

  /**
   * Declarations of tools as one text, on a line each or in full. A name that is not there is answered with near ones.
   * @throws ToolNotFoundError where none is there.
   */
  describe(
    names: readonly string[],
    { full = false, language = 'typescript' }: DescribeOptions = {},
  ): string {
    return describeTools(this, names, { full, language })
  }

  /** The tools in few words, for prompts. */
  digest(options: DigestOptions): string {
    return digestOf(this, options)
  }

  /** Makes the index in pieces while nothing else is to be done, so that the first search holds nobody up. */
  prepare(): void {
    if (this.#index !== undefined) return
    const index = new ToolIndex(this.definitions)
    this.#index = index
    const goOn = (): void => {
      if (index.grow(piece)) setImmediate(goOn).unref()
    }
    setImmediate(goOn).unref()
  }

  #ranked(query: string): readonly ToolDefinition[] {
    this.#index ??= new ToolIndex(this.definitions)
    const exact = this.#byName.get(query.trim())
    const ranked = this.#index.ranked(query).flatMap((at) => this.definitions[at] ?? [])
    if (exact !== undefined) return [exact, ...ranked.filter((definition) => definition !== exact)]
    return ranked
  }

  #sorted(): readonly ToolDefinition[] {
    return this.definitions.toSorted((one, other) => byCodeUnit(one.name, other.name))
  }

  #requireNamespace(start: string): void {
    if (this.definitions.some(({ name }) => name.toLowerCase().startsWith(start))) return
    if (start === '') return
    const known = [...this.namespaces.keys()].filter((name) => name !== '')
    const near = nearest(start, known)
    const hint =
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : `there are ${known.slice(0, mostNamed).join(', ')}`
    throw new ToolArgsError([`"namespace" is the beginning of no tool's name: "${shown(start)}"; ${hint}`])
  }

  #counted(): ToolNamespace[] {
    const all = Array.from(this.namespaces, ([name, names]) => ({ name, count: names.length }))
    return all.slice(0, mostNamed)
  }
}

/** What stands behind a name in a list. */
export function lineOf(definition: ToolDefinition): string {
  const sentence = firstSentence(definition.description)
  if (sentence !== '') return sentence
  const { required, optional } = argumentNames(definition)
  return `(${[...required, ...optional.map((name) => `${name}?`)].slice(0, 8).join(', ')})`
}
