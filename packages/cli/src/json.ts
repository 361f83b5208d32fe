import { escapeVisible, type JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { Output } from './io.ts'

/**
 * One value as one line of JSON. What a terminal would act on or hide is written as `\u` escapes, which
 * parsers read as the same text.
 */
export function jsonLine(value: object | JsonValue): string {
  const text = printJson(value as JsonValue)
  return `${text.replace(/[^\x20-\x7e]/gu, (found) => (escapeVisible(found) === found ? found : escaped(found)))}\n`
}

function escaped(character: string): string {
  let text = ''
  for (let at = 0; at < character.length; at++) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return text
}

/** Writes a value as machine output. */
export function writeJson(output: Output, value: object): void {
  output.write(jsonLine(value))
}
