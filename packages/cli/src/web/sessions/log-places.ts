import type { LogPlace } from '@millrace/agent/session'

/** More pages than these begin no log that a page can show. */
const most = 2_000

/** Places of one log that readings have come by, so that none begins at the start again. */
export class LogPlaces {
  /** By their sequence numbers, without equal ones. */
  readonly #places: LogPlace[] = []

  add(place: LogPlace): void {
    const at = this.#after(place.seq)
    if (this.#places[at - 1]?.seq === place.seq) return
    // The end of a log moves on; of many places the ones between matter less than it.
    if (this.#places.length >= most) this.#places.splice(Math.min(at, this.#places.length - 1), 1, place)
    else this.#places.splice(at, 0, place)
  }

  /** The last known place from which the event of this number is still to come; none where that is the start. */
  before(seq: number): LogPlace | undefined {
    return this.#places[this.#after(seq) - 1]
  }

  /** The index of the first place behind a number. */
  #after(seq: number): number {
    let [low, high] = [0, this.#places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#places[middle]!.seq <= seq) low = middle + 1
      else high = middle
    }
    return low
  }
}
