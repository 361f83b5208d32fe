import { createHash } from 'node:crypto'
import { canonicalJson, headOf, type JsonValue } from '@millrace/schema'
import { shown } from '@millrace/protocol'
import type { RemoteTool } from '../../contract/connection.ts'
import type { Pin } from '../../contract/pin.ts'

/** UTF-16 units of a part that are kept to be shown. */
const longestPart = 2000
/** UTF-16 units of a part in a line of changes, around the place where it differs. */
const longestShown = 100
/** Lines of changes of one tool. */
const mostChanges = 20

/**
 * What is remembered of a tool as it is now: each member of the object that the server sent counts.
 * @param redact - takes secrets out of the parts, which people are shown.
 */
export function pinOf({ wire }: RemoteTool, redact: Redact = unchanged): Pin {
  const parts: [string, string][] = []
  const printed: string[] = []
  // The canonical text of the whole is that of its members, each of which is printed once.
  for (const key of Object.keys(wire).toSorted()) {
    const value = wire[key] as JsonValue
    const text = canonicalJson(value)
    printed.push(`${JSON.stringify(key)}:${text}`)
    const shown = redact(value)
    parts.push([key, kept(typeof shown === 'string' ? shown : shown === value ? text : canonicalJson(shown))])
  }
  return { fingerprint: digest(`{${printed.join(',')}}`), parts: Object.fromEntries(parts) }
}

/** Takes secrets out of the texts of a value. */
export type Redact = (value: JsonValue) => JsonValue

const unchanged: Redact = (value) => value

/** A longer part ends in a digest of all of it, so that a change behind its start is one as well. */
function kept(whole: string): string {
  if (whole.length <= longestPart) return whole
  return `${headOf(whole, longestPart)}… (${whole.length} characters, ${digest(whole).slice(0, 16)})`
}

const digest = (whole: string): string => createHash('sha256').update(whole).digest('hex')

/** What of a definition is another than it was, a line each; empty where nothing is. */
export function changesSince(before: Pin, now: Pin): readonly string[] {
  if (before.fingerprint === now.fingerprint) return []
  const keys = [...new Set([...Object.keys(before.parts), ...Object.keys(now.parts)])].toSorted()
  const changes = keys.flatMap((key) => changeOf(key, partOf(before, key), partOf(now, key)))
  if (changes.length === 0) return ['its definition is another one']
  const more = changes.length - mostChanges
  return more > 0 ? [...changes.slice(0, mostChanges), `and ${more} more changes`] : changes
}

function partOf({ parts }: Pin, key: string): string | undefined {
  return Object.hasOwn(parts, key) ? parts[key] : undefined
}

function changeOf(key: string, before: string | undefined, now: string | undefined): string[] {
  const name = shown(key, { most: longestShown })
  if (before === now) return []
  if (before === undefined) return [`${name}: new, ${quoted(now ?? '', 0)}`]
  if (now === undefined) return [`${name}: gone, was ${quoted(before, 0)}`]
  const from = Math.max(0, firstDifference(before, now) - longestShown / 4)
  return [`${name}: was ${quoted(before, from)}, now ${quoted(now, from)}`]
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

function quoted(part: string, from: number): string {
  return `"${from > 0 ? '…' : ''}${shown(part.slice(from), { most: longestShown })}"`
}
