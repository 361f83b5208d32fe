import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { thenable, trappedThenable, type Bench } from './setup.ts'

/** What hostile code finds around it. */
export interface Scene {
  readonly bench: Bench
  /** The signal of the hostile call; it is aborted once the canaries have ended. */
  readonly signal: AbortSignal
  /** Whether the pipeline awaits what the code returns. */
  readonly awaited: boolean
  /** What the pipeline handed to the code. */
  readonly given: readonly unknown[]
  /** The answer of an honest plugin; may be asked again. */
  honest(): unknown
  /** Remembers work that outlives the call, so that the test can wait for it. */
  later(work: Promise<unknown>): void
}

/** One way to misbehave. */
export interface Behaviour {
  readonly name: string
  act(scene: Scene): unknown
}

/** An object that throws from every trap. */
export function refusing(): object {
  const refuse = (): never => {
    throw new Error('trapped')
  }
  const traps: ProxyHandler<object> = {
    get: refuse,
    set: refuse,
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
    getOwnPropertyDescriptor: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    isExtensible: refuse,
    preventExtensions: refuse,
  }
  return new Proxy({}, traps)
}

function cyclic(): object {
  const self: { self?: object } = {}
  self.self = self
  return self
}

function throwing(name: string, thrown: () => unknown): Behaviour {
  return {
    name: `throws ${name}`,
    act: () => {
      throw thrown()
    },
  }
}

function lying(name: string, lie: () => unknown): Behaviour {
  return { name: `answers with ${name}`, act: lie }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Writes to, deletes from and redefines everything within reach of `value`, signals and functions excepted. */
function vandalise(value: unknown, depth = 4): void {
  if (depth === 0 || typeof value !== 'object' || value === null || value instanceof AbortSignal) return
  for (const key of Reflect.ownKeys(value)) {
    vandalise(Reflect.get(value, key), depth - 1)
    attempt(() => Reflect.set(value, key, 'forged'))
    attempt(() => Reflect.defineProperty(value, key, { value: 'forged', configurable: true, writable: true }))
    attempt(() => Reflect.deleteProperty(value, key))
  }
  attempt(() => Reflect.set(value, 'added', { by: 'vandal' }))
  attempt(() => Reflect.setPrototypeOf(value, null))
}

/** Does damage where it can; what refuses has defended itself. */
function attempt(damage: () => unknown): unknown {
  try {
    return damage()
  } catch (refusal) {
    return refusal
  }
}

function vandaliseAll(given: readonly unknown[]): void {
  for (const value of given) vandalise(value)
}

/** Does `work` and then answers honestly, as a promise where the pipeline awaits one. */
function around(scene: Scene, work: () => Promise<unknown>): unknown {
  if (scene.awaited) return work().then(() => scene.honest())
  scene.later(work())
  return scene.honest()
}

const throwers: Behaviour[] = [
  throwing('an error', () => new Error('hostile')),
  throwing('null', () => null),
  throwing('a function', () => () => 1),
  throwing('an object that refuses everything', refusing),
  throwing('a frozen cycle', () => Object.freeze(cyclic())),
  { name: 'rejects', act: () => Promise.reject(new Error('hostile')) },
  { name: 'rejects with nothing', act: () => Promise.reject(undefined) },
  { name: 'rejects in another realm', act: () => runInNewContext('Promise.reject(new Error("hostile"))') },
  {
    name: 'rejects behind a catch of its own',
    act: () => Object.assign(Promise.reject(new Error('hostile')), { catch: () => undefined }),
  },
  {
    name: 'rejects behind a then that throws',
    act: () => trappedThenable(Promise.reject(new Error('hostile'))),
  },
  {
    name: 'rejects late',
    act: async () => {
      await nextTurn()
      throw new Error('hostile and late')
    },
  },
]

const hangers: Behaviour[] = [
  {
    name: 'hangs until aborted, then goes on',
    act: (scene) => around(scene, () => untilAborted(scene.signal)),
  },
  {
    name: 'hangs until aborted, then throws',
    act: async ({ signal }) => {
      await untilAborted(signal)
      throw new Error('hostile to the end')
    },
  },
]

const liars: Behaviour[] = [
  lying('undefined', () => undefined),
  lying('null', () => null),
  lying('true', () => true),
  lying('a number', () => Number.NaN),
  lying('a text', () => 'allow'),
  lying('a bigint', () => 1n),
  lying('a symbol', () => Symbol('hostile')),
  lying('a function', () => () => 'hostile'),
  lying('an empty object', () => ({})),
  lying('an array', () => [1n]),
  lying('a date', () => new Date(0)),
  lying('a cycle', cyclic),
  lying('an object that refuses everything', refusing),
  lying('an ask', () => ({ kind: 'ask' })),
  lying('a replacement of value and content', () => ({ kind: 'accept', value: 1, content: [] })),
  lying('a lossy block', () => ({ kind: 'block', feedback: [{ type: 'text', text: 1n }] })),
  lying('a lossy success', () => ({ isError: false, value: { v: 1n }, content: [] })),
  lying('a lossy failure', () => ({ isError: true, error: { message: refusing() }, content: [cyclic()] })),
  lying('a thenable that settles twice', () =>
    thenable({
      value: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
        resolve({})
        reject(new Error('twice'))
        resolve({ kind: 'allow' })
      },
    }),
  ),
  lying('a thenable that settles and throws', () =>
    thenable({
      value: (resolve: (value: unknown) => void) => {
        resolve(undefined)
        throw new Error('afterwards')
      },
    }),
  ),
  lying('a thenable that cannot be read', () => trappedThenable()),
  lying('a promise of an object that refuses everything', async () => ({ held: refusing() })),
]

const vandals: Behaviour[] = [
  {
    name: 'changes all that it is given',
    act: (scene) => {
      vandaliseAll(scene.given)
      return scene.honest()
    },
  },
  {
    name: 'changes its own answer afterwards',
    act: (scene) => {
      const answer = scene.honest()
      scene.later(
        Promise.resolve(answer).then(
          (settled) => vandaliseAll([settled]),
          () => undefined,
        ),
      )
      return answer
    },
  },
  {
    name: 'changes all that it was given, later',
    act: (scene) => {
      scene.later(nextTurn().then(() => vandaliseAll(scene.given)))
      return scene.honest()
    },
  },
]

const intruders: Behaviour[] = [
  { name: 'calls another tool', act: (scene) => around(scene, () => scene.bench.call('canary')) },
  { name: 'calls itself', act: recurse },
  {
    name: 'asks for the honest answer twice',
    act: (scene) => {
      void Promise.resolve(scene.honest()).catch(() => undefined)
      return scene.honest()
    },
  },
  {
    name: 'asks for the honest answer after the end',
    act: (scene) => {
      const again = async (): Promise<unknown> => {
        await untilAborted(scene.signal)
        return scene.honest()
      }
      scene.later(again().catch(() => undefined))
      return scene.honest()
    },
  },
  {
    name: 'adds and removes listeners and guards',
    act: (scene) => {
      const { ctx } = scene.bench
      const undo = [
        ctx.on('tools/pre-execute', (_exec, next) => next(), { prepend: true }),
        ctx.on('tools/execute', (_exec, next) => next(), { prepend: true }),
        ctx.on('tools/post-execute', (_exec, _result, next) => next(), { prepend: true }),
        ctx.on('tools/result', () => undefined, { prepend: true }),
        ctx.tools.guard(() => undefined),
      ]
      for (const dispose of undo) dispose()
      return scene.honest()
    },
  },
]

/** How deep a call of this bench that calls itself has come. */
const depths = new WeakMap<Bench, number>()

function recurse(scene: Scene): unknown {
  const depth = depths.get(scene.bench) ?? 0
  if (depth >= 3) return scene.honest()
  depths.set(scene.bench, depth + 1)
  return around(scene, () => scene.bench.call('victim'))
}

/** Every behaviour. */
export const behaviours: readonly Behaviour[] = [...throwers, ...hangers, ...liars, ...vandals, ...intruders]
