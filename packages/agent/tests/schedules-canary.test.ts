import type { Context } from '@deepseek-ai/cordis'
import type { AgentModel, SessionAgent } from '@millrace/agent'
import {
  jsonlSessions,
  memorySessions,
  SessionError,
  type SessionLog,
  type SessionStore,
} from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel, setupAgents, type AgentSetup } from '@millrace/testkit'
import { simulatedDisk } from '@millrace/testkit/disk'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { calling, textTool, untilAborted } from './support/loop-bench.ts'

const strays: unknown[] = []
const collect = (reason: unknown): void => void strays.push(reason)

beforeEach(() => {
  strays.length = 0
  // A watcher that throws is told of this way.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  process.on('unhandledRejection', collect)
  process.on('uncaughtException', collect)
})

afterEach(() => {
  vi.restoreAllMocks()
  process.off('unhandledRejection', collect)
  process.off('uncaughtException', collect)
})

/** A neighbour, and what is wrong with it. */
interface Neighbour {
  /** Breaks what only it is concerned with, before its first turn. */
  readonly breaks?: (agent: SessionAgent, ctx: Context) => void
  readonly model?: () => AgentModel
  /** Its log fails at the n-th event. */
  readonly logFailsAt?: number
  /** It never ends by itself. */
  readonly stays?: true
}

const forged = (value: unknown): never => value as never
/** Throws what cannot even be looked at. */
const throwing = (): never => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  throw proxy
}
const rejecting = (): never => forged(Promise.reject(new Error('nobody hears this')))
const busy = (): AgentModel =>
  scriptedModel((_request, n) => (n < 6 ? { calls: [calling('work', 'x'), calling('own', 'y')] } : 'done'))
const saying = (answer: unknown): AgentModel => ({ ...busy(), ask: () => forged(answer) })
const own = (run: Parameters<typeof textTool>[1]) => (agent: SessionAgent) =>
  void agent.ctx.tools.register(textTool('own', run))

const neighbours: Record<string, Neighbour> = {
  'whose tool throws': { breaks: own(throwing) },
  'whose tool never ends': { breaks: own((_text, signal) => untilAborted(signal)), stays: true },
  'whose tool does not hear of an abort': {
    breaks: own(
      (_text, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => void setTimeout(resolve, 60, 'late')),
        ),
    ),
    stays: true,
  },
  'whose tool takes the place of a shared one': {
    breaks: (agent) => void agent.ctx.tools.register(textTool('work', throwing)),
  },
  'whose listeners throw': {
    breaks: ({ ctx }) => {
      ctx.on('tools/pre-execute', throwing)
      ctx.on('tools/execute', throwing)
      ctx.on('tools/post-execute', throwing)
      ctx.on('agent/post-step', throwing)
    },
  },
  'whose listeners answer nonsense': {
    breaks: ({ ctx }) => {
      ctx.on('tools/pre-execute', () => forged('yes'))
      ctx.on('tools/post-execute', () => forged({ kind: 'accept', content: 7 }))
      ctx.on('agent/step', () => forged({ message: 1 }))
    },
  },
  'whose guard and classification throw': {
    breaks: (agent) => {
      agent.ctx.tools.guard(throwing)
      agent.ctx.tools.register(textTool('own', undefined, { isConcurrencySafe: throwing }))
    },
  },
  'whose prompt cannot be assembled': {
    breaks: ({ ctx }) => void ctx.on('system-prompt/assemble', throwing),
  },
  'whose watchers throw': {
    breaks: ({ session, ctx }) => {
      session.watch(throwing)
      ctx.on('agent/event', throwing)
      ctx.on('agent/turn-end', rejecting)
      ctx.on('tools/result', rejecting)
      ctx.on('tools/progress', throwing)
      ctx.on('tools/trace', rejecting)
    },
  },
  'and watchers of all agents that throw': {
    breaks: (_agent, ctx) => {
      ctx.on('agent/event', throwing)
      ctx.on('agent/turn-end', throwing)
      ctx.on('tools/result', rejecting)
      ctx.on('tools/trace', throwing)
    },
  },
  'whose model throws': { model: () => ({ ...busy(), ask: throwing }) },
  'whose model rejects': { model: () => ({ ...busy(), ask: rejecting }) },
  'whose model answers nonsense': { model: () => saying({ message: { content: 'x' }, finish: 3 }) },
  'whose model never answers': {
    model: () => ({ ...busy(), ask: (_request, { signal }) => untilAborted(signal) }),
    stays: true,
  },
  'whose model asks for what is not there': {
    model: () =>
      scriptedModel((_request, n) => (n < 3 ? { calls: [calling('nothing'), calling('')] } : 'done')),
  },
  'whose log fails at once': { logFailsAt: 2 },
  'whose log fails between calls and results': { logFailsAt: 9 },
}

/** The same store as a plain object. */
function plainStore(store: SessionStore): SessionStore {
  return {
    create: (...args) => store.create(...args),
    open: (...args) => store.open(...args),
    read: (id) => store.read(id),
    pages: (...args) => store.pages(...args),
    tail: (...args) => store.tail(...args),
    list: () => store.list(),
    search: (...args) => store.search(...args),
    remove: (id) => store.remove(id),
  }
}

/** Sessions in memory; the log of a session of `broken` fails at its n-th event. */
function storeFailingAt(at: number | undefined): SessionStore {
  const store = memorySessions()
  if (at === undefined) return store
  const failing = (log: SessionLog): SessionLog =>
    new Proxy(log, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key, target)
        if (key !== 'append') return typeof found === 'function' ? found.bind(target) : found
        return (...args: Parameters<SessionLog['append']>) => {
          if (target.next >= at) throw new SessionError('SESSION_LOG_FAILED', 'the disk is broken')
          return target.append(...args)
        }
      },
    })
  const create: SessionStore['create'] = async (session, options) => {
    const log = await store.create(session, options)
    return session.principal === 'broken' ? failing(log) : log
  }
  return { ...plainStore(store), create }
}

/** What a log tells, without what depends on the clock. */
function told(events: readonly SessionEvent[]): unknown[] {
  return events
    .filter(({ type }) => type !== 'tool/trace')
    .map(({ seq, type, data }) => [
      seq,
      type,
      JSON.parse(JSON.stringify(data, (key, value: unknown) => (/ms$/i.test(key) ? 0 : value))) as unknown,
    ])
}

/** Three turns of an agent that does its work, perhaps beside another one. @returns its log. */
async function canary(neighbour?: Neighbour): Promise<unknown[]> {
  const { ctx, store, agent } = await setupAgents({ store: storeFailingAt(neighbour?.logFailsAt) })
  ctx.tools.register(
    textTool('work', async (text) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return text
    }),
  )
  let calls = 0
  const model = scriptedModel((_request, n) =>
    n % 3 === 2
      ? `turn ${n} done`
      : { calls: ['a', 'b', 'c'].map((text) => calling('work', text, `canary-${calls++}`)) },
  )
  const bird = await agent(model)
  const beside = neighbour && (await moveIn(neighbour, agent, ctx))
  for (let turn = 0; turn < 3; turn++)
    expect(await bird.send(`turn ${turn}`)).toMatchObject({ reason: 'done' })
  await beside?.moveOut()
  const { events } = await store.read(bird.session.header.id)
  if (beside && neighbour?.logFailsAt === undefined)
    expect(checkHistory((await store.read(beside.id)).events)).toEqual([])
  await bird.dispose()
  await ctx.fiber.dispose()
  expect(checkHistory(events)).toEqual([])
  return told(events)
}

/** Starts two turns of an agent with something wrong. @returns its session, and what disposes of it. */
async function moveIn(
  { model, breaks, stays }: Neighbour,
  agent: AgentSetup['agent'],
  ctx: Context,
): Promise<{ id: string; moveOut: () => Promise<void> }> {
  const other = await agent(model?.() ?? busy(), { principal: 'broken' })
  breaks?.(other, ctx)
  const turns = Promise.all([other.send('go'), other.send('go again')])
  const moveOut = async (): Promise<void> => {
    if (stays === undefined) await turns
    else expect(other.status).toBe('running')
    await other.dispose()
    await turns
  }
  return { id: other.session.header.id, moveOut }
}

describe('a log', () => {
  for (const [what, store] of [
    ['in memory', () => memorySessions()],
    ['on a disk', () => jsonlSessions(simulatedDisk())],
  ] as const) {
    verifies(
      ['security:R9'],
      `${what} tells all watchers, although one throws what cannot be printed`,
      async () => {
        const log = await store().create({
          id: '0'.repeat(32),
          cwd: '/',
          principal: 'user',
          versions: {},
          tools: {},
        })
        const heard: number[] = []
        log.watch(throwing)
        log.watch(({ seq }) => heard.push(seq))
        for (const message of ['one', 'two']) log.append('model/notice', { turn: 1, step: 1, message })
        expect(heard).toEqual([0, 1])
        await log.close()
      },
    )
  }
})

describe('an agent', () => {
  for (const [what, neighbour] of Object.entries(neighbours)) {
    verifies(['security:R9', 'security:R7', 'security:R2'], `does the same beside one ${what}`, async () => {
      const alone = await canary()
      expect(await canary(neighbour)).toEqual(alone)
      await new Promise((resolve) => setImmediate(resolve))
      expect(strays).toEqual([])
    })
  }
})
