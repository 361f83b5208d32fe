import { isRedactable } from '@millrace/protocol'
import type { Io } from './io.ts'

/** Variables that hold keys by their usual names. */
const usual = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'DEEPSEEK_API_KEY', 'BRAVE_API_KEY']

/**
 * The values that must not be shown, logged or sent to a model: those of the usual variables and of the named ones.
 * @param warn - told of a named one that is too short to be told apart from other text.
 */
export function secretValues(
  env: Io['env'],
  named: readonly string[],
  warn: (message: string) => void,
): string[] {
  return [...new Set([...usual, ...named])].flatMap((name) => {
    const value = env[name]?.trim() ?? ''
    if (isRedactable(value)) return [value]
    if (value !== '' && named.includes(name))
      warn(
        `the value of ${name} is too short to be told from ordinary text, and is not taken out of what is shown`,
      )
    return []
  })
}
