import type { Context } from '@deepseek-ai/cordis'
import { escapeVisible, text, type SecretRedactor, type UserMessage } from '@millrace/protocol'
import type {
  PostToolDecision,
  PreToolDecision,
  ToolApprovalService,
  ToolExecution,
  ToolExecutionResult,
} from '@millrace/tools'
import { quietly } from '../log/quietly.ts'
import type { HooksConfig } from './contract.ts'
import { namesOf } from './familiar-tools.ts'
import { argumentsOf, hookInput } from './hook-input.ts'
import { HookRuns, type JointAnswer } from './hook-runs.ts'
import { readSettings, type Hook, type ToolEvent } from './read-settings.ts'

/**
 * Runs commands before and after tool calls, with the JSON protocol of Claude Code. A hook can deny, ask and block; its
 * `allow` changes nothing that somebody else decides, and arguments are never rewritten.
 *
 * @throws HookError `HOOK_SETTINGS_INVALID` for settings that cannot be followed.
 */
export const hooks = {
  name: 'hooks',
  inject: ['tools'],
  apply(ctx: Context, config: HooksConfig): void {
    const { hooks: known, otherEvents } = readSettings(config.hooks)
    const warn = warner(ctx, config)
    if (otherEvents.length > 0) {
      warn(
        `hooks of these events do not run here, as they concern no tool call: ${escapeVisible(otherEvents.join(', '))}`,
      )
    }
    if (known.length === 0) return
    const runs = new HookRuns(known, config, warn)
    ctx.effect(() => () => runs.close(), 'hooks.close')
    const policy = new HookPolicy(ctx, config, runs)
    ctx.on('tools/pre-execute', (exec, next) => policy.before(exec, next))
    ctx.on('tools/execute', (exec, next) => {
      policy.started(exec)
      return next()
    })
    ctx.on('tools/post-execute', (exec, result, next) => policy.after(exec, result, next))
    // Named, because the name is what a card says about who denied a call.
    ctx.tools.guard(function hooks(execution) {
      return policy.refusal(execution)
    })
  },
}

/** What is remembered of a call while it lives. */
interface Seen {
  readonly answer: JointAnswer
  isStarted: boolean
}

class HookPolicy {
  private readonly ctx: Context
  private readonly config: HooksConfig
  private readonly runs: HookRuns
  private readonly tools: Context['tools']
  private readonly seen = new WeakMap<object, Seen>()

  constructor(ctx: Context, config: HooksConfig, runs: HookRuns) {
    this.ctx = ctx
    this.config = config
    this.runs = runs
    this.tools = ctx.tools
  }

  async before(exec: ToolExecution, next: () => Promise<PreToolDecision>): Promise<PreToolDecision> {
    const answer = await this.ask('PreToolUse', exec)
    this.seen.set(exec, { answer, isStarted: false })
    const { verdict, reason } = answer
    if (verdict === 'block') return { kind: 'deny', reason }
    const decision = await next()
    if (verdict === 'none' || decision.kind === 'deny') return decision
    if (decision.kind === 'allow') return { kind: 'ask', reason }
    return { ...decision, reason: decision.reason === undefined ? reason : `${decision.reason}\n${reason}` }
  }

  started(exec: object): void {
    const seen = this.seen.get(exec)
    if (seen !== undefined) seen.isStarted = true
  }

  /** Denies what got past the hooks: a listener outside of them may have spoken without asking. */
  refusal(execution: Readonly<ToolExecution>): string | undefined {
    const seen = this.seen.get(execution)
    if (seen === undefined) {
      if (this.matching('PreToolUse', execution).length === 0) return undefined
      return `a policy let tool "${execution.name}" pass before its hooks were asked; denied`
    }
    const { verdict, reason } = seen.answer
    if (verdict === 'block') return reason
    const approval = this.ctx.get('approval') as ToolApprovalService | undefined
    return verdict === 'ask' && approval?.approved?.(execution) === false ? reason : undefined
  }

  async after(
    exec: ToolExecution,
    result: Readonly<ToolExecutionResult>,
    next: () => Promise<PostToolDecision>,
  ): Promise<PostToolDecision> {
    const decision = await next()
    const seen = this.seen.get(exec)
    if (seen?.isStarted !== true) return decision
    const event = result.isError ? 'PostToolUseFailure' : 'PostToolUse'
    const answer = await this.ask(event, exec, result)
    const words = [...seen.answer.contexts, ...answer.contexts]
    if (answer.verdict !== 'none') {
      if (!result.isError) return blocked(decision, answer.reason, words)
      // The call has failed anyway; what failed it must not be lost.
      words.push(answer.reason)
    }
    return words.length === 0 ? decision : withContexts(decision, words)
  }

  private async ask(
    event: ToolEvent,
    exec: ToolExecution,
    result?: Readonly<ToolExecutionResult>,
  ): Promise<JointAnswer> {
    const hooks = this.matching(event, exec)
    if (hooks.length === 0 || exec.signal.aborted) return silent
    const secrets = this.tools.get(exec.name, exec.agent)?.secrets ?? []
    return this.runs.ask(hooks, hookInput(event, exec, secrets, this.config, result), exec.signal)
  }

  private matching(event: ToolEvent, exec: Readonly<ToolExecution>): readonly Hook[] {
    return this.runs.matching(event, namesOf(exec.name, argumentsOf(exec)))
  }
}

const silent: JointAnswer = { verdict: 'none', reason: '', contexts: [] }

/** Who blocked it before keeps the first word. */
function blocked(decision: PostToolDecision, reason: string, words: readonly string[]): PostToolDecision {
  const before = decision.kind === 'block' ? decision.feedback : []
  const feedback = [...before, text(`${reason}\n(The tool itself has run; its result is withheld.)`)]
  return words.length === 0
    ? { kind: 'block', feedback }
    : { kind: 'block', feedback, additionalContexts: words.map(message) }
}

function withContexts(decision: PostToolDecision, words: readonly string[]): PostToolDecision {
  return { ...decision, additionalContexts: [...(decision.additionalContexts ?? []), ...words.map(message)] }
}

function message(content: string): UserMessage {
  return { role: 'user', content, source: { kind: 'plugin', plugin: 'hooks' } }
}

function warner(ctx: Context, { warn }: HooksConfig): (message: string) => void {
  return (notice) =>
    quietly(() => {
      const redaction = ctx.get('redaction') as Pick<SecretRedactor, 'text'> | undefined
      const shown = redaction?.text(notice) ?? notice
      if (warn === undefined) ctx.logger.warn(shown)
      else warn(shown)
    })
}
