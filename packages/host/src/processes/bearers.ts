import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { allPids, environmentOf, isBecoming } from './proc-table.ts'

// So many are looked at before others get their turn; one takes 10 to 40 µs.
const stretch = 100
const becomingMs = 200
const rounds = 20

/**
 * Linux: the processes whose environment contains a text, without this one. What may not be looked into is none.
 *
 * @param known - these are left out: looking into a process that is busy multiplying takes long.
 * @param above - only processes with a greater number are looked into.
 */
export async function bearersOf(mark: string, known: readonly number[] = [], above = 0): Promise<number[]> {
  const search = bearers(mark, known, above)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
    await (step.value === 'turn' ? nextTurn() : sleep(1))
  }
}

/** The same at once, for the moment in which this process ends. */
export function bearersNow(mark: string): number[] {
  const search = bearers(mark, [], 0)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
    if (step.value === 'pause') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

type Search = Generator<'turn' | 'pause', number[]>

/** Looks until everything that is there was looked at: a process may have started another and ended in between. */
function* bearers(mark: string, known: readonly number[], above: number): Search {
  const seen = new Set(known)
  const found: number[] = []
  for (let round = 0; round < rounds; round++) {
    const fresh = allPids().filter((pid) => pid > above && !seen.has(pid))
    if (fresh.length === 0) break
    for (const pid of fresh) seen.add(pid)
    found.push(...(yield* bearersAmong(fresh, mark)))
  }
  return found
}

/** Looks again at those that were just becoming another program. */
function* bearersAmong(pids: readonly number[], mark: string): Search {
  const found: number[] = []
  const until = performance.now() + becomingMs
  for (let left = pids; left.length > 0 && performance.now() < until;) {
    const becoming: number[] = []
    for (const [index, pid] of left.entries()) {
      if (index > 0 && index % stretch === 0) yield 'turn'
      const environment = environmentOf(pid)
      if (environment?.includes(mark) === true) found.push(pid)
      else if (environment === '' && isBecoming(pid)) becoming.push(pid)
    }
    left = becoming
    if (left.length > 0) yield 'pause'
  }
  return found
}
