import { HarnessError } from '@millrace/protocol'
import type { WebHost } from '@millrace/web'

/** A host of which nothing may be asked, and what was. */
export interface TrappedHost {
  readonly host: WebHost
  /** The names of what was asked for: `sessions.list`. */
  readonly calls: string[]
}

/** A host whose every function is noted, and throws. */
export function trappedHost(): TrappedHost {
  const calls: string[] = []
  const trap = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_target, name) =>
        typeof name === 'string' ? trap(path === '' ? name : `${path}.${name}`) : undefined,
      apply: () => {
        calls.push(path)
        throw new HarnessError('TRAPPED', 'this host does nothing')
      },
    })
  return { host: trap('') as WebHost, calls }
}
