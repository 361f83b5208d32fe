/** One replacement. */
export interface ReferenceEdit {
  readonly oldText: string
  readonly newText: string
  readonly replaceAll?: boolean
}

/**
 * What edits make of a text, written as plainly as possible, with lists of units in which CRLF is one; or the code of
 * the first edit that cannot be made.
 */
export function reference(
  original: string,
  edits: readonly ReferenceEdit[],
): { code?: string; text?: string } {
  let text = original
  const codes: string[] = []
  for (const edit of edits) {
    const { units, old, places } = found(text, edit)
    if (places.length === 0) codes.push('EDIT_NO_MATCH')
    else if (places.length > 1 && edit.replaceAll !== true) codes.push('EDIT_AMBIGUOUS')
    else text = replaced(units, old.length, places, edit)
  }
  return codes[0] === undefined ? { text } : { code: codes[0] }
}

/** Whether line ends are taken as they are written. */
function isExact({ oldText }: ReferenceEdit): boolean {
  return oldText.includes('\r\n')
}

function found(text: string, edit: ReferenceEdit): { units: string[]; old: string[]; places: number[] } {
  const units = text.match(isExact(edit) ? /[^]/g : /\r\n|[^]/g) ?? []
  const old = edit.oldText.split('')
  const same = (a: string | undefined, b: string): boolean => a === b || (a === '\r\n' && b === '\n')
  const places = units.flatMap((_, at) => (old.every((each, i) => same(units[at + i], each)) ? [at] : []))
  return { units, old, places }
}

function replaced(units: string[], length: number, places: number[], edit: ReferenceEdit): string {
  const { oldText, newText } = edit
  const isKept = isExact(edit) || oldText === newText || !newText.includes('\r\n')
  const head = isKept ? sharedStart(oldText, newText) : 0
  const tail = isKept ? sharedStart(reversed(oldText.slice(head)), reversed(newText.slice(head))) : 0
  const added = newText.slice(head, newText.length - tail)
  const made: string[] = []
  let at = 0
  for (const place of places) {
    if (place < at) continue
    const matched = units.slice(place, place + length)
    const end = isExact(edit) ? '\n' : (endOf(matched) ?? endOf(units) ?? '\n')
    const written = added.replaceAll(/\r\n|\n/g, (each) => (each === '\n' ? end : each))
    made.push(...units.slice(at, place), ...matched.slice(0, head), written)
    made.push(...matched.slice(matched.length - tail))
    at = place + length
  }
  return [...made, ...units.slice(at)].join('')
}

/** The more frequent line end; undefined where there is none, or as many of both. */
function endOf(units: readonly string[]): string | undefined {
  const count = (end: string): number => units.filter((each) => each === end).length
  const [crlf, lf] = [count('\r\n'), count('\n')]
  if (crlf === lf) return undefined
  return crlf > lf ? '\r\n' : '\n'
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}
