import { setImmediate } from 'node:timers/promises'

/** Milliseconds after which it is somebody else's turn; a single item may take longer. */
const sliceMs = 8

/** Makes something of each item, in slices of a few milliseconds, so that whatever else the process has to do gets its turn. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > sliceMs) {
      await setImmediate()
      since = performance.now()
    }
    made.push(make(item))
  }
  return made
}
