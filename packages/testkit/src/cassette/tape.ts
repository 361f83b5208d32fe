import type { JsonValue } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import { firstDifference } from '../record/difference.ts'
import { CassetteError, type CassetteEntry } from './entry.ts'

/** The entries of a cassette, each played once, and new ones in the order in which their calls began. */
export class Tape {
  readonly #entries: CassetteEntry[]
  readonly #used = new Set<CassetteEntry>()
  /** When the calls of the recorded entries began, beside those entries at the end of the list. */
  readonly #begun: number[] = []
  #calls = 0

  constructor(entries: CassetteEntry[]) {
    this.#entries = entries
  }

  /** Entries that no call has played. */
  get unused(): readonly CassetteEntry[] {
    return this.#entries.filter((entry) => !this.#used.has(entry))
  }

  /** Takes the next unused entry of the same call. */
  take(tool: string, args: JsonValue): CassetteEntry | undefined {
    const key = canonicalJson(args)
    const found = this.#entries.find(
      (entry) => entry.tool === tool && !this.#used.has(entry) && canonicalJson(entry.arguments) === key,
    )
    if (found !== undefined) this.#used.add(found)
    return found
  }

  /** A place for a call that begins now. @returns what puts its entry there. */
  begin(): (entry: CassetteEntry) => void {
    const number = this.#calls++
    return (entry) => {
      let after = this.#begun.length
      while (after > 0 && (this.#begun[after - 1] ?? 0) > number) after -= 1
      const place = this.#entries.length - this.#begun.length + after
      this.#begun.splice(after, 0, number)
      this.#entries.splice(place, 0, entry)
      this.#used.add(entry)
    }
  }

  /** Why a call has no entry. */
  unmatched(tool: string, args: JsonValue): CassetteError {
    const ofTool = this.#entries.filter((entry) => entry.tool === tool)
    const left = ofTool.find((entry) => !this.#used.has(entry))
    return new CassetteError(
      'CASSETTE_UNMATCHED',
      `${this.#problem(tool, args, ofTool.length, left)}; record it again`,
    )
  }

  #problem(tool: string, args: JsonValue, recorded: number, left: CassetteEntry | undefined): string {
    if (recorded === 0) return `the cassette has no call of "${tool}"`
    if (left === undefined)
      return `the cassette has ${recorded} calls of "${tool}", and all of them were played`
    const { path, expected, got } = firstDifference(left.arguments, args) ?? {
      path: '',
      expected: '',
      got: '',
    }
    const place = path === '' ? 'the arguments were' : `"${path}" was`
    return `the cassette has no such call of "${tool}": in the next one that it has, ${place} ${expected}, and here ${got}`
  }
}
