/**
 * Keeps the first and the last entries of a console within a number of bytes, and counts what lies between.
 * @typedef {import('../src/contract/runtime.ts').ConsoleRecord} ConsoleRecord
 */
export class ConsoleKeeper {
  #half
  /** @type {string[]} */
  #head = []
  #headBytes = 0
  #headOpen = true
  /** @type {string[]} */
  #tail = []
  /** Bytes of each entry of the tail. @type {number[]} */
  #sizes = []
  #tailBytes = 0
  #first = 0
  #omitted = { entries: 0, bytes: 0 }

  /**
   * @param {number} bytes
   * @param {ConsoleRecord} [before] - what was kept already.
   */
  constructor(bytes, before) {
    this.#half = Math.floor(bytes / 2)
    if (before === undefined) return
    for (const entry of before.head) this.add(entry)
    this.#headOpen &&= before.tail.length === 0 && before.omitted.entries === 0
    for (const entry of before.tail) this.add(entry)
    this.#omitted.entries += before.omitted.entries
    this.#omitted.bytes += before.omitted.bytes
  }

  /**
   * @param {string} entry
   * @returns {boolean} whether it belongs to the head.
   */
  add(entry) {
    // The end of a line belongs to an entry, so that empty ones are not for nothing.
    const size = Buffer.byteLength(entry) + 1
    if (this.#headOpen && this.#headBytes + size <= this.#half) {
      this.#head.push(entry)
      this.#headBytes += size
      return true
    }
    this.#headOpen = false
    this.#tail.push(entry)
    this.#sizes.push(size)
    this.#tailBytes += size
    while (this.#tailBytes > this.#half && this.#first < this.#tail.length) this.#drop()
    if (this.#first > 1024) this.#compact()
    return false
  }

  #drop() {
    const size = this.#sizes[this.#first] ?? 0
    this.#tail[this.#first++] = ''
    this.#tailBytes -= size
    this.#omitted.entries++
    this.#omitted.bytes += size
  }

  #compact() {
    this.#tail.splice(0, this.#first)
    this.#sizes.splice(0, this.#first)
    this.#first = 0
  }

  /** @returns {ConsoleRecord} */
  record() {
    return { head: [...this.#head], tail: this.#tail.slice(this.#first), omitted: { ...this.#omitted } }
  }
}
