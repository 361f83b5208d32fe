import { isRedactable } from '@millrace/protocol'
import type { Io } from './io.ts'

/** Variables that hold keys by their usual names. */
const usual = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'DEEPSEEK_API_KEY',
  'BRAVE_API_KEY',
  'MILLRACE_MCP_TOKEN',
]

/** Words that logs and requests are made of: without them neither could be read. */
const words = new Set(
  `
    arguments assistant cancelled content denied description failed finish format ignorable message
    messages metadata millrace object output parameters plugin principal properties provider reason
    reasoning required result results session settings source stages status string summary system totals
    versions
  `.match(/\w+/g),
)

/**
 * The values that must not be shown, logged or sent to a model: those of the usual variables and of the named ones.
 * @param warn - told of a named one that is too short to be told apart from other text, and of one that is a word of all logs.
 */
export function secretValues(
  env: Io['env'],
  named: readonly string[],
  warn: (message: string) => void,
): string[] {
  return [...new Set([...usual, ...named])].flatMap((name) => {
    const value = env[name]?.trim() ?? ''
    if (words.has(value.toLowerCase())) {
      warn(`the value of ${name} is a word that every log is made of, and is not taken out of what is shown`)
      return []
    }
    if (isRedactable(value)) return [value]
    if (value !== '' && named.includes(name))
      warn(
        `the value of ${name} is too short to be told from ordinary text, and is not taken out of what is shown`,
      )
    return []
  })
}
