import { getEventListeners } from 'node:events'
import { Context } from '@deepseek-ai/cordis'
import { AgentService, PromptService, type SessionAgent } from '@millrace/agent'
import { jsonlSessions, type SessionStore } from '@millrace/agent/session'
import type { Ids } from '@millrace/host'
import { ToolRuntime } from '@millrace/tools'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { aborted } from '../model/delivery.ts'
import type { Chance } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What outlives a process of the simulation. */
export interface Nature {
  readonly chance: Chance
  readonly time: VirtualTime
  readonly ids: Ids
  /** What should not have happened. */
  readonly problems: string[]
  /** Signals that were seen; nobody may listen to them in the end. */
  readonly signals: Set<AbortSignal>
}

/** One simulated process: a context with its services, on a disk. */
export interface World extends Nature {
  readonly ctx: Context
  readonly disk: SimulatedDisk
  readonly store: SessionStore
  /** Those who settle only once somebody gives up. */
  patient: number
  /** Sessions that are flushed when the system sees fit: their calls need not be durable before they run. */
  readonly careless: Set<string>
  /** Whether no more mischief is made, as while a session is mended. */
  isCalm: boolean
  /** Registers, unregisters or hides tools while calls are under way. */
  changeTools: (agent: SessionAgent | undefined) => void
}

/** Makes a process. */
export async function openWorld(nature: Nature, disk: SimulatedDisk): Promise<World> {
  const { time, ids } = nature
  const ctx = new Context()
  const store = jsonlSessions(disk, { clock: time, warn: () => undefined })
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(PromptService)
  await ctx.plugin(AgentService, {
    store,
    clock: time,
    timers: time.timers,
    ids,
    versions: { simulation: '1' },
  })
  return {
    ...nature,
    ctx,
    disk,
    store,
    patient: 0,
    careless: new Set(),
    isCalm: false,
    changeTools: () => undefined,
  }
}

/** Names by chance, of the shape that sessions have. */
export function seededIds(chance: Chance): Ids {
  return { next: (prefix) => `${prefix === undefined ? '' : `${prefix}_`}${chance.hex(32)}` }
}

/** Waits until somebody gives up, and lets go of the signal. Counts as patience. */
export async function untilAborted(world: World, signal: AbortSignal): Promise<void> {
  world.signals.add(signal)
  world.patient += 1
  await aborted(signal)
  world.patient -= 1
}

/** Signals that somebody still listens to. */
export function heardSignals({ signals }: Nature): number {
  return [...signals].filter((signal) => getEventListeners(signal, 'abort').length > 0).length
}

/** How deep an agent stands below that of the session. */
export function depthOf(agent: SessionAgent): number {
  let depth = 0
  for (let at = agent.parent; at !== undefined; at = at.parent) depth += 1
  return depth
}
