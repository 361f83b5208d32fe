/** A table from numbers to positive numbers; a `Map` takes twice as long for each byte of a text. */
export class Edges {
  // One more than the number, as 0 marks a free place.
  private keys = new Int32Array(1024)
  private values = new Int32Array(1024)
  private size = 0

  /** 0 where there is none. */
  get(key: number): number {
    return this.values[this.slotOf(key + 1)] ?? 0
  }

  /** Adds one for a number that has none. */
  set(key: number, value: number): void {
    if (++this.size * 2 > this.keys.length) this.grow()
    this.put(key + 1, value)
  }

  private put(key: number, value: number): void {
    const slot = this.slotOf(key)
    this.keys[slot] = key
    this.values[slot] = value
  }

  private slotOf(key: number): number {
    const { keys } = this
    const mask = keys.length - 1
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask
    while (keys[slot] !== key && keys[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { keys, values } = this
    this.keys = new Int32Array(keys.length * 2)
    this.values = new Int32Array(keys.length * 2)
    keys.forEach((key, slot) => {
      if (key !== 0) this.put(key, values[slot] ?? 0)
    })
  }
}
