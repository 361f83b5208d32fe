import type { JsonValue } from '@millrace/protocol'
import type { McpFieldLimits } from '@millrace/mcp'

/** What is wrong with a value for a field of a server, as a sentence; `undefined` where it fits. */
export function limitProblem(value: JsonValue, limits: McpFieldLimits): string | undefined {
  if (typeof value === 'number') return within(value, limits.minimum, limits.maximum, 'It has to be')
  if (Array.isArray(value)) return within(value.length, limits.minItems, limits.maxItems, 'Choose')
  if (typeof value !== 'string') return undefined
  // The characters of JSON Schema are code points.
  const { length } = Array.from(value)
  return (
    within(length, limits.minLength, limits.maxLength, 'In characters, it has to be') ??
    formProblem(value, limits)
  )
}

function within(amount: number, least = -Infinity, most = Infinity, start: string): string | undefined {
  if (amount >= least && amount <= most) return undefined
  if (least === most) return `${start} ${least}.`
  return amount < least ? `${start} at least ${least}.` : `${start} at most ${most}.`
}

const forms = {
  email: {
    fits: (value: string) => /^[^\s@]+@[^\s@]+$/.test(value),
    name: 'an address of mail, such as ada@example.com',
  },
  uri: { fits: (value: string) => URL.canParse(value), name: 'an address, such as https://example.com' },
  date: { fits: isDate, name: 'a day, such as 2026-12-31' },
  'date-time': {
    fits: (value: string) =>
      isDate(value.slice(0, 10)) &&
      /^.{10}[Tt ].*(?:[Zz]|[+-]\d\d:\d\d)$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
    name: 'a day and a time, such as 2026-12-31T09:30:00Z',
  },
} as const satisfies Record<NonNullable<McpFieldLimits['format']>, object>

function formProblem(value: string, { format }: McpFieldLimits): string | undefined {
  if (format === undefined || forms[format].fits(value)) return undefined
  return `It has to be ${forms[format].name}.`
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(value)
  // A day that no month has becomes one of the next month, or none.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
