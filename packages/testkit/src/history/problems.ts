import type { SessionEvent } from '@millrace/protocol'

/** Collects what is wrong with a history, each with the event where it was seen. */
export class Problems {
  readonly list: string[] = []

  at(event: SessionEvent, problem: string): void {
    const whose = event.agent === undefined ? '' : ` of agent ${event.agent}`
    this.list.push(`event ${event.seq} (${event.type}${whose}): ${problem}`)
  }

  add(problem: string): void {
    this.list.push(problem)
  }
}
