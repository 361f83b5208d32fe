import type { JsonValue } from '@millrace/protocol'

/** A piece of the text, or a value that is still to be written. */
type Part = { readonly text: string } | { readonly value: JsonValue }

/** A text that is the same for values that are equal as JSON, whatever the order of their keys. At any depth. */
export function canonicalText(value: JsonValue): string {
  const written: string[] = []
  const left: Part[] = [{ value }]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if ('text' in part) written.push(part.text)
    else if (typeof part.value !== 'object' || part.value === null) written.push(JSON.stringify(part.value))
    else for (const inner of partsOf(part.value).toReversed()) left.push(inner)
  }
  return written.join('')
}

function partsOf(container: JsonValue[] | { [key: string]: JsonValue }): Part[] {
  const parts: Part[] = []
  const isList = Array.isArray(container)
  const keys = isList ? container.keys() : Object.keys(container).toSorted()
  parts.push({ text: isList ? '[' : '{' })
  for (const key of keys) {
    if (parts.length > 1) parts.push({ text: ',' })
    if (typeof key === 'string') parts.push({ text: `${JSON.stringify(key)}:` })
    parts.push({ value: (container as { [key: string]: JsonValue })[key]! })
  }
  parts.push({ text: isList ? ']' : '}' })
  return parts
}
