import type { Command } from 'commander'
import type { LimitSettings } from '../config/file-settings.ts'
import { limitProblem } from '../config/limits.ts'
import type { Sourced } from '../config/loaded-settings.ts'
import { UsageError } from '../usage-error.ts'
import { secondsIn } from './time-in.ts'

/** What the command line says of limits, as it was typed. */
export interface LimitFlags {
  readonly maxSteps?: string
  readonly maxCalls?: string
  readonly maxTime?: string
  readonly maxTokens?: string
  readonly maxCost?: string
}

const flags = [
  ['maxSteps', 'steps', '--max-steps'],
  ['maxCalls', 'calls', '--max-calls'],
  ['maxTime', 'seconds', '--max-time'],
  ['maxTokens', 'tokens', '--max-tokens'],
  ['maxCost', 'cost', '--max-cost'],
] as const

/** Adds the options that bound what an agent uses. */
export function withLimitFlags(command: Command): Command {
  return command
    .option('--max-steps <count>', 'requests to the model in this turn (default: 100)')
    .option('--max-calls <count>', 'tool calls of the session, those of programs included')
    .option('--max-time <time>', 'of this turn, such as 90s, 10m or 1h')
    .option('--max-tokens <count>', 'tokens of the session, in and out')
    .option('--max-cost <amount>', 'of the session, in the currency of the prices in the settings')
}

/**
 * The limits that the command line gives, each with its option.
 * @throws UsageError for a value that is no limit.
 */
export function limitsOf(given: LimitFlags): Sourced<LimitSettings>[] {
  return flags.flatMap(([key, name, source]) => {
    const text = given[key]
    if (text === undefined) return []
    const value = name === 'seconds' ? secondsIn(text) : numberOf(text)
    const problem = limitProblem(name, value)
    if (problem === undefined) return [{ value: { [name]: value }, source }]
    const expected = name === 'seconds' ? `a time such as 90s, 10m or 1h (${problem})` : problem
    throw new UsageError(`${source} "${text}": expected ${expected}`)
  })
}

function numberOf(text: string): number {
  return /^\d+(?:_\d+)*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN
}
