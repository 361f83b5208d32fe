import { printJson, type JsonObject, type JsonValue } from '@millrace/schema'

/** Levels that are indented, by two spaces each: what is deeper stands on one line. */
const indentedLevels = 5

/** JSON for a reader, with two spaces a level; what would be indented by more than ten stands on one line. */
export function prettyJson(value: JsonValue): string {
  return printed(value, 0)
}

function printed(value: JsonValue, level: number): string {
  if (typeof value !== 'object' || value === null || level === indentedLevels) return printJson(value)
  const inner = '  '.repeat(level + 1)
  const [first, last] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value) ? value.map((part) => printed(part, level + 1)) : membersOf(value, level)
  if (parts.length === 0) return first + last
  return `${first}\n${inner}${parts.join(`,\n${inner}`)}\n${'  '.repeat(level)}${last}`
}

function membersOf(value: JsonObject, level: number): string[] {
  return Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${printed(part, level + 1)}`)
}
