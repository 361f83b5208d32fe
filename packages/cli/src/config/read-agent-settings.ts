import type { Node } from 'jsonc-parser'
import type { LimitSettings, Placed, PriceSetting } from './file-settings.ts'
import { knownMembers, members, quoted, textOf, type Report } from './nodes.ts'
import { limitNames, limitProblem } from './limits.ts'
import type { SettingsText } from './settings-text.ts'

const modelShape = /^[!-~]{1,200}$/
const pricedShape = /^[^\s/]+\/[!-~]+$/

/** The model that agents use; `undefined` where it is no name, which is reported. */
export function modelOf(node: Node, report: Report): string | undefined {
  const what = 'the name of a model, such as "openai/gpt-5"'
  const name = textOf(node, what, report)
  if (name === undefined || modelShape.test(name)) return name
  report(node, `${quoted(name)} is none of what was expected: ${what}`)
  return undefined
}

/** What agents may use; what cannot be read of it is reported. */
export function limitsOf(node: Node, report: Report): LimitSettings | undefined {
  if (node.type !== 'object') {
    report(node, 'expected an object: { "calls": 200, "seconds": 900 }')
    return undefined
  }
  const found = knownMembers(node, limitNames, report)
  const limits = limitNames.flatMap((name) => {
    const limit = found.get(name)
    if (limit === undefined) return []
    const value: unknown = limit.value
    const problem = limitProblem(name, value)
    if (problem !== undefined) report(limit, `expected ${problem}`)
    return problem === undefined ? [[name, value] as const] : []
  })
  return Object.fromEntries(limits)
}

/** What models cost; an entry that cannot be read is reported and left out. */
export function pricesOf(
  node: Node | undefined,
  text: SettingsText,
  report: Report,
): readonly Placed<PriceSetting>[] {
  if (node === undefined) return []
  if (node.type !== 'object') {
    report(node, 'expected an object: { "openai/gpt-5": { "input": 1.25, "output": 10 } }')
    return []
  }
  return members(node).flatMap(({ key, name, value }) => {
    if (!pricedShape.test(name)) {
      report(key, `${quoted(name)} names no model: expected provider/model, such as "openai/gpt-5"`)
      return []
    }
    const price = priceOf(value, report)
    return price === undefined ? [] : [{ value: { model: name, price }, place: text.line(key) }]
  })
}

const priceNames = ['input', 'output', 'cachedInput'] as const

function priceOf(node: Node, report: Report): PriceSetting['price'] | undefined {
  if (node.type !== 'object') {
    report(node, 'expected an object: { "input": 1.25, "output": 10 }')
    return undefined
  }
  const found = knownMembers(node, priceNames, report)
  const read = (name: (typeof priceNames)[number]): number | undefined => {
    const price = found.get(name)
    const value: unknown = price?.value
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    if (price !== undefined || name !== 'cachedInput')
      report(price ?? node, `expected ${quoted(name)}: the price of a million tokens, 0 or more`)
    return undefined
  }
  const [input, output, cachedInput] = priceNames.map(read)
  if (input === undefined || output === undefined) return undefined
  if (found.has('cachedInput') && cachedInput === undefined) return undefined
  return { input, output, ...(cachedInput !== undefined && { cachedInput }) }
}
