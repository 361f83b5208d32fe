import { RawText, type Exact } from './exact.ts'

/** A value as JSON text, one member or item on a line. */
export function printExact(value: Exact, indent = ''): string {
  if (value instanceof RawText) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = (value as readonly Exact[]).map((item) => `${inner}${printExact(item, inner)}`)
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}: ${printExact(each, inner)}`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
}

/** The same in one line. */
export function printExactLine(value: Exact): string {
  if (value instanceof RawText) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Exact[]).map(printExactLine).join(',')}]`
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${printExactLine(each)}`)
  return `{${members.join(',')}}`
}
