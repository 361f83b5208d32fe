import type { Clock } from '@millrace/host'
import type { JsonValue } from '@millrace/protocol'
import type { LedgerEntry, LedgerState } from '../failure/failure-report.ts'
import { shapeOf } from '../failure/shape-of.ts'

/** How a call ended. */
export interface CallEnd {
  readonly state: LedgerState
  readonly began?: boolean
  /** What it returned, to tell the shape of. */
  readonly value?: JsonValue
}

/** Of so many results that came last, the shape is told. */
const mostShapes = 5

interface Line {
  readonly id: number
  readonly name: string
  readonly madeAt: number
  began: boolean
  end: { readonly state: LedgerState; readonly began: boolean | undefined; readonly ms?: number } | undefined
}

/** The account of the calls of one run. */
export class Ledger {
  readonly #clock: Clock
  readonly #lines = new Map<number, Line>()
  /** The results that came last, by the ids of their calls. */
  readonly #values = new Map<number, JsonValue>()
  #pending = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls that have no end. */
  get pending(): number {
    return this.#pending
  }

  nameOf(id: number): string | undefined {
    return this.#lines.get(id)?.name
  }

  made(id: number, name: string): void {
    this.#lines.set(id, { id, name, madeAt: this.#clock.monotonic(), began: false, end: undefined })
    this.#pending += 1
  }

  /** Its body begins now. */
  began(id: number): void {
    const line = this.#lines.get(id)
    if (line !== undefined) line.began = true
  }

  ended(id: number, { state, began, value }: CallEnd): void {
    const line = this.#lines.get(id)
    if (line === undefined || line.end !== undefined) return
    line.end = { state, began, ms: this.#clock.monotonic() - line.madeAt }
    this.#pending -= 1
    if (value !== undefined) this.#remember(id, value)
  }

  /** A call that ended in an earlier process. */
  recorded(id: number, name: string, { state, began }: CallEnd): void {
    if (this.#lines.has(id)) return
    this.#lines.set(id, { id, name, madeAt: 0, began: true, end: { state, began } })
  }

  entries(): LedgerEntry[] {
    const lines = [...this.#lines.values()].toSorted((a, b) => a.id - b.id)
    return lines.map((line) => entryOf(line, this.#values.get(line.id)))
  }

  #remember(id: number, value: JsonValue): void {
    this.#values.set(id, value)
    if (this.#values.size <= mostShapes) return
    const [oldest = 0] = this.#values.keys()
    this.#values.delete(oldest)
  }
}

function entryOf({ id, name, began, end }: Line, value: JsonValue | undefined): LedgerEntry {
  if (end === undefined) return { id, name, state: began ? 'started' : 'waiting' }
  const { state, ms } = end
  return {
    id,
    name,
    state,
    ...(state === 'cancelled' && { began: end.began ?? began }),
    ...(ms !== undefined && { ms }),
    ...(value !== undefined && { shape: shapeOf(value) }),
  }
}
