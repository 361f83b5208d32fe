import type { JsonValue, SecretRedactor } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { CallValue } from '@millrace/web/wire'

const MiB = 1024 * 1024
/** Of a longer value a page shows the start. In UTF-16 units. */
const longestWhole = MiB
const longestStart = 64 * 1024
const mostValues = 2_000
const mostUnits = 32 * MiB

interface KeptValue {
  readonly text: string
  /** Of a value that is cut, in bytes. */
  readonly cutFrom?: number
}

/** The canonical values of calls that ended in this process, the last ones, without configured secrets. No log has them. */
export class KeptValues {
  readonly #values = new Map<string, KeptValue>()
  #units = 0

  /** Keeps a value as it is now. */
  add(session: string, callId: string, value: JsonValue, redactor: SecretRedactor | undefined): void {
    const whole = printJson(redactor?.json(value) ?? value)
    const kept: KeptValue =
      whole.length <= longestWhole
        ? { text: whole }
        : { text: whole.slice(0, longestStart).toWellFormed(), cutFrom: Buffer.byteLength(whole) }
    const key = keyOf(session, callId)
    this.#drop(key)
    this.#values.set(key, kept)
    this.#units += kept.text.length
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= mostValues && this.#units <= mostUnits) break
      this.#drop(oldest)
    }
  }

  get(session: string, callId: string): CallValue {
    const kept = this.#values.get(keyOf(session, callId))
    if (kept === undefined) return { kind: 'not-recorded' }
    const { text, cutFrom } = kept
    if (cutFrom !== undefined) return { kind: 'cut', text, bytes: cutFrom }
    return { kind: 'value', value: JSON.parse(text) as JsonValue }
  }

  #drop(key: string): void {
    this.#units -= this.#values.get(key)?.text.length ?? 0
    this.#values.delete(key)
  }
}

function keyOf(session: string, callId: string): string {
  return JSON.stringify([session, callId])
}
