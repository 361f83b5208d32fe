import { control } from '#guest/control.js'
import type { ConsoleRecord } from '../../contract/runtime.ts'

/** What is known here of the console of a program, for when its thread cannot be asked. */
export class SaidSoFar {
  private readonly announce: ((entry: string) => void) | undefined
  private readonly head: string[] = []
  private entries = 0
  private bytes = 0

  /** @param announce - hears each entry. */
  constructor(announce: ((entry: string) => void) | undefined) {
    this.announce = announce
  }

  hear(entries: readonly string[]): void {
    for (const entry of entries) {
      this.head.push(entry)
      this.announce?.(entry)
    }
  }

  /** Takes over what a thread has counted. */
  count(words: Int32Array): void {
    this.entries += Atomics.exchange(words, control.omittedEntries, 0)
    this.bytes += Atomics.exchange(words, control.omittedBytes, 0)
  }

  record(): ConsoleRecord {
    return { head: [...this.head], tail: [], omitted: { entries: this.entries, bytes: this.bytes } }
  }
}
