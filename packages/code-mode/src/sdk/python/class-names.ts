import { headOf } from '@millrace/schema'

/** Longer names are cut, in UTF-16 units; a number that tells them apart comes on top. */
const longest = 120

const separators = /[^\p{XID_Continue}]|_/u

/** Names that the declarations have already. */
const reserved = ['Any', 'Literal', 'NotRequired', 'Protocol', 'ToolCallError', 'Tools', 'TypedDict']

/** The beginning of the names of a tool's classes. */
export function rootName(tool: string, role: 'Args' | 'Output'): string {
  const words = camel(tool)
  return joined(/^\p{XID_Start}/u.test(words.normalize('NFKC')) ? words : `Tool${words}`, role)
}

/** The name of a class within another one's, by the field that holds it. */
export function fieldClassName(around: string, field: string): string {
  return joined(around, camel(field))
}

/** The name of a class that is an alternative of a union, by its 1-based position. */
export function branchClassName(around: string, position: number): string {
  // Digits combine with nothing.
  return headOf(`${around}${position}`, longest)
}

function joined(around: string, words: string): string {
  return headOf(normal(`${around}${words}`), longest)
}

/** ASCII, as most names are, is normal already. */
const normal = (text: string): string => (isAscii(text) ? text : text.normalize('NFKC'))

const isAscii = (text: string): boolean => !/[^ -~]/.test(text)

function camel(text: string): string {
  if (/^[a-z0-9]+$/.test(text)) return text.slice(0, 1).toUpperCase() + text.slice(1)
  const words = text.normalize('NFKC').split(separators)
  return words.map(capitalised).join('')
}

function capitalised(word: string): string {
  const [first] = word
  if (first === undefined) return ''
  const upper = first.toUpperCase().normalize('NFKC')
  return (/^\p{XID_Continue}+$/u.test(upper) ? upper : first) + word.slice(first.length)
}

/** Gives each class a name of its own. */
export class ClassNames {
  readonly #taken = new Set<string>(reserved)
  readonly #next = new Map<string, number>()

  /** The name itself, or with the first number from 2 on that nobody has. */
  take(base: string): string {
    let name = base
    let number = this.#next.get(base) ?? 2
    for (; this.#taken.has(name); number++) name = `${base}${number}`
    if (name !== base) this.#next.set(base, number)
    this.#taken.add(name)
    return name
  }

  has(name: string): boolean {
    return this.#taken.has(name)
  }

  /** Takes all of the names, or none where one of them is taken. */
  takeAll(names: readonly string[]): boolean {
    if (names.some((name) => this.#taken.has(name))) return false
    for (const name of names) this.#taken.add(name)
    return true
  }
}
