import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Row } from '../row.ts'
import { FoundRows } from './found-rows.ts'
import { soughtIn } from './sought.ts'

/** Rows in which words were found. */
export interface Found {
  readonly keys: readonly string[]
  /** Whether all rows were looked through. */
  readonly isAll: boolean
}

const nothing: Found = { keys: [], isAll: true }

/** For how many milliseconds nobody may type before rows are looked through. */
const pause = 120

/** Words that are looked for in the rows of a conversation. */
export class Search {
  readonly words = signal('')
  readonly sought = computed(() => soughtIn(this.words.value))
  private readonly latest = signal(nothing)
  readonly found: ReadonlySignal<Found> = this.latest
  /** The key of the row that was gone to. */
  readonly here = signal<string | undefined>(undefined)
  private readonly unwatch: () => void

  constructor(rows: ReadonlySignal<readonly Row[]>) {
    this.unwatch = effect(() => this.look(rows))
  }

  /** The number of the row that was gone to among those found, counted from 1; 0 where it is none of them. */
  get at(): number {
    const { keys } = this.found.value
    return this.here.value === undefined ? 0 : keys.indexOf(this.here.value) + 1
  }

  /**
   * Goes to the next place, or the one before; from the last one to the first.
   * @param isBehind - whether a row stands behind where the reader is, who has not gone to any place yet.
   */
  go(direction: 1 | -1, isBehind: (key: string) => boolean): string | undefined {
    const { keys } = this.found.peek()
    if (keys.length === 0) return undefined
    const { at } = this
    const first = Math.max(0, keys.findIndex(isBehind))
    const index = at === 0 ? (direction === 1 ? first : first - 1) : at - 1 + direction
    const key = keys[(index + keys.length) % keys.length]
    this.here.value = key
    return key
  }

  clear(): void {
    batch(() => {
      this.words.value = ''
      this.here.value = undefined
    })
  }

  close(): void {
    this.unwatch()
  }

  private looking: { readonly sought: RegExp; readonly rows: FoundRows } | undefined

  /** Looks through the rows, again whenever they or the words change; what it does is undone by what it returns. */
  private look(rows: ReadonlySignal<readonly Row[]>): (() => void) | undefined {
    const sought = this.sought.value
    if (sought === undefined) {
      this.looking = undefined
      this.latest.value = nothing
      return undefined
    }
    const all = rows.value
    const isNew = this.looking?.sought !== sought
    const { rows: known } = (this.looking = isNew ? { sought, rows: new FoundRows(sought) } : this.looking!)
    const stopping = new AbortController()
    const timer = setTimeout(
      () => void known.in(all, stopping.signal, (keys, isAll) => (this.latest.value = { keys, isAll })),
      isNew ? pause : 0,
    )
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }
}
