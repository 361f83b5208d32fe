import type { SessionAgent } from '@millrace/agent'

/** The session that a call is made in, by whoever makes it; none of an agent without one. */
export function sessionOf(agent: object | undefined): string | undefined {
  const { session } = (agent ?? {}) as Partial<Pick<SessionAgent, 'session'>>
  return session?.header.id
}
