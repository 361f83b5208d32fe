import { Lines } from '../change/lines.ts'
import { firstDifference } from '../text/first-difference.ts'
import type { Pace } from '../workspace/pace.ts'
import { differencesOf } from './differences.ts'
import { nearPlace, type LinePair, type NearPlace } from './near-place.ts'
import { quoted } from './quoted.ts'
import type { SourceText } from './source-text.ts'

/** Pairs of lines that are shown. */
const mostPairs = 3
/** Units on each side of a place that are near it. */
const nearUnits = 200
/** A line of the old text that begins as `read` numbers lines. */
const numbered = /^[ \t]*\d+\t/

/** Why an old text is not found: what resembles it, and in what it differs. Whole sentences and lines of text. */
export async function explainMiss(source: SourceText, oldText: string, pace: Pace): Promise<string> {
  const { text } = source.viewFor(oldText)
  if (text === '') return 'the file is empty. Put text into it with the write tool.'
  const plain = withoutNumbers(oldText)
  if (plain !== oldText && text.includes(plain)) {
    return 'it is there without the line numbers that read shows. Leave the numbers and the tabs behind them out, in newText too.'
  }
  const near = await nearPlace(text, plain, pace)
  if (near === undefined) {
    return 'nothing in the file resembles it. Read the file, and copy the text to replace from it.'
  }
  const shown = new Shown(await Lines.of(text, pace), await Lines.of(plain, pace))
  const advice = plain === oldText ? '' : ' Leave out the line numbers that read shows, too.'
  return `${sentenceOf(near, shown)}\nWrite oldText as the file has it.${advice}`
}

function withoutNumbers(oldText: string): string {
  const lines = oldText.split('\n')
  const isNumbered = lines.every(
    (line, index) => numbered.test(line) || (line === '' && index === lines.length - 1),
  )
  return isNumbered ? lines.map((line) => line.replace(numbered, '')).join('\n') : oldText
}

function sentenceOf(near: NearPlace, shown: Shown): string {
  switch (near.kind) {
    case 'alike': {
      const { kinds, places } = differencesOf(shown.fileLines.text, shown.oldLines.text, near)
      const from = near.file.places[near.at] ?? 0
      const to = near.file.places[near.at + near.old.units.length - 1] ?? from
      const others = near.total > 1 ? ` (and ${near.total - 1} more)` : ''
      const inWhat = kinds.length === 0 ? '' : ` It differs in ${kinds.join(', ')}:`
      return [
        `similar text stands at ${shown.range(from, to)}${others}.${inWhat}`,
        ...shown.places(places),
      ].join('\n')
    }
    case 'lines': {
      const { first, same, different } = near
      const count = same + different.length
      const last = Math.min(first + count, shown.fileLines.count)
      const range = `the most similar lines are ${Math.max(0, first) + 1}-${last}, where ${same} of ${count} are the same.`
      return [`${range} The first that differ:`, ...shown.pairs(different)].join('\n')
    }
    case 'line':
      return ['the most similar line differs:', ...shown.pairs([near.pair])].join('\n')
  }
}

/** Shows lines of the file and of the old text beside each other. */
class Shown {
  readonly fileLines: Lines
  readonly oldLines: Lines

  constructor(fileLines: Lines, oldLines: Lines) {
    this.fileLines = fileLines
    this.oldLines = oldLines
  }

  range(from: number, to: number): string {
    const [first, last] = [this.fileLines.lineAt(from) + 1, this.fileLines.lineAt(to) + 1]
    return first === last ? `line ${first}` : `lines ${first}-${last}`
  }

  places(places: readonly { readonly oldAt: number; readonly fileAt: number }[]): string[] {
    return places.flatMap(({ oldAt, fileAt }) => {
      const pair = { oldLine: this.oldLines.lineAt(oldAt), fileLine: this.fileLines.lineAt(fileAt) }
      return this.pair(
        pair,
        fileAt - this.fileLines.startOf(pair.fileLine),
        oldAt - this.oldLines.startOf(pair.oldLine),
      )
    })
  }

  pairs(pairs: readonly LinePair[]): string[] {
    return pairs.slice(0, mostPairs).flatMap((pair) => {
      const [file, old] = [lineOf(this.fileLines, pair.fileLine), lineOf(this.oldLines, pair.oldLine)]
      const at = firstDifference(file, old)
      return this.pair(pair, at, at)
    })
  }

  private pair({ oldLine, fileLine }: LinePair, fileAt: number, oldAt: number): string[] {
    const [file, old] = [lineOf(this.fileLines, fileLine), lineOf(this.oldLines, oldLine)]
    const isPlain = othersIn(file, fileAt) !== othersIn(old, oldAt)
    const [fileName, oldName] = [`file line ${fileLine + 1}:`, `oldText line ${oldLine + 1}:`]
    const width = Math.max(fileName.length, oldName.length)
    const isThere = fileLine >= 0 && fileLine < this.fileLines.count
    return [
      `  ${fileName.padEnd(width)} ${isThere ? quoted(file, fileAt, isPlain) : 'there is none'}`,
      `  ${oldName.padEnd(width)} ${quoted(old, oldAt, isPlain)}`,
    ]
  }
}

function lineOf(lines: Lines, line: number): string {
  return lines.text.slice(lines.startOf(line), lines.startOf(line + 1))
}

/** What is not ASCII near a place: where it differs, it is shown by its numbers. */
function othersIn(line: string, at: number): string {
  const near = line.slice(Math.max(0, at - nearUnits), at + nearUnits)
  return near.replaceAll(/\p{ASCII}/gu, '')
}
