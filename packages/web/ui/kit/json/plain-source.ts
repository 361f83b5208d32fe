import { escapeVisible } from '@millrace/protocol'

/**
 * The same JSON or program, where all that an editor would hide or a terminal would act on stands as an escape. Only strings
 * can hold any of it.
 */
export function plainSource(source: string): string {
  return source.replace(/[^\t\n\x20-\x7e]/gu, (found) =>
    escapeVisible(found) === found ? found : escaped(found),
  )
}

/** Half a character is one unit, a whole one may be two. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
