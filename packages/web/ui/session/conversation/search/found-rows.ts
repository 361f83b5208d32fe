import type { Row } from '../row.ts'
import { textsOf } from './texts-of.ts'

/** For how many milliseconds rows are looked through before the page gets its turn. */
const slice = 8

/** Looks for words in rows, a few milliseconds at a time. Rows that it knows already cost nothing the next time. */
export class FoundRows {
  private readonly sought: RegExp
  private readonly known = new WeakMap<Row, boolean>()

  constructor(sought: RegExp) {
    this.sought = sought
  }

  /**
   * The keys of the rows in which the words are.
   * @param tell - hears what was found so far, and at last all of it.
   */
  async in(
    rows: readonly Row[],
    signal: AbortSignal,
    tell: (keys: readonly string[], isAll: boolean) => void,
  ): Promise<void> {
    const keys: string[] = []
    let begun = performance.now()
    for (const row of rows) {
      if (this.isIn(row)) keys.push(row.key)
      if (performance.now() - begun < slice) continue
      tell([...keys], false)
      await turn()
      if (signal.aborted) return
      begun = performance.now()
    }
    tell(keys, true)
  }

  private isIn(row: Row): boolean {
    const known = this.known.get(row)
    if (known !== undefined) return known
    const isFound = this.matches(row)
    this.known.set(row, isFound)
    return isFound
  }

  private matches(row: Row): boolean {
    for (const text of textsOf(row)) {
      this.sought.lastIndex = 0
      if (this.sought.test(text)) return true
    }
    return false
  }
}

/** After the page had its turn: a message is not held back, as timers are. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
