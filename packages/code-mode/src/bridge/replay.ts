import type { JsonValue } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import type { JournalEntry, JournalReply } from '../contract/run-store.ts'
import type { MachineImage } from '../contract/runtime.ts'

/** A call as the journal knows it. */
export interface RecordedCall {
  readonly id: number
  readonly name: string
  readonly arguments: JsonValue
  /** Its body began. */
  began: boolean
  reply: JournalReply | undefined
}

/** What becomes of a call that a program makes while it goes on. */
export type Again =
  /** What it got then. */
  | { readonly kind: 'recorded'; readonly reply: JournalReply }
  /** Its body began, and nobody knows how it ended. */
  | { readonly kind: 'unknown' }
  /** It is made now: its body never began, or nothing is recorded of it. */
  | { readonly kind: 'now'; readonly isRecorded: boolean }

interface Waiting {
  readonly resolve: (again: Again) => void
  readonly again: Again
}

/** A program did something else than what is recorded of it. */
export interface Divergence {
  readonly diverged: string
}

/**
 * Takes a program that was cut off back to where it was: each recorded reply comes when the program has made all calls that
 * it had made before that reply, and nothing else is answered or begins until the record is at its end.
 */
export class Replay {
  readonly #calls = new Map<number, RecordedCall>()
  readonly #script: readonly JournalEntry[]
  readonly #made = new Set<number>()
  readonly #recorded = new Map<number, (again: Again) => void>()
  readonly #held: Waiting[] = []
  /** Where the machine goes on; absent where it begins at its first line. */
  readonly image: Pick<MachineImage, 'nextCall' | 'waiting'> | undefined
  #at = 0

  constructor(entries: readonly JournalEntry[], image?: Replay['image']) {
    for (const entry of entries) this.#read(entry)
    this.image = image
    this.#script = entries.filter(
      (entry) => entry.kind !== 'started' && !this.isPast(entry.id) && this.#calls.has(entry.id),
    )
    this.#advance()
  }

  /** Whether the program has the reply to a call already, and so will not make it again. */
  isPast(id: number): boolean {
    const { image } = this
    return image !== undefined && id < image.nextCall && !image.waiting.includes(id)
  }

  get calls(): readonly RecordedCall[] {
    return [...this.#calls.values()]
  }

  /** Whether all that is recorded happened again. */
  get isOver(): boolean {
    return this.#at === this.#script.length
  }

  /** The next thing that the record says, for the words of an error. */
  get missing(): RecordedCall | undefined {
    const next = this.#script[this.#at]
    return next === undefined ? undefined : this.#calls.get(next.id)
  }

  /** A call that the program makes now, in the order of the ids. */
  take(id: number, name: string, args: JsonValue): Promise<Again> | Divergence {
    const call = this.#calls.get(id)
    const diverged = call && difference(call, name, args)
    if (diverged !== undefined) return { diverged }
    return new Promise((resolve) => {
      if (call?.reply !== undefined) this.#recorded.set(id, resolve)
      else this.#held.push({ resolve, again: againOf(call) })
      this.#made.add(id)
      this.#advance()
    })
  }

  #read(entry: JournalEntry): void {
    if (entry.kind === 'made') {
      const { id, name, arguments: args } = entry
      this.#calls.set(id, { id, name, arguments: args, began: false, reply: undefined })
      return
    }
    const call = this.#calls.get(entry.id)
    if (call === undefined) return
    if (entry.kind === 'started') call.began = true
    else call.reply ??= entry.reply
  }

  #advance(): void {
    for (; this.#at < this.#script.length; this.#at++) {
      const entry = this.#script[this.#at] as JournalEntry
      if (!this.#made.has(entry.id)) return
      if (entry.kind === 'ended') this.#answer(entry.id)
    }
    for (const { resolve, again } of this.#held.splice(0)) resolve(again)
  }

  #answer(id: number): void {
    const reply = this.#calls.get(id)?.reply
    if (reply !== undefined) this.#recorded.get(id)?.({ kind: 'recorded', reply })
    this.#recorded.delete(id)
  }
}

function againOf(call: RecordedCall | undefined): Again {
  if (call === undefined) return { kind: 'now', isRecorded: false }
  return call.began ? { kind: 'unknown' } : { kind: 'now', isRecorded: true }
}

function difference(call: RecordedCall, name: string, args: JsonValue): string | undefined {
  const { id } = call
  if (call.name !== name)
    return `call #${id} was "${call.name}" before the process ended, and is "${name}" now`
  if (canonicalJson(call.arguments) === canonicalJson(args)) return undefined
  return `call #${id} of "${name}" has other arguments than before the process ended`
}
