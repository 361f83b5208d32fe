import type { AgentLimits, AgentOptions, SessionAgent, TurnResult } from '@millrace/agent'
import { listen } from './listeners.ts'
import { simulatedModel } from './model.ts'
import type { World } from './world.ts'

/** What goes on in one session: its agent, and everything that is done to it. */
export class Scenario {
  readonly #world: World
  readonly agent: SessionAgent
  readonly #turns: Promise<TurnResult>[] = []
  readonly #acts: Promise<unknown>[] = []

  constructor(world: World, agent: SessionAgent) {
    this.#world = world
    this.agent = agent
    listen(world, agent.ctx)
  }

  /** Begins all that is going to happen. */
  begin(): void {
    const { chance, time } = this.#world
    const act = (percent: number, times: number, what: () => void): void => {
      for (let count = 0; count < times; count++)
        if (chance.percent(percent)) this.#acts.push(time.sleep(chance.below(150)).then(what))
    }
    this.#send()
    act(70, 6, () => this.#send())
    act(35, 3, () => this.agent.steer('more of this'))
    act(25, 3, () => this.#interrupt())
    act(60, 6, () => this.#changeTools())
    act(10, 1, () => this.#dispose())
  }

  /** Resolves once all acts are done and all turns have ended. */
  async over(): Promise<readonly TurnResult[]> {
    await Promise.all(this.#acts)
    return Promise.all(this.#turns)
  }

  /** Makes those give up who wait for it. */
  rescue(): void {
    this.agent.interrupt('rescue')
  }

  #send(): void {
    const { chance, time, signals, problems } = this.#world
    const controller = new AbortController()
    signals.add(controller.signal)
    if (chance.percent(15)) {
      chance.did('send is given up')
      this.#acts.push(time.sleep(chance.below(60)).then(() => controller.abort(new Error('given up'))))
    }
    const turn = this.agent.send('do something', controller.signal)
    turn.catch((error: unknown) => problems.push(`send rejected: ${String(error)}`))
    this.#turns.push(turn)
  }

  #interrupt(): void {
    this.#world.chance.did('interrupt')
    this.agent.interrupt('enough')
  }

  #changeTools(): void {
    this.#world.chance.did('tools change')
    this.#world.changeTools(this.agent)
  }

  #dispose(): void {
    this.#world.chance.did('dispose')
    this.#acts.push(this.agent.dispose())
  }
}

/** Options of an agent by chance. */
export function agentOptions(world: World): AgentOptions {
  const { chance } = world
  return {
    model: simulatedModel(world),
    flushing: chance.percent(25) ? chance.pick(['event', 'never'] as const) : 'step',
    cwd: '/work',
    maxParallelCalls: 1 + chance.below(4),
    limits: limitsBy(world),
    ...(chance.percent(20) && { maxArgumentUnits: 8 }),
    ...(chance.percent(20) && { restrict: { deny: ['peek'] } }),
  }
}

function limitsBy({ chance }: World): AgentLimits {
  return {
    steps: 3 + chance.below(8),
    ...(chance.percent(10) && { turns: 1 + chance.below(2) }),
    ...(chance.percent(15) && { calls: 1 + chance.below(20) }),
    ...(chance.percent(15) && { ms: 10 + chance.below(100) }),
    ...(chance.percent(8) && { tokens: 100 + chance.below(300) }),
    ...(chance.percent(5) && { cost: 0.0002 }),
  }
}
