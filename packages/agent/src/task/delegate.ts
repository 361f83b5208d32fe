import type { JsonValue } from '@millrace/protocol'
import type { ToolRunContext } from '@millrace/tools'
import type { AgentService } from '../agents.ts'
import type { SessionAgent, SubAgentOptions, TurnResult } from '../contract/agent.ts'
import type { Errand } from './errand.ts'
import { giveRespond, respondName, type Answered } from './respond.ts'
import { TaskError } from './task-error.ts'

/** Sets a sub-agent to a task and waits for what it brings. The sub-agent has ended when this settles. */
export async function delegate(
  agents: AgentService,
  parent: SessionAgent,
  { description, prompt, restrict, schema }: Errand,
  { callId, signal }: ToolRunContext,
  limits: SubAgentOptions['limits'],
): Promise<JsonValue> {
  signal.throwIfAborted()
  const child = await agents.spawn(parent, {
    callId,
    description,
    ...(restrict !== undefined && { restrict }),
    ...(limits !== undefined && { limits }),
  })
  try {
    signal.throwIfAborted()
    if (schema === undefined) return { text: ended(await child.send(prompt, signal), signal).text }
    return await answerOf(child, giveRespond(child, schema), prompt, signal)
  } finally {
    await child.dispose()
  }
}

async function answerOf(
  child: SessionAgent,
  answered: Answered,
  prompt: string,
  signal: AbortSignal,
): Promise<JsonValue> {
  const asked = `${prompt}\n\nWhen you are done, give your answer by calling ${respondName}.`
  const reminder = `You have not given your answer yet. Call ${respondName} with it now; words alone do not count.`
  for (const message of [asked, reminder]) {
    const result = await child.send(message, signal)
    // First: a turn can reach a limit in the very step in which the answer was given.
    if (answered.answer !== undefined) return answered.answer.value
    ended(result, signal)
  }
  throw new TaskError(
    `the sub-agent ended twice without calling ${respondName}, so there is no answer of the form that was asked for; ` +
      'ask for plain text, or say more clearly what the answer is made of',
  )
}

/** What a turn came to, unless it was no good end. */
function ended(result: TurnResult, signal: AbortSignal): TurnResult {
  const { reason, message, code } = result
  if (reason === 'done' || reason === 'concluded') return result
  signal.throwIfAborted()
  const what = {
    limit: 'reached a limit',
    denied: 'was denied its next step',
    failed: 'failed',
    interrupted: 'was interrupted',
  }[reason]
  const words = message === undefined ? '' : `: ${message}`
  throw new TaskError(`the sub-agent ${what}${code === undefined ? '' : ` (${code})`}${words}`)
}
