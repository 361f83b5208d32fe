import type { Card } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'

/**
 * The command that makes a call again, for a shell: `millrace call read --args '{"path":"a.ts"}'`.
 * @returns `undefined` where the arguments are no JSON object: no command could make such a call.
 */
export function commandText({ tool, arguments: text }: Card): string | undefined {
  if (!/^[\w.-]+$/.test(tool) || !isObject(text)) return undefined
  return `millrace call ${tool} --args ${quoted(harmless(text))}`
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The same JSON, where what a terminal would act on stands as an escape of JSON; only strings can hold any of it. */
function harmless(json: string): string {
  return Array.from(json, (character) => (isHarmless(character) ? character : unicode(character))).join('')
}

function isHarmless(character: string): boolean {
  return /^[ -~\n\t]$/.test(character) || escapeVisible(character) === character
}

function unicode(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
