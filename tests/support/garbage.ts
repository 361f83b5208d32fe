import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Counts which of the objects it was shown are still alive. */
export class LiveObjects {
  private readonly refs: WeakRef<object>[] = []

  /** Remembers an object without keeping it alive. */
  watch(object: object): undefined {
    this.refs.push(new WeakRef(object))
    return undefined
  }

  /** How many were shown. */
  get watched(): number {
    return this.refs.length
  }

  /** How many survive a collection. */
  async alive(): Promise<number> {
    for (let round = 0; round < 5; round++) {
      // A WeakRef holds its object until the current job ends.
      await new Promise((resolve) => setImmediate(resolve))
      collect()
    }
    return this.refs.filter((ref) => ref.deref() !== undefined).length
  }
}

/** How many timers, sockets and the like keep the process busy; the test runner itself has one or two. */
export function activeResources(): number {
  return process.getActiveResourcesInfo().length
}
