import type { Hook } from '@deepseek-ai/cordis'
import { around, scopeTarget, sourceOf, type ScopedEvents, type ScopedLayers } from '@millrace/scope'
import { transportSections, type ToolRuntime } from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import type { AssembledPrompt, PromptDraft } from '../contract/prompt.ts'
import { checkPrompt } from './check-prompt.ts'
import { PromptError } from './prompt-error.ts'
import { sectionsOf, type SectionLayer } from './section-layer.ts'
import { textsOf } from './section-text.ts'
import type { ToolOrder } from './tool-order.ts'
import { wordsOf } from './words-of.ts'

/** What prompts are assembled from. */
export interface PromptSource {
  readonly layers: ScopedLayers<SectionLayer>
  readonly events: ScopedEvents
  readonly order: ToolOrder
  /** The last prompt of each agent: the same one again is the same object. */
  readonly last: WeakMap<SessionAgent, AssembledPrompt>
  tools(): ToolRuntime
}

/** What an agent's model is told now: sections, then tools, then whoever rewrites them. */
export async function assemble(
  source: PromptSource,
  agent: SessionAgent,
  toolOrder: readonly string[],
  signal: AbortSignal | undefined,
): Promise<AssembledPrompt> {
  const contributed = transportSections(source.tools(), agent)
  const sections = await textsOf(sectionsOf(source.layers, agent, contributed), agent, signal)
  const tools = source.order.of(source.tools(), agent, toolOrder)
  const prompt = await rewritten(source, Object.freeze({ agent, sections, tools }))
  const last = source.last.get(agent)
  if (last !== undefined && isSame(last, prompt)) return last
  source.last.set(agent, prompt)
  return prompt
}

async function rewritten(source: PromptSource, draft: PromptDraft): Promise<AssembledPrompt> {
  const { events } = source
  const { agent, tools } = draft
  const carrier = scopeTarget(source, agent)
  if (events.observed) events.dispatching('waterfall', 'system-prompt/assemble', carrier, [draft])
  const hooks = events.hearing('system-prompt/assemble', agent)
  if (hooks.length === 0) return joined(draft)
  const authors = new Authors()
  let answer: unknown
  try {
    answer = await around<unknown>(hooks, carrier, [draft], async () => joined(draft), authors)
  } catch (error) {
    throw new PromptError(
      'PROMPT_FAILED',
      `${authors.of(error)} failed at the prompt, so nothing was sent: ${wordsOf(error)}`,
      { cause: error },
    )
  }
  return checkPrompt(answer, tools, authors.of(answer))
}

function joined({ sections, tools }: PromptDraft): AssembledPrompt {
  const system = sections.map(({ text }) => text).join('\n\n')
  return Object.freeze({ system: system.toWellFormed(), tools })
}

function isSame(last: AssembledPrompt, now: AssembledPrompt): boolean {
  if (last.system !== now.system || last.tools.length !== now.tools.length) return false
  return last.tools === now.tools || last.tools.every((tool, at) => tool === now.tools[at])
}

/** Who first gave an answer, or threw an error, that the listeners around it only passed on. */
class Authors {
  private readonly first = new Map<unknown, string>()

  of(outcome: unknown): string {
    return this.first.get(outcome) ?? 'a listener'
  }

  returned(hook: Hook, answer: unknown): void {
    this.remember(hook, answer)
  }

  threw(hook: Hook, error: unknown): void {
    this.remember(hook, error)
  }

  private remember(hook: Hook, outcome: unknown): void {
    if (!this.first.has(outcome)) this.first.set(outcome, `plugin "${sourceOf(hook)}"`)
  }
}
