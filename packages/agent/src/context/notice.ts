import type { Context } from '@deepseek-ai/cordis'
import type { AgentStep } from '../contract/step.ts'

/** Puts something that a person should know into the log of the session, without secrets. */
export function notice(ctx: Context, { agent, turn, step }: AgentStep, message: string): void {
  const redactor = ctx.get('redaction') as { text(text: string): string } | undefined
  const data = { turn, step, message: redactor?.text(message) ?? message }
  agent.session.append('model/notice', data, agent.parent === undefined ? {} : { agent: agent.id })
}
