import type { JsonObject } from '@millrace/protocol'

const losses: ReadonlyMap<unknown, string> = new Map([
  ['byteOrderMark', 'byte order mark lost'],
  ['utf16', 'UTF-16 becomes UTF-8'],
  ['crlf', 'CRLF becomes LF'],
])

const notCompared: ReadonlyMap<unknown, string> = new Map([
  ['binary', 'binary data replaced'],
  ['tooLarge', 'replaced what is too large to compare'],
])

/** What a person should know of a change beside its hunks, by what is told of it; good before it is made and after. */
export function changeNotes(meta: JsonObject): string[] {
  const { added, removed, oldLines, lost, everyPlace, omittedLines, cutLines } = meta
  const notes: string[] = []
  const note = (text: string | undefined): void => {
    if (text !== undefined) notes.push(text)
  }
  if (typeof oldLines === 'number' && oldLines > 1 && removed === oldLines)
    note(`all ${oldLines} lines replaced`)
  note(notCompared.get(meta['notCompared']))
  if (Array.isArray(everyPlace)) note(`every place: ${everyPlace.map(Number).join(', ')}`)
  if (Array.isArray(lost)) for (const loss of lost) note(losses.get(loss))
  if (typeof omittedLines === 'number' && typeof added === 'number' && typeof removed === 'number') {
    note(`+${added} -${removed} lines in all, ${omittedLines} of them not shown`)
  }
  if (typeof cutLines === 'number') note(`${cutLines} long ${cutLines === 1 ? 'line' : 'lines'} cut`)
  return notes
}
