/** So many nodes of one schema are written, shared ones counted wherever they stand. */
const mostNodes = 500_000
/** So many UTF-16 units are written for one schema. */
const mostUnits = 8_000_000

/** Objects and arrays nested deeper than this are not written out, as when foreign schemas are read. */
export const deepest = 100

/** A schema that would take too much room: nothing is written of it but that it is anything. */
export class TooLarge extends Error {}

/** What may still be written for one schema. A part that is shared can make a small schema endless. */
export class Allowance {
  #nodes = mostNodes
  #units = mostUnits

  /** @throws TooLarge when it is used up. */
  node(): void {
    this.#nodes -= 1
    if (this.#nodes < 0) throw new TooLarge()
  }

  /** @throws TooLarge when it is used up. */
  text(text: string): string {
    this.#units -= text.length
    if (this.#units < 0) throw new TooLarge()
    return text
  }
}

/** What `write` gives, or `otherwise` where that would be too large. */
export function within(write: (allowance: Allowance) => string, otherwise: string): string {
  try {
    return write(new Allowance())
  } catch (error) {
    if (error instanceof TooLarge) return otherwise
    throw error
  }
}
