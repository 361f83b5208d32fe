import type { JsonObject, JsonValue } from './value.ts'

/** A piece of the text, or a value that is still to be written. */
type Part = { readonly text: string } | { readonly value: JsonValue }

/** Levels that are written by calls within calls, which is quicker; what is deeper has no end, and goes on a pile. */
const quickLevels = 50

/** The text of a value in one line, the same for values that are equal as JSON: keys are sorted, at any depth. */
export function canonicalJson(value: JsonValue): string {
  return textOf(value, 0)
}

function textOf(value: JsonValue, level: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (level === quickLevels) return piledText(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const inner of value) text += `${text === '' ? '' : ','}${textOf(inner, level + 1)}`
    return `[${text}]`
  }
  for (const key of Object.keys(value).toSorted()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${textOf(value[key]!, level + 1)}`
  }
  return `{${text}}`
}

function piledText(value: JsonValue): string {
  const written: string[] = []
  const left: Part[] = [{ value }]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if ('text' in part) written.push(part.text)
    else if (typeof part.value !== 'object' || part.value === null) written.push(JSON.stringify(part.value))
    else for (const inner of partsOf(part.value).toReversed()) left.push(inner)
  }
  return written.join('')
}

function partsOf(container: JsonValue[] | JsonObject): Part[] {
  const isList = Array.isArray(container)
  const parts: Part[] = [{ text: isList ? '[' : '{' }]
  const add = (...added: Part[]): void =>
    void parts.push(...(parts.length > 1 ? [{ text: ',' }] : []), ...added)
  if (isList) for (const value of container) add({ value })
  else
    for (const key of Object.keys(container).toSorted()) {
      add({ text: `${JSON.stringify(key)}:` }, { value: container[key]! })
    }
  parts.push({ text: isList ? ']' : '}' })
  return parts
}
