import { Service, type Context } from '@deepseek-ai/cordis'
import type { SessionAgent } from './contract/agent.ts'
import type { AssembledPrompt, PromptSection } from './contract/prompt.ts'

/** Sections of the system prompt, and the assembly of what models are told, as `ctx.prompts`. It needs `ctx.tools`. */
export class PromptService extends Service {
  constructor(ctx: Context) {
    super(ctx, 'prompts')
  }

  /**
   * Adds a section globally, or for the calling agent scope, where it takes the place of one with its name.
   * @returns the exact disposer that removes it.
   */
  section(section: PromptSection): () => void {
    throw new Error(`not there yet: ${section.name}`)
  }

  /** What an agent's model is told now. */
  assemble(agent: SessionAgent, toolOrder?: readonly string[]): Promise<AssembledPrompt> {
    return Promise.reject(new Error(`not there yet: ${agent.id} ${String(toolOrder)}`))
  }
}
