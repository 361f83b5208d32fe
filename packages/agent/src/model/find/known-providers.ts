import type { Dialect } from '../dialect/dialect.ts'
import type { Pictures } from '../request/content.ts'

/** A provider that is found by the environment. */
export interface KnownProvider {
  readonly name: string
  readonly key: string
  readonly baseUrl: string
  /** Where requests go unless the environment says otherwise. */
  readonly address: string
  /** What it answers with unless a model is chosen. */
  readonly usual: string
  /** How names of its models begin. */
  readonly names: RegExp
  readonly dialect: Dialect
  readonly pictures: Pictures
  /** Tokens that a request may have at least, by the model; deliberately low where it is not known exactly. */
  readonly windows: readonly (readonly [RegExp, number])[]
}

/** In the order in which they are looked for. */
export const knownProviders: readonly KnownProvider[] = [
  {
    name: 'openai',
    key: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
    address: 'https://api.openai.com/v1',
    usual: 'gpt-5.5',
    names: /^(gpt-|o\d|chatgpt-|ft:)/,
    dialect: 'openai',
    pictures: 'messages',
    windows: [
      [/^gpt-[5-9]/, 272_000],
      [/^gpt-4\.1/, 1_000_000],
      [/^gpt-4o/, 128_000],
      [/^o\d/, 200_000],
    ],
  },
  {
    name: 'anthropic',
    key: 'ANTHROPIC_API_KEY',
    baseUrl: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com/v1',
    usual: 'claude-sonnet-5-5',
    names: /^claude-/,
    dialect: 'anthropic',
    pictures: 'results',
    windows: [[/^claude-/, 200_000]],
  },
  {
    name: 'deepseek',
    key: 'DEEPSEEK_API_KEY',
    baseUrl: 'DEEPSEEK_BASE_URL',
    address: 'https://api.deepseek.com',
    usual: 'deepseek-v4-pro',
    names: /^deepseek-/,
    dialect: 'deepseek',
    pictures: 'none',
    windows: [[/^deepseek-/, 128_000]],
  },
]
