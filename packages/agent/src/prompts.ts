import { Service, type Context } from '@deepseek-ai/cordis'
import { ScopedEvents, ScopedLayers } from '@millrace/scope'
import type { SessionAgent } from './contract/agent.ts'
import type { AssembledPrompt, PromptSection } from './contract/prompt.ts'
import { assemble, type PromptSource } from './prompt/assembly.ts'
import { PromptError } from './prompt/prompt-error.ts'
import { register, SectionLayer } from './prompt/section-layer.ts'
import { ToolOrder } from './prompt/tool-order.ts'
import { unlessAborted } from './prompt/unless-aborted.ts'

// A registered symbol in place of a private field, which a tracing proxy cannot reach.
const core: unique symbol = Symbol.for('millrace.agent.prompts')

/** Sections of the system prompt, and the assembly of what models are told, as `ctx.prompts`. It needs `ctx.tools`. */
export class PromptService extends Service {
  /** It ends with the tools, and so do the sections of whoever needs it. */
  static readonly inject: string[] = ['tools']
  /** The owner's context; through `ctx.prompts`, the context of whoever asks. */
  declare readonly ctx: Context
  private readonly [core]: PromptSource

  constructor(ctx: Context) {
    super(ctx, 'prompts')
    this[core] = sourceOn(ctx)
    Object.assign(this, { [Service.tracker]: { property: 'ctx', noShadow: true } })
  }

  /**
   * Adds a section globally, or for the calling agent scope, where it takes the place of one with its name.
   * @param section - copied, its function kept.
   * @returns the exact disposer that removes it.
   * @throws on a malformed section, and on a name that its layer has already.
   */
  section(section: PromptSection): () => void {
    return register(this[core].layers, this.ctx, section)
  }

  /**
   * What an agent's model is told now, frozen; the same object as before where nothing changed.
   * @param toolOrder - these tools first, the others by name.
   * @param signal - gives up waiting for sections and listeners; the promise rejects with its reason.
   * @throws PromptError naming the section, listener or tool; CodeRuntimeMissingError.
   */
  assemble(
    agent: SessionAgent,
    toolOrder: readonly string[] = [],
    signal?: AbortSignal,
  ): Promise<AssembledPrompt> {
    return unlessAborted(assemble(this[core], agent, toolOrder, signal), signal)
  }
}

function sourceOn(ctx: Context): PromptSource {
  return {
    layers: new ScopedLayers(() => new SectionLayer()),
    events: new ScopedEvents(ctx),
    order: new ToolOrder(),
    last: new WeakMap(),
    tools: () => {
      const tools = ctx.get('tools')
      if (tools !== undefined) return tools
      throw new PromptError(
        'PROMPT_FAILED',
        'no prompt without tools: load the ToolRuntime plugin of @millrace/tools',
      )
    },
  }
}
