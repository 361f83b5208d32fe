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
    over: (/** @type {string} */ name, /** @type {string} */ base) => measures.get(name)?.over(measures.get(base)),
  }
}

/**
 * The measures of one operation, by candidate.
 * @param {Map<string, Measure>} measures - by `candidate.operation`.
 * @param {string} operation
 * @returns {Map<string, Measure>}
 */
export function pick(measures, operation) {
  const suffix = `.${operation}`
  const found = [...measures].filter(([key, measure]) => key.endsWith(suffix) || measure.unavailable)
  return new Map(found.map(([key, measure]) => [key.endsWith(suffix) ? key.slice(0, -suffix.length) : key, measure]))
}
