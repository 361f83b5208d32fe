import type { Node } from 'jsonc-parser'
import { meant } from '../meant.ts'
import type { SettingsProblem } from './file-settings.ts'
import type { SettingsText } from './settings-text.ts'

/** One key of an object with its value. */
export interface Member {
  readonly key: Node
  readonly name: string
  readonly value: Node
}

/** Takes note of what is wrong with a value; reading goes on without it. */
export type Report = (node: Node, problem: string) => void

/** Collects what is wrong with one file; it comes out in the order of the file. */
export function problemsOf(text: SettingsText): {
  readonly report: Report
  readonly all: () => readonly SettingsProblem[]
} {
  const found: { readonly node: Node; readonly problem: string }[] = []
  return {
    report: (node, problem) => void found.push({ node, problem }),
    all: () =>
      found
        .toSorted((a, b) => a.node.offset - b.node.offset)
        .map(({ node, problem }) => ({ place: text.place(node), problem })),
  }
}

/** The keys of an object; none of anything else. */
export function members(node: Node | undefined): Member[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children
    return key === undefined || value === undefined ? [] : [{ key, name: String(key.value), value }]
  })
}

/** The members that are known, by their names; the others are reported with what was meant. */
export function knownMembers(node: Node, known: readonly string[], report: Report): Map<string, Node> {
  const found = members(node)
  for (const { key, name } of found) {
    if (!known.includes(name)) report(key, unknownName('key', name, known))
  }
  return new Map(found.filter(({ name }) => known.includes(name)).map(({ name, value }) => [name, value]))
}

/** `unknown key "dney"; did you mean deny?` */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = meant(name, known)
  return `unknown ${what} ${quoted(name)}; ${near[0] ?? `expected one of ${known.join(', ')}`}`
}

/** The items of a list; `undefined` where it is none, which is reported. */
export function itemsOf(node: Node, what: string, report: Report): readonly Node[] | undefined {
  if (node.type === 'array') return node.children ?? []
  report(node, `expected a list: [ … ] of ${what}`)
  return undefined
}

/** A text; `undefined` where it is none, which is reported. */
export function textOf(node: Node, what: string, report: Report): string | undefined {
  const text = node.type === 'string' ? String(node.value) : undefined
  if (text?.isWellFormed() === true) return text
  report(node, text === undefined ? `expected ${what}` : 'half of a character cannot stand in a text')
  return undefined
}

/** One of some words; `undefined` where it is none, which is reported. */
export function wordOf<T extends string>(
  node: Node,
  words: readonly T[],
  what: string,
  report: Report,
): T | undefined {
  const found = words.find((word) => word === node.value)
  if (found === undefined && node.type === 'string')
    report(node, unknownName(what, String(node.value), words))
  else if (found === undefined) report(node, `expected one of ${words.map(quoted).join(', ')}`)
  return found
}

/** Texts of a list that have the shape they should have. */
export function textsOf(
  node: Node,
  what: string,
  isRight: (text: string) => boolean,
  report: Report,
): { readonly node: Node; readonly text: string }[] {
  return (itemsOf(node, what, report) ?? []).flatMap((item) => {
    const text = textOf(item, what, report)
    if (text === undefined) return []
    if (isRight(text)) return [{ node: item, text }]
    report(item, `${quoted(text)} is none of what was expected: ${what}`)
    return []
  })
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}
