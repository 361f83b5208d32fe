import { clockMs, control, phases } from './control.js'

/** Entries of a console that go out at once; later ones gather for as many milliseconds. */
const promptEntries = 64
const gatherMs = 10

/**
 * What a machine needs of its thread: it tells what a program says while it computes, and hears when it has to stop.
 * @typedef {import('./machine.d.ts').MachineHost} MachineHost
 * @implements {MachineHost}
 */
export class Announcer {
  #words
  #tell
  /** @type {string[]} */
  #gathered = []
  #said = 0
  #last = 0

  /**
   * @param {Int32Array} words - as `control` names them.
   * @param {(entries: readonly string[]) => void} tell
   */
  constructor(words, tell) {
    this.#words = words
    this.#tell = tell
  }

  stopped() {
    this.#flushLater()
    return Atomics.load(this.#words, control.stop) !== 0
  }

  /** @param {string} entry */
  says(entry) {
    this.#gathered.push(entry)
    if (this.#said++ < promptEntries) this.flush()
    else this.#flushLater()
  }

  /** @param {number} bytes */
  omits(bytes) {
    Atomics.add(this.#words, control.omittedEntries, 1)
    Atomics.add(this.#words, control.omittedBytes, bytes)
  }

  /**
   * @param {boolean} computing
   * @param {number} usedMs
   */
  computes(computing, usedMs) {
    Atomics.store(this.#words, control.usedMs, Math.round(usedMs))
    this.mark(computing ? phases.computing : phases.waiting)
    if (!computing) this.flush()
  }

  /** @param {number} phase */
  mark(phase) {
    Atomics.store(this.#words, control.since, clockMs())
    Atomics.store(this.#words, control.phase, phase)
  }

  flush() {
    if (this.#gathered.length === 0) return
    this.#last = performance.now()
    this.#tell(this.#gathered)
    this.#gathered = []
  }

  #flushLater() {
    if (this.#gathered.length > 0 && performance.now() - this.#last > gatherMs) this.flush()
  }
}
