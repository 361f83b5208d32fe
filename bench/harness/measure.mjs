import { median, pairedRatio } from './stats.mjs'

/** What one operation of one candidate costs. */
export class Measure {
  /** @param {string} [unavailable] - why there is nothing to measure. */
  constructor(unavailable) {
    /** @type {{ cpu: number, wall: number }[]} */
    this.rounds = []
    this.unavailable = unavailable
    /** Bytes of heap for one unit, where they were asked for. @type {number | undefined} */
    this.bytes = undefined
  }

  /** Median CPU microseconds of one unit, or undefined. */
  get cpu() {
    return this.rounds.length > 0 ? median(this.rounds.map((round) => round.cpu)) : undefined
  }

  /** Median wall-clock microseconds of one unit, or undefined. */
  get wall() {
    return this.rounds.length > 0 ? median(this.rounds.map((round) => round.wall)) : undefined
  }

  /** This cost in terms of another one of the same run. @param {Measure | undefined} base @param {'cpu' | 'wall'} [of] */
  over(base, of = 'cpu') {
    if (!base || base.rounds.length === 0 || this.rounds.length === 0) return undefined
    const count = Math.min(this.rounds.length, base.rounds.length)
    const take = (/** @type {Measure} */ measure) => measure.rounds.slice(0, count).map((round) => round[of])
    return pairedRatio(take(this), take(base))
  }
}

/** Short ways to two measures of one run. @param {Map<string, Measure>} measures */
export function lookup(measures) {
  return {
    of: (/** @type {string} */ name) => measures.get(name),
    over: (/** @type {string} */ name, /** @type {string} */ base) =>
      measures.get(name)?.over(measures.get(base)),
  }
}

/** What a group of candidates was found to cost: by operation, then by candidate. */
export class Measures {
  /** @param {string[]} candidates - in the order in which they are shown. */
  constructor(candidates) {
    this.candidates = candidates
    /** Candidates that could not be loaded, and why. @type {Map<string, string>} */
    this.failed = new Map()
    /** @type {Map<string, Map<string, Measure>>} */
    this.operations = new Map()
  }

  /** The record of one operation of one candidate, made when it is first asked for. @param {string} operation @param {string} candidate */
  record(operation, candidate) {
    const known = this.operations.get(operation) ?? new Map()
    this.operations.set(operation, known)
    const measure = known.get(candidate) ?? new Measure()
    known.set(candidate, measure)
    return measure
  }

  /** One operation, for every candidate that has it or could not be loaded. @param {string} [operation] @returns {Map<string, Measure>} */
  of(operation = 'call') {
    const known = this.operations.get(operation)
    /** @type {Map<string, Measure>} */
    const found = new Map()
    for (const candidate of this.candidates) {
      const failure = this.failed.get(candidate)
      const measure = failure === undefined ? known?.get(candidate) : new Measure(failure)
      if (measure) found.set(candidate, measure)
    }
    return found
  }
}
