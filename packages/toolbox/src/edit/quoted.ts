import { cutEnd, wholeBoundary } from '../text/cut.ts'

/** Units of a line that are shown. */
const shownUnits = 160
/** Units that are shown before the place that matters. */
const lead = 60
const invisible = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u

/**
 * The part of a line around a place, as it is written in JSON, which is how a model writes arguments. What looks
 * like something else, or like nothing, is written by its number.
 *
 * @param isPlain - only ASCII stays as it is, so that characters which look alike are told apart.
 */
export function quoted(line: string, at = 0, isPlain = false): string {
  const from = line.length <= shownUnits ? 0 : wholeBoundary(line, Math.max(0, at - lead))
  const rest = line.slice(from)
  const shown = cutEnd(rest, shownUnits)
  const text = JSON.stringify(shown).replaceAll(/[^\u0020-\u007e]/gu, (character) =>
    isPlain || invisible.test(character) ? escaped(character) : character,
  )
  return `${from > 0 ? '… ' : ''}${text}${shown.length < rest.length ? ' …' : ''}`
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
