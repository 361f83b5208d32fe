import MiniSearch from 'minisearch'
import type { ToolDefinition } from '@millrace/tools'
import { argumentNames } from './argument-names.ts'
import { firstSentence } from './first-sentence.ts'
import { intentBoost, intentOf, wantedBy, type Intent } from './intent.ts'
import { byCodeUnit, namespaceOf } from './namespaces.ts'
import { spelledOut, synonymsOf } from './synonyms.ts'
import { stemOf, stemsOf } from './words.ts'

/** What is indexed of one tool. */
interface Entry {
  readonly id: number
  readonly name: string
  readonly sentence: string
  readonly body: string
  readonly args: string
}

const fields = ['name', 'sentence', 'body', 'args'] as const
const boost = { name: 4, sentence: 3, body: 2, args: 1 }

/** Of longer texts, what comes later says little of what the tool is for. In UTF-16 units. */
const longestBody = 4_000
const longestQuery = 1_000
const mostTerms = 40
const mostLike = 8
const longestLike = 24

/** What a word counts that may mean the same, and one that is only spelled alike. */
const synonymWeight = 0.5

/** What it counts that something is the caller's own: less than what it is. */
const own = stemOf('your')
const ownWeight = 0.5
const likeWeight = { prefix: 0.4, fuzzy: 0.3 }

/** What it counts that a request names the namespace of a tool: issues, for an issue. */
const namedBoost = 1.25

/** What a tool's rank depends on besides its words. */
interface Traits {
  readonly name: string
  readonly stems: readonly string[]
  readonly namespace: readonly string[]
  readonly intent: Intent | undefined
}

/** A full-text index over tools: BM25, and then how well a name is what was asked for. */
export class ToolIndex {
  readonly #search: MiniSearch<Entry>
  readonly #definitions: readonly ToolDefinition[]
  /** Of the tools that were taken in. */
  readonly #traits: Traits[] = []
  readonly #known = new Set<string>()

  constructor(definitions: readonly ToolDefinition[]) {
    this.#search = new MiniSearch<Entry>({
      fields: [...fields],
      tokenize: (text) => this.#learned(stemsOf(text)),
      processTerm: (term) => term,
      searchOptions: { boost, weights: likeWeight, tokenize: (terms) => terms.split(' ') },
    })
    this.#definitions = definitions
  }

  /**
   * Takes in some more of the tools, so that a large index can be made in pieces.
   * @returns whether some are left.
   */
  grow(count: number): boolean {
    const from = this.#traits.length
    for (const [at, definition] of this.#definitions.slice(from, from + count).entries()) {
      this.#search.add(entryOf(definition, from + at))
      this.#traits.push(traitsOf(definition))
    }
    return this.#traits.length < this.#definitions.length
  }

  /** Positions of the tools that a request may mean, the best first. The same request gives the same order. */
  ranked(request: string): readonly number[] {
    const query = spelledOut(request.slice(0, longestQuery))
    const said = [...new Set(stemsOf(query))].slice(0, mostTerms)
    if (said.length === 0) return []
    this.grow(Number.POSITIVE_INFINITY)
    const meant = meaningsOf(said)
    const wanted = wantedBy(query)
    // Looking for what is spelled alike costs much, so few words and no endless ones are looked for.
    const unknown = new Set(
      said.filter((word) => word.length <= longestLike && !this.#known.has(word)).slice(0, mostLike),
    )
    const found = this.#search.search([...meant.keys()].join(' '), {
      boostTerm: (term) => meant.get(term)?.weight ?? 1,
      maxFuzzy: 2,
      prefix: (term) => term.length > 3 && unknown.has(term),
      fuzzy: (term) => (term.length > 4 && unknown.has(term) ? 0.25 : false),
    })
    return found
      .flatMap(({ id, score, queryTerms }) => {
        const traits = this.#traits[id as number]
        if (traits === undefined) return []
        // The library counts matched words; here those count that mean something else than the others.
        const matched = new Set(queryTerms.map((term) => meant.get(term)?.word)).size
        const relevance = (score / queryTerms.length) * matched ** 2
        const rank = relevance * fit(traits, said, meant) * intentBoost(wanted, traits.intent)
        return [{ id: id as number, rank, name: traits.name }]
      })
      .sort((one, other) => other.rank - one.rank || byCodeUnit(one.name, other.name))
      .map(({ id }) => id)
  }

  #learned(stems: string[]): string[] {
    for (const stem of stems) this.#known.add(stem)
    return stems
  }
}

/** How much of a name was asked for, and whether it is in a namespace that was named. */
function fit(
  { stems, namespace }: Traits,
  said: readonly string[],
  meant: ReadonlyMap<string, Meaning>,
): number {
  const asked = stems.reduce((sum, stem) => sum + (meant.get(stem)?.weight ?? 0), 0)
  const coverage = stems.length === 0 ? 0 : asked / stems.length
  const isInNamed = namespace.length > 0 && namespace.every((stem) => said.includes(stem))
  return (1 + coverage) * (isInNamed ? namedBoost : 1)
}

function traitsOf(definition: ToolDefinition): Traits {
  const { name } = definition
  return {
    name,
    stems: [...new Set(stemsOf(name))],
    namespace: stemsOf(namespaceOf(name)),
    intent: intentOfTool(definition),
  }
}

/** What a word of a search stands for. */
interface Meaning {
  /** The word that was said. */
  readonly word: string
  readonly weight: number
}

function meaningsOf(said: readonly string[]): ReadonlyMap<string, Meaning> {
  const meant = new Map<string, Meaning>(
    said.map((word) => [word, { word, weight: word === own ? ownWeight : 1 }]),
  )
  for (const word of said) {
    for (const synonym of synonymsOf(word)) {
      if (!meant.has(synonym)) meant.set(synonym, { word, weight: synonymWeight })
    }
  }
  return meant
}

/** Descriptions begin with what a tool does; names say it somewhere. */
function intentOfTool({ name, description }: ToolDefinition): Intent | undefined {
  const sentence = firstSentence(description)
  const [verb = ''] = sentence.split(' ')
  return intentOf(verb) ?? intentOf(name) ?? intentOf(sentence)
}

function entryOf(definition: ToolDefinition, id: number): Entry {
  const { name } = definition
  const description = definition.description.slice(0, longestBody)
  const sentence = firstSentence(description)
  const { required, optional } = argumentNames(definition)
  return { id, name, sentence, body: description, args: [...required, ...optional].join(' ') }
}
