import { Candidate, tellingLine } from './candidate.mjs'
import { Measures } from './measure.mjs'

/** @typedef {Record<string, import('./candidate.mjs').Source>} Sources */

/** Runs candidates side by side. */
export class Pool {
  /** @param {{ rounds: number, roundMs: number, warmMs: number, log: (line: string) => void }} settings */
  constructor(settings) {
    this.settings = settings
  }

  /**
   * Starts every candidate, and measures each of its operations in interleaved rounds: A B C, A B C, …
   * @param {Sources} sources
   * @param {{ bytes?: boolean, node?: string, atLeast?: { warmMs: number, roundMs: number } }} [options] - `bytes` measures
   * allocation too; `node` is the Node to run with; `atLeast` is how long all of them warm up and are measured in any case.
   */
  async measure(sources, { bytes = false, node, atLeast } = {}) {
    const measures = new Measures(Object.keys(sources))
    await this.#run(sources, measures, { rounds: this.settings.rounds, bytes, node, atLeast })
    return measures
  }

  /**
   * Measures the first run of an operation: a new process each round, interleaved.
   * @param {Sources} sources
   * @param {{ rounds?: number, node?: string }} [options]
   */
  async fresh(sources, { rounds = this.settings.rounds, node } = {}) {
    const measures = new Measures(Object.keys(sources))
    for (let round = 0; round < rounds; round++)
      await this.#run(sources, measures, { rounds: 1, bytes: false, node })
    return measures
  }

  /** @param {Sources} sources @param {Measures} measures @param {{ rounds: number, bytes: boolean, node?: string, atLeast?: { warmMs: number, roundMs: number } }} how */
  async #run(sources, measures, { rounds, bytes, node, atLeast = { warmMs: 0, roundMs: 0 } }) {
    /** @type {Candidate[]} */
    const candidates = []
    try {
      for (const [id, source] of Object.entries(sources)) {
        if (measures.failed.has(id)) continue
        const candidate = new Candidate(id, source, node)
        candidates.push(candidate)
        await candidate.ready()
        if (!candidate.unavailable) continue
        this.settings.log(`  ${id}: ${candidate.unavailable}`)
        measures.failed.set(id, candidate.unavailable)
      }
      for (const name of new Set(candidates.flatMap((candidate) => candidate.operations))) {
        const able = candidates.filter((candidate) => candidate.operations.includes(name))
        await this.#rounds(able, name, measures, { rounds, bytes, atLeast })
      }
    } finally {
      for (const candidate of candidates) candidate.close()
    }
  }

  /** @param {Candidate[]} candidates @param {string} name @param {Measures} measures @param {{ rounds: number, bytes: boolean, atLeast: { warmMs: number, roundMs: number } }} how */
  async #rounds(candidates, name, measures, { rounds, bytes, atLeast }) {
    const { log } = this.settings
    const warmMs = Math.max(atLeast.warmMs, this.settings.warmMs)
    const roundMs = Math.max(atLeast.roundMs, this.settings.roundMs)
    /** @param {(candidate: Candidate, measure: import('./measure.mjs').Measure) => Promise<void>} step */
    const each = async (step) => {
      for (const candidate of candidates) {
        const measure = measures.record(name, candidate.id)
        if (measure.unavailable) continue
        try {
          await step(candidate, measure)
        } catch (error) {
          measure.unavailable = tellingLine(error)
          log(`  ${candidate.id}, ${name}: ${measure.unavailable}`)
        }
      }
    }
    await each((candidate) => candidate.ask({ command: 'calibrate', name, warmMs, roundMs }))
    for (let round = 0; round < rounds; round++) {
      await each(async (candidate, measure) => {
        const { figures, ...cost } = await candidate.ask({ command: 'round', name })
        if (figures === undefined) measure.rounds.push(cost)
        for (const [key, value] of Object.entries(figures ?? {}))
          measures.record(key, candidate.id).rounds.push({ cpu: value, wall: value })
      })
    }
    if (!bytes) return
    await each(async (candidate, measure) => {
      measure.bytes = await candidate.ask({ command: 'allocated', name })
    })
  }
}
