import type { FileDiff, FileLocation } from '@millrace/protocol'
import { languageOf } from '../highlight/coloured-lines.ts'
import { hiddenNote, note, type Block, type NoteBlock } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import { fold, type Keep } from '../layout/fold.ts'
import { span, type Row } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { count } from '../text/count.ts'
import { placeName } from '../text/place-name.ts'
import { diffCode, type DiffLook } from './diff-code.ts'
import { withGaps, type Gap } from './diff-gaps.ts'
import { hunksOf, type Hunk, type Numbered } from './diff-hunk.ts'

const keep: Keep = { head: 14, tail: 5 }

/** File changes, before or after they were made. A line's number is known where the change or a location tells it. */
export function diffFace(
  diffs: readonly FileDiff[],
  locations: readonly FileLocation[] | undefined,
  sheet: Sheet,
): Face {
  const files = filesOf(diffs).map((hunks) => {
    const { path } = hunks[0]!
    return {
      path,
      isNew: hunks[0]!.oldText === null,
      hunks: hunksOf(hunks, locations?.find((location) => location.path === path)?.line),
    }
  })
  const hunks = files.flatMap((file) => file.hunks)
  const [added, removed] = [sum(hunks, 'added'), sum(hunks, 'removed')]
  const facts: Row[] = [[span(`+${count(added)}`, 'added'), span(' '), span(`-${count(removed)}`, 'removed')]]
  if (files.length !== 1) facts.push([span(sheet.words.counted(files.length, 'file'))])
  return { facts, body: files.map((file) => fileBlock(file, sheet)) }
}

interface ChangedFile {
  readonly path: string
  readonly isNew: boolean
  readonly hunks: readonly Hunk[]
}

/** The changes of each file, in the order in which the files are named first. */
function filesOf(diffs: readonly FileDiff[]): FileDiff[][] {
  const files = new Map<string, FileDiff[]>()
  for (const diff of diffs) {
    const known = files.get(diff.path)
    if (known === undefined) files.set(diff.path, [diff])
    else known.push(diff)
  }
  return [...files.values()]
}

function sum(hunks: readonly Hunk[], what: 'added' | 'removed'): number {
  return hunks.reduce((all, hunk) => all + hunk[what], 0)
}

function fileBlock(file: ChangedFile, sheet: Sheet): Block {
  const name = placeName(file.path, sheet)
  const isUnchanged = sum(file.hunks, 'added') + sum(file.hunks, 'removed') === 0
  const { emptyFile, nothingChanged, newFile } = sheet.words.face
  const body = isUnchanged ? [note(file.isNew ? emptyFile : nothingChanged)] : changeBlocks(file, sheet)
  return {
    kind: 'item',
    name,
    tone: 'strong',
    inset: 0,
    body,
    ...(file.isNew && { fact: newFile }),
  }
}

function changeBlocks({ path, hunks }: ChangedFile, sheet: Sheet): Block[] {
  const placed = hunks.filter(({ isPlaced }) => isPlaced)
  const last = placed.reduce((most, { lines }) => Math.max(most, lines.at(-1)?.after ?? 0), 0)
  const look: DiffLook = {
    digits: placed.length === 0 ? 0 : String(last).length,
    language: languageOf(path),
    sheet,
  }
  const entries = withGaps(hunks, sheet.expand)
  const { head, tail } = fold(entries, keep, sheet)
  const hidden = entries.slice(head.length, entries.length - tail.length)
  const lines = hidden.reduce((all, each) => all + linesIn(each), 0)
  if (lines <= 1) return blocksOf(entries, look)
  return [
    ...blocksOf(head, look),
    hiddenNote(sheet.words.counted(lines, 'diff line'), sheet),
    ...blocksOf(tail, look),
  ]
}

/** How many lines an entry stands for that the view carries. */
function linesIn(entry: Numbered | Gap): number {
  if (!('isFolded' in entry)) return 1
  return entry.isFolded ? (entry.unchanged ?? 0) : 0
}

/** Lines that follow each other as one block, and a note for each gap between them. */
function blocksOf(entries: readonly (Numbered | Gap)[], look: DiffLook): Block[] {
  const blocks: Block[] = []
  let stretch: Numbered[] = []
  const close = (): void => {
    if (stretch.length > 0) blocks.push(diffCode(stretch, look))
    stretch = []
  }
  for (const entry of entries) {
    if ('isFolded' in entry) {
      close()
      blocks.push(gapNote(entry, look.sheet))
    } else {
      if (stretch[0]?.isPlaced !== entry.isPlaced) close()
      stretch.push(entry)
    }
  }
  close()
  return blocks
}

function gapNote({ unchanged, isFolded }: Gap, sheet: Sheet): NoteBlock {
  const { ellipsis } = sheet.marks
  if (unchanged === undefined) return note(ellipsis)
  const what = sheet.words.counted(unchanged, 'unchanged line')
  return isFolded ? hiddenNote(what, sheet) : note(`${ellipsis} ${what}`)
}
