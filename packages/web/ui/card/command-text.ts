import type { Card } from '@millrace/cards'
import { plainSource } from '../kit/json/plain-source.ts'
import { programCommand } from './program-command.ts'

/**
 * The command that makes a call again, for a shell: `millrace call read --args '{"path":"a.ts"}'`, or that of its program.
 * @returns `undefined` where no command could make such a call, as with arguments that are no JSON object.
 */
export function commandText({ tool, arguments: text }: Pick<Card, 'tool' | 'arguments'>): string | undefined {
  if (tool === 'run_code') return programCommand(text)
  if (!/^[\w.-]+$/.test(tool) || !isObject(text)) return undefined
  return `millrace call ${tool} --args ${quoted(plainSource(text))}`
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
