import type { Pace } from '../workspace/pace.ts'
import { dash, htmlEntities, htmlEntity, quotationMark } from './look-alikes.ts'

/** A text without what people and models get wrong in copying, and where each unit of it comes from. */
export interface FoldedText {
  readonly units: Uint16Array
  /** For each unit, where the character that it comes from begins in the source. */
  readonly places: Uint32Array
}

/** Units after which folding looks at the clock. */
const stretch = 2 ** 14
/**
 * Units by which a folded text may be longer than its source, as a ligature becomes several letters. What goes
 * beyond is left out.
 */
const spareUnits = 100_000
/** Characters whose folded form is kept. */
const mostKnown = 10_000

const entityHere = new RegExp(htmlEntity, 'y')
const dropped = /[\p{White_Space}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\\]/gu
const known = new Map<number, string>()

/**
 * Folds a text: white space, backslashes with the `n`, `r` or `t` behind them, accents and invisible characters vanish,
 * quotation marks and dashes of all kinds become one, letters lose their case, HTML entities are resolved.
 */
export async function foldedText(text: string, pace: Pace): Promise<FoldedText> {
  const most = text.length + spareUnits
  const units = new Uint16Array(most)
  const places = new Uint32Array(most)
  let length = 0
  for (let at = 0; at < text.length;) {
    const { folded, width } = foldedAt(text, at)
    if (length + folded.length > most) break
    for (let index = 0; index < folded.length; index += 1) {
      units[length] = folded.charCodeAt(index)
      places[length] = at
      length += 1
    }
    // The clock is asked about once a stretch.
    if (at % stretch < width && pace.isDue) await pace.rest()
    at += width
  }
  return { units: units.subarray(0, length), places: places.subarray(0, length) }
}

/** One character, folded alone. */
export function foldedCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const found = known.get(point)
  if (found !== undefined) return found
  const folded = character
    .normalize('NFKD')
    .toLowerCase()
    .replace(quotationMark, "'")
    .replace(dash, '-')
    .replace(dropped, '')
  if (known.size >= mostKnown) known.clear()
  known.set(point, folded)
  return folded
}

function foldedAt(text: string, at: number): { readonly folded: string; readonly width: number } {
  const unit = text.charCodeAt(at)
  if (unit === backslash && /[nrt]/.test(text.charAt(at + 1))) return { folded: '', width: 2 }
  if (unit === ampersand) {
    entityHere.lastIndex = at
    const found = entityHere.exec(text)?.[0]
    if (found !== undefined)
      return { folded: foldedCharacter(htmlEntities.get(found) ?? ''), width: found.length }
  }
  const character =
    unit < 0xd800 || unit > 0xdbff ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at)!)
  return { folded: foldedCharacter(character), width: character.length }
}

const backslash = 0x5c
const ampersand = 0x26
