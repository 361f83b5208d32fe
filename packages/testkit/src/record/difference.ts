import { shown, type JsonValue } from '@millrace/protocol'

/** Where two values differ first, with what stands there as short texts. */
export interface Difference {
  /** Such as `messages[2].content`; empty for the values themselves. */
  readonly path: string
  readonly expected: string
  readonly got: string
}

interface Pair {
  readonly path: string
  readonly expected: JsonValue | undefined
  readonly got: JsonValue | undefined
}

/** Units of a text before the place where it differs. */
const lead = 20

/** The first difference of two values of any depth, in the order of the first one; the order of members does not count. */
export function firstDifference(
  expected: JsonValue | undefined,
  got: JsonValue | undefined,
): Difference | undefined {
  const open: Pair[] = [{ path: '', expected, got }]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const parts = partsOf(pair)
    if (parts === undefined) {
      if (pair.expected !== pair.got) return described(pair)
    } else for (const part of parts.toReversed()) open.push(part)
  }
  return undefined
}

/** The members of two containers of one kind, side by side; `undefined` for all other pairs. */
function partsOf({ path, expected, got }: Pair): Pair[] | undefined {
  if (!isContainer(expected) || !isContainer(got)) return undefined
  if (Array.isArray(expected) !== Array.isArray(got)) return undefined
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)])
  return Array.from(keys, (key) => ({
    path: Array.isArray(expected) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
    expected: memberOf(expected, key),
    got: memberOf(got, key),
  }))
}

function memberOf(container: object, key: string): JsonValue | undefined {
  return Object.hasOwn(container, key) ? (container as Record<string, JsonValue>)[key] : undefined
}

function isContainer(value: JsonValue | undefined): value is JsonValue[] | { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null
}

function described({ path, expected, got }: Pair): Difference {
  if (typeof expected !== 'string' || typeof got !== 'string')
    return { path: shown(path), expected: words(expected), got: words(got) }
  let at = 0
  while (expected[at] === got[at]) at += 1
  const from = Math.max(at - lead, 0)
  const part = (text: string): string => `${from > 0 ? '…' : ''}${words(text.slice(from))}`
  return { path: shown(path), expected: part(expected), got: part(got) }
}

function words(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (isContainer(value)) return `an object with ${Object.keys(value).length} members`
  return shown(JSON.stringify(value))
}
