import { Candidate, tellingLine } from './candidate.mjs'
import { Measure } from './measure.mjs'

/** Runs candidates side by side. */
export class Pool {
  /** @param {{ rounds: number, roundMs: number, warmMs: number, log: (line: string) => void }} settings */
  constructor(settings) {
    this.settings = settings
  }

  /**
   * Starts every candidate, and measures each of its operations in interleaved rounds: A B C, A B C, …
   * @param {Record<string, import('./candidate.mjs').Source>} sources - by candidate.
   * @param {{ bytes?: boolean }} [options] - `bytes` measures allocation too.
   * @returns {Promise<Map<string, Measure>>} by `candidate` for a single operation called `call`, else `candidate.operation`.
   */
  async measure(sources, { bytes = false } = {}) {
    const workers = []
    const measures = new Map()
    try {
      for (const [id, source] of Object.entries(sources)) {
        const worker = new Candidate(id, source)
        workers.push(worker)
        await worker.ready()
      }
      for (const { id, unavailable } of workers) {
        if (unavailable) {
          this.settings.log(`  ${id}: ${unavailable}`)
          measures.set(id, new Measure(unavailable))
        }
      }
      for (const name of new Set(workers.flatMap((worker) => worker.operations))) {
        const able = workers.filter((worker) => worker.operations.includes(name))
        await this.#rounds(able, name, bytes, measures)
      }
      return measures
    } finally {
      for (const worker of workers) worker.close()
    }
  }

  /** @param {Candidate[]} workers @param {string} name @param {boolean} bytes @param {Map<string, Measure>} measures */
  async #rounds(workers, name, bytes, measures) {
    const { rounds, roundMs, warmMs } = this.settings
    const all = workers.map((worker) => ({ worker, measure: new Measure() }))
    for (const { worker, measure } of all) measures.set(name === 'call' ? worker.id : `${worker.id}.${name}`, measure)
    /** @param {(one: { worker: Candidate, measure: Measure }) => Promise<void>} step */
    const each = async (step) => {
      for (const one of all) {
        if (one.measure.unavailable) continue
        try {
          await step(one)
        } catch (error) {
          one.measure.unavailable = tellingLine(error)
          this.settings.log(`  ${one.worker.id}, ${name}: ${one.measure.unavailable}`)
        }
      }
    }
    await each(({ worker }) => worker.ask({ command: 'calibrate', name, warmMs, roundMs }))
    for (let round = 0; round < rounds; round++) {
      await each(async ({ worker, measure }) => {
        measure.rounds.push(await worker.ask({ command: 'round', name }))
      })
    }
    if (!bytes) return
    await each(async ({ worker, measure }) => {
      measure.bytes = await worker.ask({ command: 'allocated', name })
    })
  }

  /**
   * Measures the first run of an operation: a new process each round, interleaved.
   * @param {Record<string, import('./candidate.mjs').Source>} sources
   */
  async fresh(sources) {
    /** @type {Map<string, Measure>} */
    const measures = new Map()
    for (let round = 0; round < this.settings.rounds; round++) {
      const one = await new Pool({ ...this.settings, rounds: 1 }).measure(sources)
      for (const [key, measure] of one) {
        const sum = measures.get(key) ?? new Measure(measure.unavailable)
        sum.rounds.push(...measure.rounds)
        measures.set(key, sum)
      }
    }
    return measures
  }
}
