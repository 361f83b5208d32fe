import {
  AgentService,
  PromptService,
  type AgentHost,
  type AgentModel,
  type AgentOptions,
  type SessionAgent,
} from '@millrace/agent'
import { memorySessions, type SessionStore } from '@millrace/agent/session'
import type { Script } from '../model/script.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { setup, type Setup, type SetupOptions } from './setup.ts'

/** What a test of agents begins with; sessions are kept in memory unless there is a store. */
export interface AgentSetupOptions extends SetupOptions, Partial<AgentHost> {}

/** A runtime with prompts and agents on a context of its own. */
export interface AgentSetup extends Setup {
  /** Where the sessions of its agents are kept. */
  readonly store: SessionStore
  /** A new agent with a session, answered by a model, or by a script. Its working directory is `/work` unless given. */
  readonly agent: (model: AgentModel | Script, options?: Partial<AgentOptions>) => Promise<SessionAgent>
}

/** A ready runtime for a test of agents. */
export async function setupAgents(options: AgentSetupOptions = {}): Promise<AgentSetup> {
  const { tools, runtime, store: given, clock, ...host } = options
  const clocked = clock !== undefined && { clock }
  const store = given ?? memorySessions({ ...clocked })
  const bench = await setup({ ...(tools && { tools }), ...(runtime && { runtime }) })
  const { ctx } = bench
  await ctx.plugin(PromptService)
  await ctx.plugin(AgentService, { ...host, ...clocked, store })
  return {
    ...bench,
    store,
    agent: (model, settings = {}) =>
      ctx.agents.create({
        cwd: '/work',
        ...settings,
        model: 'ask' in model ? model : scriptedModel(model),
      }),
  }
}
