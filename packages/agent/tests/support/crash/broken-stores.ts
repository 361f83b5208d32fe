import type { DiskFile } from '@millrace/host'
import { jsonlSessions } from '@millrace/agent/session'
import type { StoreOf } from './verdict.ts'

/** A store with a fault of its own: what finds no fault in it is no test. */
export interface BrokenStore {
  readonly what: string
  readonly storeOf: StoreOf
}

const nothing = (): Promise<void> => Promise.resolve()

/** Each of them leaves one thing out that a durable log needs. */
export const brokenStores: readonly BrokenStore[] = [
  { what: 'never syncs its file', storeOf: overFiles({ sync: nothing }) },
  { what: 'never syncs its folder', storeOf: (disk) => jsonlSessions(changed(disk, { sync: nothing })) },
  {
    what: 'cuts nothing off a torn end',
    storeOf: overFiles({ truncate: nothing }),
  },
]

function overFiles(change: Partial<DiskFile>): StoreOf {
  return (disk) =>
    jsonlSessions(
      changed(disk, {
        open: async (name, how) => {
          return changed(await disk.open(name, how), change)
        },
      }),
    )
}

/** The same object with other ways to do something. */
function changed<T extends object>(target: T, changes: Partial<T>): T {
  return new Proxy(target, {
    get(from, key) {
      const found: unknown = Reflect.get(key in changes ? changes : from, key)
      return typeof found === 'function' ? found.bind(key in changes ? changes : from) : found
    },
  })
}
