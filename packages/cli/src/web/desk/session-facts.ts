import type { CallId, SessionEvent } from '@millrace/protocol'

const mostQuestions = 500
const mostAgents = 2_000

/** What the logs of this process say of questions before anybody is asked them: which session asks, and for whom. */
export class SessionFacts {
  readonly #sessions = new Map<string, string>()
  readonly #agents = new Map<string, string>()

  /** Takes in what happens in a session. */
  hear(session: string, event: SessionEvent): void {
    if (event.type === 'approval/asked') put(this.#sessions, event.data.requestId, session, mostQuestions)
    if (event.type === 'agent/started')
      put(this.#agents, event.data.agentId, event.data.description, mostAgents)
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

function put(map: Map<string, string>, key: string, value: string, most: number): void {
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
