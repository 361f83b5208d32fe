import type { AgentModel } from '../contract/model.ts'

/** When and how the past is made shorter. */
export interface ContextWindowOptions {
  /**
   * Tokens that a request may have. What is known of the agent's model unless given; where nothing is known, nothing is left
   * out before the provider refuses a request.
   */
  readonly tokens?: number
  /** The share of them beyond which results are left out. 0.8 unless given. */
  readonly share?: number
  /** The share down to which they are left out, at once, so that caches of providers stay good for long. 0.5 unless given. */
  readonly lowShare?: number
  /** How many of the last results are always kept. 6 unless given. */
  readonly keepRecentResults?: number
  /** Smaller results are kept. 2,000 bytes unless given. */
  readonly minBytes?: number
  /** Whether the turns before the current one may be summarised when leaving results out is not enough. `false` unless given. */
  readonly summarise?: boolean | SummaryOptions
}

/** How the past is summarised. */
export interface SummaryOptions {
  /** Who writes it. The agent's own model unless given. */
  readonly model?: AgentModel
  /** What the summary should keep, in place of our own words. */
  readonly instructions?: string
}

/** The options with their defaults. */
export type WindowRules = Required<Omit<ContextWindowOptions, 'tokens' | 'summarise'>> & {
  readonly tokens: number | undefined
  readonly summarise: SummaryOptions | undefined
}

/** Fills defaults in. Refuses what makes no sense. */
export function windowRules(options: ContextWindowOptions): WindowRules {
  const {
    tokens,
    share = 0.8,
    lowShare = Math.min(0.5, share),
    keepRecentResults = 6,
    minBytes = 2_000,
  } = options
  if (tokens !== undefined)
    check('tokens', Number.isSafeInteger(tokens) && tokens > 0, 'a positive integer', tokens)
  check('share', share > 0 && share <= 1, 'a number over 0 and up to 1', share)
  check('lowShare', lowShare > 0 && lowShare <= share, `a number over 0 and up to share (${share})`, lowShare)
  const whole = 'an integer of 0 or more'
  check('keepRecentResults', isWhole(keepRecentResults), whole, keepRecentResults)
  check('minBytes', isWhole(minBytes), whole, minBytes)
  const { summarise = false } = options
  return {
    tokens,
    share,
    lowShare,
    keepRecentResults,
    minBytes,
    summarise: summarise === true ? {} : summarise === false ? undefined : summarise,
  }
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function check(name: string, fine: boolean, expected: string, value: unknown): void {
  if (!fine) throw new TypeError(`context-window: ${name} must be ${expected}, not ${String(value)}`)
}
