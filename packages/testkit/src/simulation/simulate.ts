import type { SessionAgent } from '@millrace/agent'
import type { SessionEvent } from '@millrace/protocol'
import { simulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { checkHistory } from '../history/check-history.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { simulateApprovals } from './approvals.ts'
import { Chance } from './chance.ts'
import { agentOptions, Scenario } from './scenario.ts'
import { drain, settle } from './settle.ts'
import { furnish } from './tool-changes.ts'
import { VirtualTime } from './virtual-time.ts'
import { heardSignals, openWorld, seededIds, type Nature, type World } from './world.ts'

/** What came of a simulation. */
export interface Simulation {
  readonly seed: number
  /** The logs of all its sessions, byte for byte the same for the same seed. */
  readonly text: string
  /** The events of its session, as they stood in the end. */
  readonly events: readonly SessionEvent[]
  /** How much was done to break things. */
  readonly faults: number
  /** How often each kind of it. */
  readonly mischief: Readonly<Record<string, number>>
  /** Everything that should not have happened; nothing where all holds. */
  readonly problems: readonly string[]
}

/**
 * Runs an agent in a world of chance: a model, tools, policies, people, a registry and a disk that all misbehave, on a clock and
 * with names of their own. Nothing real is waited for, so that a seed always gives the same bytes. In the end the session is
 * mended, and every promise of the log is checked.
 */
export async function simulate(seed: number): Promise<Simulation> {
  const chance = new Chance(seed)
  const time = new VirtualTime(chance)
  const nature: Nature = { chance, time, ids: seededIds(chance), problems: [], signals: new Set() }
  const place = simulatedPlace(nature)
  const world = await furnished(nature, place.disk)
  const lived = await live(world)
  const events = await mend(nature, place.disk, lived)
  const killed = place.killed()
  if (killed !== undefined) await mend(nature, killed, lived)
  if (place.disk.faultCount > 0) chance.did('disk fault')
  return {
    seed,
    text: [place.disk, killed].flatMap((disk) => (disk === undefined ? [] : [textOf(disk)])).join('\n'),
    events,
    faults: chance.faults,
    mischief: chance.mischief,
    problems: nature.problems,
  }
}

/** A disk that may fail, and whose machine may be killed. */
function simulatedPlace({ chance, time }: Nature): {
  disk: SimulatedDisk
  killed: () => SimulatedDisk | undefined
} {
  const killAt = chance.percent(30) ? 5 + chance.below(150) : 0
  let killed: SimulatedDisk | undefined
  const disk = simulatedDisk({
    clock: time,
    timers: { sleep: (ms, signal) => time.sleep(ms, signal) },
    watch: async ({ index }) => {
      if (index === killAt) {
        chance.did('kill')
        killed = disk.killed()
      }
      if (chance.percent(5)) await time.sleep(chance.delay())
    },
  })
  if (chance.percent(25))
    disk.fail({
      on: chance.pick(['write', 'sync'] as const),
      nth: 2 + chance.below(40),
      lasts: chance.percent(50) ? 'once' : 'for-ever',
      effect: chance.percent(30)
        ? { short: 1 + chance.below(20) }
        : { error: chance.pick(['EIO', 'ENOSPC'] as const) },
    })
  return { disk, killed: () => killed }
}

async function furnished(nature: Nature, disk: SimulatedDisk): Promise<World> {
  const world = await openWorld(nature, disk)
  furnish(world)
  simulateApprovals(world)
  return world
}

/** One life of some sessions, up to the end of their process. @returns the ids of those that came to be. */
async function live(world: World): Promise<readonly string[]> {
  const { chance } = world
  const scenarios: Scenario[] = []
  for (let count = chance.percent(25) ? 2 : 1; count > 0; count--) {
    const options = agentOptions(world)
    const agent = await opened(world, world.ctx.agents.create(options))
    if (agent === undefined) chance.did('session cannot be made')
    else scenarios.push(new Scenario(world, agent))
    if (agent !== undefined && options.flushing === 'never') world.careless.add(agent.id)
  }
  for (const scenario of scenarios) scenario.begin()
  const beside = bystander(world)
  const over = Promise.all([beside, ...scenarios.map((scenario) => scenario.over())])
  over.catch((error: unknown) => world.problems.push(`a scenario fails: ${String(error)}`))
  await settle(world, 'a scenario', over, () => scenarios.forEach((scenario) => scenario.rescue()))
  for (const { agent } of scenarios) {
    await settle(world, 'dispose', agent.dispose())
    const events = await read(world, agent.id)
    const isCut = agent.session.failure !== undefined
    world.problems.push(...checkHistory(events, { isCut }))
  }
  await end(world)
  return scenarios.map(({ agent }) => agent.id)
}

/** A session to which nothing is done: what happens in the others does not concern it, unless the disk fails for all. */
async function bystander(world: World): Promise<void> {
  const { ctx, time, disk, problems } = world
  const model = scriptedModel(() => ({ text: 'fine', delayMs: 20 }), { timers: time })
  const agent = await ctx.agents.create({ model, cwd: '/work' }).catch(() => undefined)
  const reasons: string[] = []
  for (let turns = 0; turns < 3; turns++) reasons.push((await agent?.send('go on'))?.reason ?? 'not made')
  await agent?.dispose()
  const isHarmed = reasons.some((reason) => reason !== 'done')
  if (isHarmed && disk.faultCount === 0)
    problems.push(`a session that nobody touched ended by ${reasons.join(', ')}`)
}

/** The agent, unless a disk that fails does not let it be made. */
async function opened(world: World, opening: Promise<SessionAgent>): Promise<SessionAgent | undefined> {
  const agent = opening.catch((error: unknown) => {
    if (world.disk.faultCount === 0) world.problems.push(`a session cannot be opened: ${String(error)}`)
    return undefined
  })
  await settle(world, 'opening', agent)
  return agent
}

/** What a log holds by now. */
async function read(world: World, id: string): Promise<readonly SessionEvent[]> {
  const reading = world.store.read(id).then(
    ({ events }) => events,
    (error: unknown) => {
      world.problems.push(`the log cannot be read: ${String(error)}`)
      return []
    },
  )
  await settle(world, 'reading', reading)
  return reading
}

/** Opens sessions again, as after a crash, and checks that nothing of them is left open. @returns the events of the first. */
async function mend(
  nature: Nature,
  disk: SimulatedDisk,
  ids: readonly string[],
): Promise<readonly SessionEvent[]> {
  const world = await furnished(nature, disk.killed())
  world.isCalm = true
  const { ctx, chance } = world
  const mended: (readonly SessionEvent[])[] = []
  for (const id of ids.filter((each) => isBegun(world.disk, each))) {
    mended.push(await goneOn(world, ctx.agents.resume(id, agentOptions(world)), 'after mending'))
    const isForked = mended.at(-1)?.some(({ type }) => type === 'turn/end') === true && chance.percent(30)
    if (isForked) await goneOn(world, ctx.agents.fork(id, agentOptions(world)), 'after a fork')
  }
  await end(world)
  return mended[0] ?? []
}

/** Whether a session has its header: a process may have been killed before. */
function isBegun(disk: SimulatedDisk, id: string): boolean {
  return disk.contents().get(`${id}.jsonl`)?.includes(10) === true
}

/** One quiet turn of a session that goes on. @returns its events. */
async function goneOn(
  world: World,
  opening: Promise<SessionAgent>,
  when: string,
): Promise<readonly SessionEvent[]> {
  const agent = await opened(world, opening)
  if (agent === undefined) return []
  await settle(world, `a turn ${when}`, agent.send('go on'))
  await settle(world, `dispose ${when}`, agent.dispose())
  const events = await read(world, agent.id)
  world.problems.push(...checkHistory(events).map((problem) => `${when}: ${problem}`))
  return events
}

/** Ends a process, and checks that it leaves nothing behind. */
async function end(world: World): Promise<void> {
  const { ctx, time, problems, disk } = world
  await drain(world)
  const left: Readonly<Record<string, number>> = {
    agents: ctx.agents.all.length,
    timers: time.openTimers,
    'signals with listeners': heardSignals(world),
    'open files': disk.openFiles,
    'bodies that wait': world.patient,
  }
  for (const [what, count] of Object.entries(left))
    if (count > 0) problems.push(`left in the end: ${count} ${what}`)
  await settle(world, 'the end of the context', Promise.resolve(ctx.fiber.dispose()))
}

function textOf(disk: SimulatedDisk): string {
  const decoder = new TextDecoder()
  return [...disk.contents()].map(([name, bytes]) => `${name}\n${decoder.decode(bytes)}`).join('')
}
