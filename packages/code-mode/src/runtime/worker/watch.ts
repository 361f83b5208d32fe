import { clockMs, control, phases } from '#guest/control.js'

/** Milliseconds between two looks at a thread. */
export const watchMs = 25
/** Milliseconds that a program has for stopping by itself once its time is over. */
export const graceMs = 50
/** Milliseconds that reading a program may take beyond what it may compute; the first one loads the compiler. */
const readingMs = 5_000

/** Whether a thread is stuck in something that the engine cannot interrupt, or that is not the engine's. */
export function isStuck(words: Int32Array, cpuMs: number): boolean {
  const phase = Atomics.load(words, control.phase)
  if (phase === phases.waiting) return false
  const forMs = clockMs() - Atomics.load(words, control.since)
  // The clock began anew.
  if (forMs < 0) return false
  if (phase === phases.preparing) return forMs > cpuMs + readingMs
  return Atomics.load(words, control.usedMs) + forMs > cpuMs + graceMs
}
