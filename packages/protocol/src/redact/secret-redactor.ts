import { HarnessError, type JsonValue } from '@millrace/schema'
import { Automaton } from './automaton.ts'
import { redactJson } from './redact-json.ts'
import { redactText } from './redact-text.ts'
import { SecretStream, type RedactedStream } from './redacted-stream.ts'
import { spellingsOf } from './spellings.ts'

/** Shorter secrets occur in ordinary text, which would become unreadable. */
const fewestCharacters = 6

/** Takes known secrets out of whatever is shown, stored or sent to a model; `[redacted]` stands in their place. */
export interface SecretRedactor {
  /** The very same text where it holds no secret. */
  readonly text: (text: string) => string
  /** The very same value where it holds no secret. Names of members are redacted, too. */
  readonly json: (value: JsonValue) => JsonValue
  /** For bytes that come in pieces: a secret is found wherever the pieces are cut. */
  readonly stream: () => RedactedStream
}

/**
 * A redactor of these secrets, as they stand and in their usual spellings: base64 in both alphabets and wherever it
 * begins, hexadecimal in both cases, percent escapes, JSON escapes, HTML entities, and broken into lines. White space
 * around a secret is no part of it. Whoever transforms the text in another way, as a model can, is not stopped.
 *
 * @throws HarnessError `SECRET_TOO_SHORT` for a secret of fewer than 6 characters. No message holds a secret.
 */
export function secretRedactor(values: readonly string[]): SecretRedactor {
  const secrets = new Set(values.map((value, index) => readSecret(value, index, values.length)))
  if (secrets.size === 0) return nothingSecret
  const automaton = new Automaton(Array.from(secrets, spellingsOf).flat())
  const redact = (text: string) => redactText(automaton, text)
  return {
    text: redact,
    json: (value) => redactJson(value, redact),
    stream: () => new SecretStream(automaton),
  }
}

/** Whether a value is long enough to be redacted: the white space around it does not count. */
export function isRedactable(value: string): boolean {
  return lengthOf(value.trim()) >= fewestCharacters
}

function lengthOf(text: string): number {
  return Array.from(text).length
}

function readSecret(value: string, index: number, count: number): string {
  const secret = value.trim()
  const length = lengthOf(secret)
  if (length >= fewestCharacters) return secret
  const problem = `secret ${index + 1} of ${count} has ${length} characters without the white space around it`
  const advice = `a secret to redact needs at least ${fewestCharacters}, as shorter ones occur in ordinary text; leave it out or replace it by a longer one`
  throw new HarnessError('SECRET_TOO_SHORT', `${problem}; ${advice}`)
}

const nothing = new Uint8Array(0)

const nothingSecret: SecretRedactor = {
  text: (text) => text,
  json: (value) => value,
  stream: () => ({ push: (chunk) => chunk, end: () => nothing }),
}
