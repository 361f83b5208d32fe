import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import type { AssembledPrompt } from '../contract/prompt.ts'
import { emptyConversation } from '../conversation/fold.ts'
import { redactedEvent } from './redacted-event.ts'
import type { Turn } from './turn.ts'
import { stopped, untilStopped } from './until-stopped.ts'

/** The prompts that were compared with what is logged, so that an unchanged one is known by identity. */
const logged = new WeakMap<readonly ToolSchema[], { system: string; seen: readonly ToolSchema[] }>()

/** Asks what the model is told before the conversation, and logs it where it is not what it was told last. */
export async function assemblePrompt(turn: Turn): Promise<void> {
  const { agent } = turn
  const { runtime, config, conversation } = agent
  const prompt = await untilStopped(turn, runtime.prompts.assemble(agent, config.toolOrder))
  if (prompt === stopped || turn.isEnding) return
  const { system, tools } = prompt
  const known = logged.get(tools)
  if (known?.system === system && known.seen === conversation.tools) return
  const told: AssembledPrompt = redactedEvent(runtime.redactor, { system, tools })
  // The first one is logged, however little it says.
  const isFirst = conversation.tools === emptyConversation.tools
  if (!isFirst && isSame(told, conversation)) {
    logged.set(tools, { system, seen: conversation.tools })
    return
  }
  turn.log('prompt/assembled', { system, tools })
  logged.set(tools, { system, seen: agent.conversation.tools })
}

function isSame(told: AssembledPrompt, was: AssembledPrompt): boolean {
  return told.system === was.system && textOf(told.tools) === textOf(was.tools)
}

function textOf(tools: readonly ToolSchema[]): string {
  return canonicalJson(tools as unknown as JsonValue)
}
