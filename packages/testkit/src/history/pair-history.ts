import type { SessionEvent } from '@millrace/protocol'
import type { Problems } from './problems.ts'

type Pairs = Map<string, { readonly event: SessionEvent; isOpen: boolean }>

/** What begins and ends: questions, each with one answer, and sub-agents, of which nothing is heard before or after. */
export class PairHistory {
  readonly #problems: Problems
  readonly #questions: Pairs = new Map()
  readonly #agents: Pairs = new Map()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  /** Takes the next event of any agent. */
  take(event: SessionEvent): void {
    if (event.agent !== undefined && this.#agents.get(event.agent)?.isOpen !== true)
      this.#problems.at(event, 'the agent has not started, or has ended')
    if (event.type === 'approval/asked') this.#begin(event, this.#questions, event.data.requestId)
    if (event.type === 'approval/decided') this.#finish(event, this.#questions, event.data.requestId)
    if (event.type === 'agent/started') this.#begin(event, this.#agents, event.data.agentId)
    if (event.type === 'agent/ended') this.#finish(event, this.#agents, event.data.agentId)
  }

  /** Complains of whatever has no end. */
  end(): void {
    for (const [id, { event, isOpen }] of this.#questions)
      if (isOpen) this.#problems.at(event, `the question ${id} was never decided`)
    for (const [id, { event, isOpen }] of this.#agents)
      if (isOpen) this.#problems.at(event, `the agent ${id} never ended`)
  }

  #begin(event: SessionEvent, pairs: Pairs, id: string): void {
    if (pairs.has(id)) this.#problems.at(event, `${id} began before`)
    pairs.set(id, { event, isOpen: true })
  }

  #finish(event: SessionEvent, pairs: Pairs, id: string): void {
    const begun = pairs.get(id)
    if (begun?.isOpen !== true) return this.#problems.at(event, `${id} had not begun, or had ended`)
    begun.isOpen = false
  }
}
