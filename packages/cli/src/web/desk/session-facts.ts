import type { CallId, SessionEvent } from '@millrace/protocol'
import { LastEntries } from '../last-entries.ts'

/** What the logs of this process say of questions before anybody is asked them: which session asks, and for whom. */
export class SessionFacts {
  /** By the ids of questions. */
  readonly #sessions = new LastEntries<string, string>(500)
  /** What agents are for, by their ids. */
  readonly #agents = new LastEntries<string, string>(2_000)

  /** Takes in what happens in a session. */
  hear(session: string, event: SessionEvent): void {
    if (event.type === 'approval/asked') this.#sessions.set(event.data.requestId, session)
    if (event.type === 'agent/started') this.#agents.set(event.data.agentId, event.data.description)
  }

  /** The session whose log has a question. */
  sessionOf(requestId: string): string | undefined {
    return this.#sessions.get(requestId)
  }

  /** The program or the sub-agent that makes a call, in a few words; none where the agent of the session does. */
  onBehalfOf(callId: CallId, agentId: string | undefined): string | undefined {
    const description = agentId === undefined ? undefined : this.#agents.get(agentId)
    const agent = description === undefined ? [] : [`the sub-agent "${description}"`]
    // Calls of a program have its call in their ids.
    const program = callId.includes(':') ? ['a program'] : []
    const words = [...program, ...agent].join(' of ')
    return words === '' ? undefined : words
  }
}
