import type { JsonValue } from '@millrace/schema'

type Redact = (text: string) => string

/** An array or object on the way to its copy. */
interface Frame {
  readonly source: JsonValue[] | Readonly<Record<string, JsonValue>>
  readonly entries: readonly [string, JsonValue][]
  readonly copies: JsonValue[]
}

/**
 * A value with all its texts redacted: strings, names of members, and numbers, which become texts where their digits
 * are a secret. Of any depth.
 * @returns the very same value where nothing is to be redacted.
 */
export function redactJson(value: JsonValue, redact: Redact): JsonValue {
  const open: Frame[] = []
  let done = enter(value, open, redact)
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    if (done !== undefined) frame.copies.push(done)
    const next = frame.entries[frame.copies.length]
    if (next === undefined) {
      open.pop()
      done = rebuilt(frame, redact)
    } else done = enter(next[1], open, redact)
  }
  return done ?? value
}

/** The copy of a value without parts; a value with parts is put on the pile instead. */
function enter(value: JsonValue, open: Frame[], redact: Redact): JsonValue | undefined {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') {
    const digits = String(value)
    const shown = redact(digits)
    return shown === digits ? value : shown
  }
  if (typeof value !== 'object' || value === null) return value
  open.push({ source: value, entries: Object.entries(value), copies: [] })
  return undefined
}

function rebuilt({ source, entries, copies }: Frame, redact: Redact): JsonValue {
  const isSame = entries.every(([, value], index) => value === copies[index])
  if (Array.isArray(source)) return isSame ? source : copies
  const names = entries.map(([name]) => redact(name))
  if (isSame && entries.every(([name], index) => name === names[index])) return source
  const members = new Map<string, JsonValue>()
  names.forEach((name, index) => members.set(freeName(name, members), copies[index] ?? null))
  return Object.fromEntries(members)
}

/** Two names may be the same without their secrets; no member is lost. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`
  return free
}
