import type { AgentModel } from '@millrace/agent'
import type { ToolPresentationMode } from '@millrace/tools'

/** How the agent of a session that a person began by a call or a program works. */
export interface StartedBy {
  /**
   * How it calls tools: `native` one by one, `code` by programs alone, which needs Code Mode in the workspace. Settings have no
   * say in it, as the model is none that could call them otherwise.
   */
  readonly mode: Extract<ToolPresentationMode, 'native' | 'code'>
}

/**
 * Begins a session of this process with this model, sends it the prompt, and does not wait for the end of its turn. No limits
 * of settings count, as they are for turns that cost something.
 * @returns the id of the session, once its log is there.
 */
export type StartSession = (model: AgentModel, prompt: string, by: StartedBy) => Promise<string>
