import { parseTree, type Node, type ParseError } from 'jsonc-parser'
import { nestingProblem } from './nesting-problem.ts'
import { SettingsError } from './settings-error.ts'

/** A settings file as it was read: its values, and where they stand. */
export interface SettingsText {
  /** How people know the file. */
  readonly label: string
  readonly text: string
  /** The object in it; none where the file is empty. */
  readonly root: Node | undefined
  /** `millrace.jsonc:14` */
  line(node: Node): string
  /** `millrace.jsonc:14:5` */
  place(node: Node): string
}

/**
 * Reads the text of a settings file: JSON with comments and trailing commas.
 * @param label - how people know the file.
 * @throws SettingsError `SETTINGS_UNREADABLE`, with line and column, for what is no such text, is no object, or has a key
 *   twice: of two values, another program could take the other one.
 */
export function settingsText(bytes: Uint8Array, label: string): SettingsText {
  const text = decoded(bytes, label)
  const starts = lineStarts(text)
  const place = (offset: number): string => {
    const line = lineOf(starts, offset)
    return `${label}:${line + 1}:${offset - (starts[line] ?? 0) + 1}`
  }
  const refuse = (offset: number, problem: string): never => {
    throw new SettingsError('SETTINGS_UNREADABLE', `${place(offset)}: ${problem}`, [
      'nothing runs until it is mended, as it may hold rules',
    ])
  }
  const nesting = nestingProblem(text)
  if (nesting !== undefined) refuse(nesting.offset, nesting.problem)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [first] = errors
  if (first !== undefined) refuse(first.offset, problems[first.error] ?? 'this is no JSON')
  if (root !== undefined && root.type !== 'object') refuse(root.offset, 'expected an object: { … }')
  const twice = root && firstKeyTwice(root)
  if (twice !== undefined)
    refuse(twice.offset, `the key ${JSON.stringify(twice.value)} is given twice; keep one of them`)
  return {
    label,
    text,
    root,
    line: ({ offset }) => `${label}:${lineOf(starts, offset) + 1}`,
    place: ({ offset }) => place(offset),
  }
}

/** What the parser's numbers mean. */
const problems: Readonly<Record<number, string>> = {
  1: 'this is no JSON value; texts stand in double quotes',
  2: 'this is no JSON number',
  3: 'expected a key in double quotes',
  4: 'expected a value',
  5: 'expected ":" after the key',
  6: 'expected "," or the closing bracket before this',
  7: 'expected "}"',
  8: 'expected "]"',
  9: 'expected the end of the file: one object is all that it may hold',
  10: 'a comment cannot stand here',
  11: 'this comment has no end; expected "*/"',
  12: 'this text has no end; expected a double quote',
  13: 'this number has no end',
  14: 'expected four hexadecimal digits after \\u',
  15: 'a backslash cannot stand before this; a backslash itself is \\\\',
  16: 'a control character cannot stand in a text; a line break is \\n',
}

function decoded(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SettingsError('SETTINGS_UNREADABLE', `${label} is no UTF-8 text`, ['save it as UTF-8'], {
      cause,
    })
  }
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)]
}

/** The line that an offset is in, counted from 0. */
function lineOf(starts: readonly number[], offset: number): number {
  let [first, end] = [0, starts.length]
  while (end - first > 1) {
    const middle = (first + end) >> 1
    if ((starts[middle] ?? 0) <= offset) first = middle
    else end = middle
  }
  return first
}

function firstKeyTwice(node: Node): Node | undefined {
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child]
    if (key !== undefined && seen.has(key.value)) return key
    if (key !== undefined) seen.add(key.value)
    const within = value && firstKeyTwice(value)
    if (within !== undefined) return within
  }
  return undefined
}
