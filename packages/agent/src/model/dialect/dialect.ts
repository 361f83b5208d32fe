/**
 * Which schemas a provider takes: OpenAI's (plain functions, or strict ones where a schema allows it), Anthropic's,
 * DeepSeek's, or what nearly every server with an OpenAI-compatible interface understands.
 */
export type Dialect = 'openai' | 'openai-strict' | 'anthropic' | 'deepseek' | 'plain'

/** What a dialect cannot say. */
export interface DialectRules {
  /** Whether references stay, or are written out. */
  readonly refs: 'keep' | 'inline'
  /** Whether one node may name several types. */
  readonly typeLists: boolean
  /** Keywords that are left out wherever they stand. */
  readonly without: ReadonlySet<string>
  /** Whether "exactly one of" is understood; otherwise it becomes "any of". */
  readonly oneOf: boolean
  /** Patterns that the provider refuses. */
  readonly refusedPattern?: RegExp
  /** What names of properties must look like. */
  readonly propertyName?: RegExp
}

// Look-around, back references, classes by property and word boundaries: what linear-time engines have not.
const exoticPattern = /\(\?|\\[1-9kpPbB]/

const composed = [
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'additionalItems',
]

const openai: DialectRules = {
  refs: 'keep',
  typeLists: true,
  without: new Set(),
  oneOf: true,
  refusedPattern: exoticPattern,
}

/** The rules of each dialect. */
export const dialectRules: Readonly<Record<Dialect, DialectRules>> = {
  openai,
  'openai-strict': { ...openai, oneOf: false },
  anthropic: { ...openai, propertyName: /^[a-zA-Z0-9_.-]{1,64}$/ },
  deepseek: {
    refs: 'inline',
    typeLists: false,
    without: new Set(composed),
    oneOf: false,
    refusedPattern: exoticPattern,
  },
  plain: {
    refs: 'inline',
    typeLists: false,
    without: new Set([...composed, 'pattern', 'format']),
    oneOf: false,
  },
}
