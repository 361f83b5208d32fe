/** A change of the text, and what is selected after it. */
export interface KeyEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly selectFrom: number
  readonly selectTo: number
}

const indent = '  '

/**
 * What a key does to a program: Tab and Shift+Tab move lines, Enter goes on as deep as the line before.
 * @returns `undefined` where it does what it does in every field.
 */
export function keyEdit(
  text: string,
  from: number,
  to: number,
  key: { readonly key: string; readonly shiftKey: boolean },
): KeyEdit | undefined {
  if (key.key === 'Enter' && !key.shiftKey) return newLine(text, from, to)
  if (key.key !== 'Tab') return undefined
  if (!key.shiftKey && from === to)
    return { from, to, insert: indent, selectFrom: from + indent.length, selectTo: from + indent.length }
  return movedLines(text, from, to, key.shiftKey)
}

function newLine(text: string, from: number, to: number): KeyEdit {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const depth = /^[ \t]*/.exec(line)![0]
  const opens = /[{([]\s*$/.test(line)
  const closes = opens && /^\s*[})\]]/.test(text.slice(to).split('\n')[0]!)
  const insert = `\n${depth}${opens ? indent : ''}`
  const caret = from + insert.length
  return { from, to, insert: closes ? `${insert}\n${depth}` : insert, selectFrom: caret, selectTo: caret }
}

function movedLines(text: string, from: number, to: number, isOut: boolean): KeyEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  // A selection that ends at the beginning of a line leaves that line alone.
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to
  const found = text.indexOf('\n', last)
  const end = found < 0 ? text.length : found
  const lines = text.slice(start, end).split('\n')
  const moved = lines.map((line) =>
    isOut ? line.replace(/^(?: {1,2}|\t)/, '') : line === '' ? '' : indent + line,
  )
  const insert = moved.join('\n')
  const first = moved[0]!.length - lines[0]!.length
  return {
    from: start,
    to: end,
    insert,
    selectFrom: Math.max(start, from + first),
    selectTo: Math.max(start, to + insert.length - (end - start)),
  }
}
