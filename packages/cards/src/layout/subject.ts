import type { Card } from '../state.ts'
import { colouredLines } from '../highlight/coloured-lines.ts'
import { counted } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { placeName } from '../text/place-name.ts'
import { codePoints, cutMiddle, show, type Shown } from '../text/shown.ts'
import { codeOf, foldedBlocks, note, type Block } from './block.ts'
import type { Keep } from './fold.ts'
import type { Piece } from './pieces.ts'
import type { Sheet } from './sheet.ts'

/** An object is cut to so many rows of its own. */
export const mostObjectRows = 2
/** What stands before the rows of a header below the first one. */
export const hang = '  '
const keepCommand: Keep = { head: 3, tail: 3 }

/** What a call does, and on what: the tool's name, and the title without that name. */
export interface Subject {
  readonly verb: string
  readonly object: string
  readonly isCommand: boolean
}

/** The subject of a card. */
export function subjectOf(card: Card, sheet: Sheet): Subject {
  const title = card.result?.title ?? card.call.title
  const prefix = `${card.tool} `
  const rest = title.toLowerCase().startsWith(prefix.toLowerCase()) ? title.slice(prefix.length) : title
  const isCommand = card.call.card === 'terminal'
  if (isCommand) return { verb: card.tool, object: `$ ${rest}`, isCommand }
  return { verb: card.tool, object: pathsOf(card).includes(rest) ? placeName(rest, sheet) : rest, isCommand }
}

/** The files that a card is about. */
function pathsOf({ call, result }: Card): string[] {
  const located = call.card === 'terminal' ? [] : (call.locations ?? [])
  const changed = [call, result].flatMap((view) => (view?.card === 'diff' ? view.diffs : []))
  const read = result?.card === 'read' ? [result] : []
  return [...located, ...changed, ...read].map(({ path }) => path)
}

/** As much of an object as a header has room for. */
export function objectShown(object: string, sheet: Sheet): Shown {
  return cutMiddle(object, mostObjectRows * (sheet.width - hang.length), sheet.marks.ellipsis)
}

/** The object in the tones of a header that shows all of it; a command is a program. */
export function objectPieces({ object, isCommand }: Subject, sheet: Sheet): Piece[] {
  const plain: Piece[] = [{ text: object, tone: 'plain' }]
  if (!isCommand || sheet.highlight === undefined) return plain
  const [command = []] = colouredLines([object.slice(2)], 'bash', sheet.highlight)
  return [{ text: '$ ', tone: 'plain' }, ...command]
}

/** The whole object below the header, where the header cannot hold it: a script's first line is not the script. */
export function subjectBlocks({ object, isCommand }: Subject, outer: Sheet, sheet: Sheet): Block[] {
  const lines = linesOf(object)
  if (lines.length <= 1 && (!sheet.expand || objectShown(object, outer) === show(object))) return []
  if (!isCommand && !sheet.expand) return []
  const size = `${counted(lines.length, 'line')}, ${counted(codePoints(object), 'character')}`
  return [
    note(`${isCommand ? 'command' : 'call'}: ${size}`),
    ...foldedBlocks(lines, keepCommand, sheet, 'line', (some) =>
      codeOf(
        isCommand ? 'bash' : 'text',
        colouredLines(some, isCommand ? 'bash' : undefined, sheet.highlight),
      ),
    ),
  ]
}
