import type { ContentBlock, SessionEventMap, ToolTrace } from '@millrace/protocol'
import type { Scoped } from '@millrace/scope'
import type { CodeDispatchLog } from './contract/mode.ts'
import type { PostToolDecision, PreToolDecision } from './contract/decision.ts'
import type { ToolDispatchExecution, ToolExecution, ToolProgress } from './contract/execution.ts'
import type { ToolExecutionResult } from './contract/result.ts'
import type { ToolRuntime } from './service.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The tool registry and the pipeline that every call goes through. */
    tools: ToolRuntime
  }

  interface Events {
    /**
     * A tool was registered or unregistered, or a restriction or a presentation changed. Not filtered by
     * scope: a global change concerns every agent.
     * @mode emit
     */
    'tools/change'(): void

    /**
     * Allow, deny or ask before a call. `next()` leaves it to the others, in the end to allow. Listeners of
     * a scope hear the calls of that scope and of those below it; so do all the events that follow.
     * @mode waterfall
     */
    'tools/pre-execute'(
      this: Scoped<ToolRuntime>,
      exec: ToolExecution,
      next: () => Promise<PreToolDecision>,
    ): Promise<PreToolDecision>

    /**
     * Wrap the dispatch: time limits, retries, metrics. `next()` runs the inner wrappers and the body, again
     * each time it is called. Only `exec.signal` may be replaced; the caller's cancellation is fused in again.
     * @mode waterfall
     */
    'tools/execute'(
      this: Scoped<ToolRuntime>,
      exec: ToolDispatchExecution,
      next: () => Promise<ToolExecutionResult>,
    ): Promise<ToolExecutionResult>

    /**
     * Accept, replace, enrich or block a result, failures of tools included. `next()` accepts it.
     * @mode waterfall
     */
    'tools/post-execute'(
      this: Scoped<ToolRuntime>,
      exec: ToolExecution,
      result: Readonly<ToolExecutionResult>,
      next: () => Promise<PostToolDecision>,
    ): Promise<PostToolDecision>

    /**
     * Reshape the logged copy of a call that a program made; the program and the model are not affected.
     * @mode waterfall
     */
    'tools/code-dispatch-log'(
      this: Scoped<ToolRuntime>,
      dispatch: CodeDispatchLog,
      next: () => Promise<ContentBlock[]>,
    ): Promise<ContentBlock[]>

    /**
     * News of a call, as often as its body reports any, and only while it runs. Failures of observers are
     * contained.
     * @mode emit
     */
    'tools/progress'(
      this: Scoped<ToolRuntime>,
      exec: Readonly<ToolExecution>,
      progress: Readonly<ToolProgress>,
    ): undefined

    /**
     * Who decided what about a call, and how long it took. Emitted before `tools/result`, and worked out
     * only while somebody listens.
     * @mode emit
     */
    'tools/trace'(this: Scoped<ToolRuntime>, exec: Readonly<ToolExecution>, trace: ToolTrace): undefined

    /**
     * The approval service put a question to somebody. For logs and front ends: nothing that listeners do changes
     * the answer.
     * @mode emit
     */
    'approval/asked'(question: SessionEventMap['approval/asked']): void
    /**
     * A question ended, by an answer or without one. Once for each `approval/asked`.
     * @mode emit
     */
    'approval/decided'(answer: SessionEventMap['approval/decided']): void

    /**
     * Output of a call that was too long for its result was kept in a file.
     * @mode emit
     */
    'spill/kept'(kept: SessionEventMap['spill/kept']): void
    /**
     * A standing permission was given.
     * @mode emit
     */
    'permission/granted'(grant: SessionEventMap['permission/granted']): void
    /**
     * A standing permission was taken back: it allows nothing any more.
     * @mode emit
     */
    'permission/revoked'(grant: SessionEventMap['permission/revoked']): void

    /**
     * The final result, frozen: the very object that the caller gets. Failures of observers are contained.
     * @mode emit
     */
    'tools/result'(
      this: Scoped<ToolRuntime>,
      exec: Readonly<ToolExecution>,
      result: Readonly<ToolExecutionResult>,
    ): undefined
  }
}
