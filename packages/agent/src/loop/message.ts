import { messageOf, type UserMessage } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { AgentError } from './agent-error.ts'

/** What was sent as a message that can be logged. @throws AgentError `AGENT_MESSAGE`. */
export function readMessage(sent: unknown): UserMessage {
  if (typeof sent === 'string') return { role: 'user', content: sent }
  let message: unknown
  try {
    message = snapshotJsonValue(sent)
  } catch (error) {
    throw wrong(messageOf(error), error)
  }
  if (isUserMessage(message)) return message
  throw wrong('expected a text, or { role: "user", content } with a text or an array of content blocks')
}

function isUserMessage(value: unknown): value is UserMessage {
  if (typeof value !== 'object' || value === null) return false
  const { role, content } = value as Partial<UserMessage>
  return (
    role === 'user' && (typeof content === 'string' || (Array.isArray(content) && content.every(isBlock)))
  )
}

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function wrong(problem: string, cause?: unknown): AgentError {
  return new AgentError('AGENT_MESSAGE', `the message cannot be sent: ${problem}`, { cause })
}

/** A message that a plugin or the loop itself adds. */
export function pluginMessage(content: UserMessage['content'], plugin: string): UserMessage {
  return { role: 'user', content, source: { kind: 'plugin', plugin } }
}
