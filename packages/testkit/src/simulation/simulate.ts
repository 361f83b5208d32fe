import type { SessionAgent } from '@millrace/agent'
import type { SessionEvent } from '@millrace/protocol'
import { simulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { checkHistory } from '../history/check-history.ts'
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

/** One life of a session, up to the end of its process. @returns its id, where it came to one. */
async function live(world: World): Promise<string | undefined> {
  const { ctx, chance, problems } = world
  const agent = await opened(world, ctx.agents.create(agentOptions(world)))
  if (agent === undefined) chance.did('session cannot be made')
  else {
    const scenario = new Scenario(world, agent)
    scenario.begin()
    const over = scenario.over()
    if (await settle(world, 'a scenario', over, () => scenario.rescue())) await over
    await settle(world, 'dispose', agent.dispose())
    await checkEvents(world, agent)
  }
  await end(world)
  if (problems.length > 0) world.isCalm = true
  return agent?.id
}

async function opened(world: World, opening: Promise<SessionAgent>): Promise<SessionAgent | undefined> {
  const agent = opening.catch(() => undefined)
  await settle(world, 'opening', agent)
  return agent
}

async function checkEvents(world: World, { id, session }: SessionAgent): Promise<void> {
  const events = await read(world, id)
  const isCut = session.failure !== undefined
  world.problems.push(...checkHistory(events, { isCut }))
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

/** Opens the session again, as after a crash, and checks that nothing of it is left open. */
async function mend(
  nature: Nature,
  disk: SimulatedDisk,
  id: string | undefined,
): Promise<readonly SessionEvent[]> {
  const { problems } = nature
  const world = await furnished(nature, disk.killed())
  world.isCalm = true
  if (id === undefined || !world.disk.contents().has(`${id}.jsonl`)) {
    await end(world)
    return []
  }
  const agent = await opened(world, world.ctx.agents.resume(id, agentOptions(world)))
  if (agent === undefined) {
    problems.push(`the session cannot be resumed`)
    return []
  }
  const turn = agent.send('go on')
  await settle(world, 'a turn after mending', turn)
  await settle(world, 'dispose after mending', agent.dispose())
  const events = await read(world, id)
  problems.push(...checkHistory(events).map((problem) => `after mending: ${problem}`))
  await end(world)
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
