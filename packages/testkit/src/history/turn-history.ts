import type { SessionEvent } from '@millrace/protocol'
import type { Problems } from './problems.ts'

interface Lane {
  /** The turn that is under way. */
  open: SessionEvent<'turn/start'> | undefined
  turn: number
  step: number
  isStepOpen: boolean
}

/** Turns and steps of each agent: one after the other, counted from 1, each turn ended, and nothing of a turn outside of it. */
export class TurnHistory {
  readonly #problems: Problems
  readonly #lanes = new Map<string | undefined, Lane>()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  /** Takes the next event of any agent. */
  take(event: SessionEvent): void {
    const lane = this.#laneOf(event.agent)
    if (event.type === 'turn/start') return this.#start(event, lane)
    const { turn } = event.data as { turn?: unknown }
    if (typeof turn !== 'number') return
    if (lane.open === undefined) this.#problems.at(event, `belongs to turn ${turn}, and no turn is under way`)
    else if (turn !== lane.turn) this.#problems.at(event, `belongs to turn ${turn}, during turn ${lane.turn}`)
    if (event.type === 'step/start') this.#step(event, lane)
    if (event.type === 'step/end' || event.type === 'assistant/message') this.#answered(event, lane)
    if (event.type === 'turn/end') lane.open = undefined
  }

  /** Complains of turns without an end. */
  end(): void {
    for (const { open } of this.#lanes.values())
      if (open !== undefined) this.#problems.at(open, `turn ${open.data.turn} has no end`)
  }

  #start(event: SessionEvent<'turn/start'>, lane: Lane): void {
    const { turn } = event.data
    if (lane.open !== undefined) this.#problems.at(event, `turn ${lane.turn} has not ended`)
    if (turn !== lane.turn + 1) this.#problems.at(event, `turn ${turn} comes after turn ${lane.turn}`)
    Object.assign(lane, { open: event, turn, step: 0, isStepOpen: false })
  }

  #step(event: SessionEvent<'step/start'>, lane: Lane): void {
    const { step } = event.data
    if (step <= lane.step) this.#problems.at(event, `step ${step} comes after step ${lane.step}`)
    Object.assign(lane, { step, isStepOpen: true })
  }

  #answered(event: SessionEvent<'step/end' | 'assistant/message'>, lane: Lane): void {
    if (event.data.step !== lane.step || !lane.isStepOpen)
      this.#problems.at(
        event,
        `an answer in step ${event.data.step}, and no request of that step is under way`,
      )
    if (event.type === 'step/end') lane.isStepOpen = false
  }

  #laneOf(agent: string | undefined): Lane {
    const known = this.#lanes.get(agent)
    if (known !== undefined) return known
    const fresh: Lane = { open: undefined, turn: 0, step: 0, isStepOpen: false }
    this.#lanes.set(agent, fresh)
    return fresh
  }
}
