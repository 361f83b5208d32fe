import type { JsonObject, JsonValue } from './value.ts'

/** The longest indentation that `JSON.stringify` uses. */
const longestIndent = 10

/**
 * The text of a value, byte for byte that of `JSON.stringify`, at any depth.
 *
 * @param indent - spaces, or the text that indents one level, as in `JSON.stringify`; nothing prints one line.
 */
export function printJson(value: JsonValue, indent?: number | string): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    // The engine's printer recurses, and gives up at a depth that ours does not notice.
    if (!(error instanceof RangeError)) throw error
    return printDeep(value, indentOf(indent))
  }
}

function indentOf(indent: number | string | undefined): string {
  if (typeof indent === 'string') return indent.slice(0, longestIndent)
  return ' '.repeat(Math.max(0, Math.min(longestIndent, Math.trunc(indent ?? 0))))
}

/** A container that is being printed, and how far it has come. */
interface Frame {
  readonly container: JsonValue[] | JsonObject
  readonly keys: readonly string[] | undefined
  readonly length: number
  next: number
}

const isContainer = (value: JsonValue): value is JsonValue[] | JsonObject =>
  typeof value === 'object' && value !== null

function frameOf(container: JsonValue[] | JsonObject): Frame {
  if (Array.isArray(container)) return { container, keys: undefined, length: container.length, next: 0 }
  const keys = Object.keys(container)
  return { container, keys, length: keys.length, next: 0 }
}

function printDeep(value: JsonValue, indent: string): string {
  const out: string[] = []
  const frames: Frame[] = []
  const colon = indent === '' ? ':' : ': '
  const newLine = (): string => (indent === '' ? '' : `\n${indent.repeat(frames.length)}`)
  const print = (part: JsonValue): void => {
    if (!isContainer(part)) out.push(JSON.stringify(part))
    else {
      out.push(Array.isArray(part) ? '[' : '{')
      frames.push(frameOf(part))
    }
  }
  print(value)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.length) {
      frames.pop()
      if (frame.length > 0) out.push(newLine())
      out.push(frame.keys === undefined ? ']' : '}')
      continue
    }
    out.push(frame.next === 0 ? '' : ',', newLine())
    const key = frame.keys?.[frame.next]
    if (key !== undefined) out.push(JSON.stringify(key), colon)
    print((frame.container as Record<string, JsonValue>)[key ?? frame.next] as JsonValue)
    frame.next++
  }
  return out.join('')
}
