import type { SessionAgent } from '@millrace/agent'
import type { JsonValue } from '@millrace/protocol'
import { HarnessError, type ToolRunContext } from '@millrace/tools'
import { mutationsOf } from '../faults/mutations.ts'
import { thrownValue } from '../faults/thrown-value.ts'
import { roster } from './roster.ts'
import { depthOf, untilAborted, type World } from './world.ts'

/** One run of a simulated body. */
export interface BodyRun {
  readonly world: World
  readonly args: unknown
  readonly exec: ToolRunContext
  /** Whose call it is, where that is an agent with a session. */
  readonly agent: SessionAgent | undefined
}

/** What a body does. */
export type Body = (run: BodyRun) => unknown

const value = (args: unknown): JsonValue => ({ got: (args ?? null) as JsonValue })

/** The bodies of the simulation by name. */
export const bodies = {
  quick: ({ args }) => value(args),
  slow: async ({ world, args, exec }) => {
    await world.time.sleep(world.chance.delay(), exec.signal)
    return value(args)
  },
  reports: async ({ world, args, exec }) => {
    for (let done = 0; done < 3; done++) {
      exec.reportProgress({ text: `at ${done}`, done, total: 3 })
      await world.time.sleep(world.chance.pick([0, 40, 200]), exec.signal)
    }
    return value(args)
  },
  throws: () => {
    throw new HarnessError('SIMULATED', 'the tool failed', { retryable: true })
  },
  throwsOdd: ({ world }) => {
    throw thrownValue(
      world.chance.pick(['string', 'undefined', 'frozen-object', 'revoked-proxy', 'promise', 'trap']),
    )
  },
  invalid: ({ world }) =>
    world.chance.pick([undefined, Number.NaN, 1n, () => undefined, new Date(0), Array(1)]),
  deaf: async ({ world, args }) => {
    await world.time.sleep(world.chance.pick([5, 30, 300]))
    return value(args)
  },
  patient: async ({ world, args, exec }) => {
    await untilAborted(world, exec.signal)
    if (world.chance.percent(50)) throw exec.signal.reason
    return value(args)
  },
  settlesTwice: ({ args }) =>
    new Promise((resolve, reject) => {
      resolve(value(args))
      resolve('again')
      reject(new Error('too late'))
    }),
  mutates: ({ world, args }) => {
    const changed = mutationsOf(args)
    if (changed.length > 0) world.problems.push(`arguments could be changed at ${changed.join(', ')}`)
    return value(args)
  },
  defers: ({ args, exec }) => {
    exec.deferContext({
      role: 'user',
      content: 'by the way',
      source: { kind: 'plugin', plugin: 'simulation' },
    })
    return value(args)
  },
  concludes: ({ args, exec }) => {
    exec.concludeTurn()
    return value(args)
  },
  lateContext: ({ world, args, exec }) => {
    void world.time.sleep(10).then(() => exec.deferContext({ role: 'user', content: 'too late' }))
    return value(args)
  },
  changesTools: async ({ world, args, exec, agent }) => {
    world.changeTools(agent)
    await world.time.sleep(world.chance.delay(), exec.signal)
    return value(args)
  },
  interrupts: async ({ world, args, exec, agent }) => {
    agent?.interrupt('the tool wants it')
    await world.time.sleep(world.chance.delay(), exec.signal)
    return value(args)
  },
  steers: ({ args, agent }) => {
    agent?.steer('and look at this, too')
    return value(args)
  },
  nests: async ({ world, args, exec, agent }) => {
    const depth = exec.callId.split(':').length
    if (depth > 3) return value(args)
    const { isError } = await world.ctx.tools.execute({
      callId: `${exec.callId}:${depth}`,
      rootCallId: exec.rootCallId,
      name: world.chance.pick(Object.keys(roster).filter((name) => name !== 'delegate')),
      arguments: {},
      ...(agent !== undefined && { agent }),
      parent: exec.token,
      signal: exec.signal,
    })
    return { isError }
  },
  disposes: ({ world, args, agent }) => {
    // Not waited for: it waits for this very call.
    agent?.dispose().catch((error: unknown) => world.problems.push(`dispose rejected: ${String(error)}`))
    return value(args)
  },
  delegates: async ({ world, exec, agent }) => {
    if (agent === undefined || depthOf(agent) >= 2 || exec.parent !== undefined) return 'no further'
    return delegate(world, exec, agent)
  },
} satisfies Record<string, Body>

async function delegate(world: World, exec: ToolRunContext, agent: SessionAgent): Promise<JsonValue> {
  const { chance } = world
  const child = await world.ctx.agents.spawn(agent, {
    callId: exec.callId,
    description: 'a part of it',
    ...(chance.percent(30) && { limits: { steps: 1 + chance.below(3), calls: 1 + chance.below(4) } }),
    ...(chance.percent(20) && { restrict: { deny: ['write'] } }),
  })
  if (chance.percent(10)) {
    chance.did('child is disposed at once')
    await child.dispose()
  }
  const { reason } = await child.send('do your part', exec.signal)
  if (chance.percent(85)) await child.dispose()
  else chance.did('child is left to its parent')
  return { reason }
}
