import { setImmediate } from 'node:timers/promises'

/** Makes something of each item, some in one go, so that whatever else the process has to do gets its turn in between. */
export async function inSlices<T, R>(items: readonly T[], size: number, make: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await setImmediate()
    for (const item of items.slice(from, from + size)) made.push(make(item))
  }
  return made
}
