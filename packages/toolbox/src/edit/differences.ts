import { firstDifference } from '../text/first-difference.ts'
import { foldedCharacter, type FoldedText } from './fold.ts'
import { dash, htmlEntity, quotationMark } from './look-alikes.ts'

/** Differences that are named; texts that differ at more places differ in the same ways, as a rule. */
const mostDifferences = 200
/** Places that are returned. */
const mostPlaces = 3

/** Two places, of an old text and of a file, where they differ. */
export interface DifferentPlace {
  readonly oldAt: number
  readonly fileAt: number
}

/** In what, and where, two texts differ that are the same when they are folded. */
export interface Differences {
  /** For people and models, such as `indentation`. */
  readonly kinds: readonly string[]
  /** The first ones, each on lines of its own. */
  readonly places: readonly DifferentPlace[]
}

/** Both sides of a part, with where it begins. */
interface Part extends DifferentPlace {
  readonly old: string
  readonly file: string
  /** Whether only white space stands before it on its line in the file. */
  readonly startsLine?: boolean
}

/** @param at - index of the place's first folded unit in `file`. */
export function differencesOf(
  text: string,
  oldText: string,
  { file, old, at }: { readonly file: FoldedText; readonly old: FoldedText; readonly at: number },
): Differences {
  const kinds = new Set<string>()
  const places: DifferentPlace[] = []
  let found = 0
  for (const part of partsOf(text, oldText, file, old, at)) {
    if (part.old === part.file) continue
    for (const kind of kindsOf(part)) kinds.add(kind)
    const same = firstDifference(part.old, part.file)
    const place = { oldAt: part.oldAt + same, fileAt: part.fileAt + same }
    const last = places.at(-1)
    const isOnNewLines =
      last === undefined ||
      (text.slice(last.fileAt, place.fileAt).includes('\n') &&
        oldText.slice(last.oldAt, place.oldAt).includes('\n'))
    if (places.length < mostPlaces && isOnNewLines) places.push(place)
    found += 1
    if (found === mostDifferences) break
  }
  return { kinds: [...kinds], places }
}

/** Cuts both texts where a character begins in both: what comes before the first one, and each with what follows. */
function* partsOf(
  text: string,
  oldText: string,
  file: FoldedText,
  old: FoldedText,
  at: number,
): Generator<Part, void, undefined> {
  const count = old.units.length
  const oldPlace = (index: number): number => old.places[index] ?? oldText.length
  const filePlace = (index: number): number => file.places[at + index] ?? text.length
  yield leadOf(
    text.slice(at === 0 ? 0 : filePlace(-1) + 1, filePlace(0)),
    oldText.slice(0, oldPlace(0)),
    filePlace(0),
  )
  let from = 0
  for (let index = 1; index <= count; index += 1) {
    const begins = oldPlace(index) > oldPlace(index - 1) && filePlace(index) > filePlace(index - 1)
    if (!begins && index < count) continue
    const part = {
      oldAt: oldPlace(from),
      fileAt: filePlace(from),
      old: oldText.slice(oldPlace(from), index < count ? oldPlace(index) : oldText.length),
      file: text.slice(filePlace(from), filePlace(index)),
    }
    yield index < count ? part : endOf(part)
    from = index
  }
}

/** What comes first in the old text, beside as much of what stands before the place in the file. */
function leadOf(file: string, old: string, fileAt: number): Part {
  const shown = old.includes('\n') ? file : file.slice(file.lastIndexOf('\n') + 1)
  const startsLine = file.includes('\n') || fileAt === file.length
  const same = shown.endsWith(old)
  return { old, file: same ? old : shown, oldAt: 0, fileAt: fileAt - shown.length, startsLine }
}

/** The last part, without the white space that the file has beyond what was asked for. */
function endOf(part: Part): Part {
  const { old, file } = part
  if (file.startsWith(old)) return { ...part, file: old }
  let end = 0
  for (let lines = old.split('\n').length - 1; lines > 0 && end >= 0; lines -= 1) {
    end = file.indexOf('\n', end) + 1 || -1
  }
  if (end < 0) return part
  if (old.includes('\n'))
    return { ...part, file: file.slice(0, end + old.length - old.lastIndexOf('\n') - 1) }
  const lineEnd = file.indexOf('\n')
  return lineEnd < 0 ? part : { ...part, file: file.slice(0, lineEnd) }
}

const marks: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['backslashes', /\\[nrt]?/g],
  ['HTML entities', htmlEntity],
  ['quotation marks', quotationMark],
  ['dashes', dash],
  [
    'invisible or unusual white space characters',
    /(?![ \t\r\n])[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
  ],
]

function kindsOf(part: Part): string[] {
  const kinds = marks
    .filter(([, pattern]) => matches(part.old, pattern) !== matches(part.file, pattern))
    .map(([kind]) => kind)
  const hasEscapes = kinds.includes('backslashes')
  const spaces = hasEscapes ? undefined : spaceKind(part)
  if (spaces !== undefined) kinds.push(spaces)
  const [old, file] = [lettersOf(part.old), lettersOf(part.file)]
  if (old !== file && kinds.length === 0) {
    kinds.push(
      old.toLowerCase() === file.toLowerCase()
        ? 'upper and lower case'
        : 'accents, or characters that look alike',
    )
  } else if (old !== file && old.toLowerCase() === file.toLowerCase()) kinds.push('upper and lower case')
  return kinds
}

function matches(text: string, pattern: RegExp): string {
  return (text.match(pattern) ?? []).join('')
}

/** What folding keeps, unfolded. */
function lettersOf(text: string): string {
  return Array.from(text)
    .filter((character) => /[\p{L}\p{N}\p{M}]/u.test(character) || foldedCharacter(character) !== '')
    .join('')
    .replaceAll(/\\[nrt]/g, '')
    .replaceAll(/["'`\p{Pd}]/gu, '')
}

/** In what way the white space of a part differs; undefined where it does not. */
function spaceKind(part: Part): string | undefined {
  const [old, file] = [matches(part.old, /[ \t\r\n]+/g), matches(part.file, /[ \t\r\n]+/g)]
  if (old === file) return undefined
  if (matches(old, /\r/g) !== matches(file, /\r/g)) return 'line ends'
  const [oldLines, fileLines] = [old.split('\n'), file.split('\n')]
  if (oldLines.length !== fileLines.length) {
    return Math.min(oldLines.length, fileLines.length) === 1 ? 'where lines are broken' : 'blank lines'
  }
  if (oldLines.length === 1)
    return part.startsLine === true ? indentationKind(old, file) : 'spaces within a line'
  if (oldLines[0] !== fileLines[0]) return 'white space at the end of a line'
  return indentationKind(oldLines.at(-1) ?? '', fileLines.at(-1) ?? '')
}

function indentationKind(old: string, file: string): string {
  const [inOld, inFile] = [unitsIn(old), unitsIn(file)]
  return inOld === inFile ? 'indentation' : `indentation (${inFile} in the file, ${inOld} in oldText)`
}

function unitsIn(indentation: string): string {
  if (indentation === '') return 'none'
  if (!indentation.includes('\t')) return 'spaces'
  return indentation.includes(' ') ? 'tabs and spaces' : 'tabs'
}
