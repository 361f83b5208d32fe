import { memberNames, type SdkEntry } from './sdk-entries.ts'

/** Something that a program may go on with. */
export interface Choice {
  readonly label: string
  /** What it takes, in one line. */
  readonly signature: string
  readonly description: string
  /** What takes the place of the text from `from` to the caret, and where in it the caret stands then. */
  readonly text: string
  readonly caret: number
}

/** What can be chosen at a place. */
export interface Completion {
  readonly from: number
  readonly choices: readonly Choice[]
}

/** More would be no choice any more. */
const most = 50

/**
 * What a program may go on with at the caret: the tools behind `tools.`, and the arguments of a call that has just begun.
 * @returns `undefined` where nothing is known.
 */
export function completionAt(
  code: string,
  caret: number,
  entries: readonly SdkEntry[],
): Completion | undefined {
  const before = code.slice(0, caret)
  return toolsAt(before, code.slice(caret), entries) ?? argumentsAt(before, entries)
}

function toolsAt(before: string, after: string, entries: readonly SdkEntry[]): Completion | undefined {
  const found = /(?<![\w$.])tools(?:\.|\[\s*["'])([\w$-]*)$/.exec(before)
  if (found === null) return undefined
  const wanted = found[1]!
  const isCalled = /^[\w$]*\s*\(/.test(after)
  return some(
    found.index,
    ranked(entries, wanted, ({ name }) => name).map((entry) => toolChoice(entry, isCalled)),
  )
}

function toolChoice({ name, access, description, takes }: SdkEntry, isCalled: boolean): Choice {
  const call = name.startsWith('$') ? '()' : memberNames(takes).length === 0 ? '({})' : '({  })'
  const text = isCalled ? access : access + call
  const inside = call === '()' ? 1 : call === '({})' ? 2 : 3
  return {
    label: name,
    signature: oneLine(takes),
    description,
    text,
    caret: isCalled ? text.length : access.length + inside,
  }
}

function argumentsAt(before: string, entries: readonly SdkEntry[]): Completion | undefined {
  const opened = /(?<![\w$.])(tools(?:\.[\w$]+|\["(?:[^"\\]|\\.)*"\]))\(\{([^{}()]*)$/.exec(before)
  const typed = /(?:^|,)\s*([\w$]*)$/.exec(opened?.[2] ?? 'none:')
  const entry = entries.find(({ access }) => access === opened?.[1])
  if (opened === null || typed === null || entry === undefined) return undefined
  const given = new Set([...opened[2]!.matchAll(/([\w$]+)\s*:/g)].map(([, name]) => name))
  const wanted = typed[1]!
  const members = memberNames(entry.takes).filter(({ name }) => !given.has(name))
  return some(
    before.length - wanted.length,
    ranked(members, wanted, ({ name }) => name).map(({ name, type }) => {
      const text = `${name}: ${type.startsWith(': string') || type.startsWith('?: string') ? "''" : ''}`
      return {
        label: name,
        signature: type.replace(/^\??: /, ''),
        description: '',
        text,
        caret: quoteEnd(text),
      }
    }),
  )
}

function quoteEnd(text: string): number {
  return text.endsWith("''") ? text.length - 1 : text.length
}

function some(from: number, choices: readonly Choice[]): Completion | undefined {
  return choices.length === 0 ? undefined : { from, choices: choices.slice(0, most) }
}

/** Those that begin with the words first, then those that have them. */
function ranked<T>(all: readonly T[], wanted: string, nameOf: (one: T) => string): readonly T[] {
  const words = wanted.toLowerCase()
  const starting = all.filter((one) => nameOf(one).toLowerCase().startsWith(words))
  const having = all.filter((one) => nameOf(one).toLowerCase().includes(words))
  return [...new Set([...starting, ...having])]
}

function oneLine(type: string): string {
  return type
    .replace(/\s*\/\*\*.*?\*\/\s*/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
