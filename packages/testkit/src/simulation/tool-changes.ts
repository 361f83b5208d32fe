import type { SessionAgent } from '@millrace/agent'
import { roster } from './roster.ts'
import { Overlaps, simulatedTool } from './tools.ts'
import type { World } from './world.ts'

type Undo = () => void

/** Registers the tools of a simulation, and makes their changes possible. */
export function furnish(world: World): void {
  const { ctx, chance, time } = world
  const overlaps = new Overlaps()
  const registered = new Map<string, Undo>()
  const shadows = new WeakMap<SessionAgent, Set<string>>()
  const register = (name: string): void => {
    if (!registered.has(name)) registered.set(name, ctx.tools.register(simulatedTool(world, name, overlaps)))
  }
  const unregister = (name: string): void => {
    registered.get(name)?.()
    registered.delete(name)
  }
  for (const name of Object.keys(roster)) register(name)
  const changes: readonly ((agent: SessionAgent, name: string) => Undo | undefined)[] = [
    (_agent, name) => {
      unregister(name)
      return () => register(name)
    },
    (_agent, name) => {
      unregister(name)
      register(name)
      return undefined
    },
    (agent, name) => {
      const own = shadows.get(agent) ?? new Set()
      shadows.set(agent, own)
      if (own.has(name)) return undefined
      own.add(name)
      const undo = agent.ctx.tools.register(simulatedTool(world, name, overlaps))
      return () => {
        own.delete(name)
        undo()
      }
    },
    (agent, name) => {
      const isInherited = ctx.tools.explain(name, agent).visible && shadows.get(agent)?.has(name) !== true
      return isInherited ? agent.ctx.tools.restrict({ deny: [name] }) : undefined
    },
    (agent, name) => agent.ctx.tools.guard((exec) => (exec.name === name ? 'guarded' : undefined)),
  ]
  world.changeTools = (agent) => {
    if (agent === undefined || agent.status === 'disposed') return
    const undo = chance.pick(changes)(agent, chance.pick(Object.keys(roster)))
    if (undo !== undefined) void time.sleep(chance.pick([1, 5, 100])).then(undo)
  }
}
