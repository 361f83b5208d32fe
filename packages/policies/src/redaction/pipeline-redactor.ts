import type { ContentBlock, JsonValue, SecretRedactor } from '@millrace/protocol'
import { isJsonValue } from '@millrace/schema'
import type { PostToolDecision, PreToolDecision, ToolExecutionResult } from '@millrace/tools'
import { redactedError } from './redacted-error.ts'

type Next<T> = () => Promise<T>

/** The members that may hold a secret, of whatever passes. */
const members = {
  decision: ['reason', 'rule'],
  success: ['value', 'additionalContexts'],
  failure: ['error', 'content', 'meta', 'additionalContexts'],
  review: ['value', 'content', 'feedback', 'additionalContexts'],
} as const

/** Takes secrets out of what the listeners inside of this one decide, return or throw. */
export class PipelineRedactor {
  private readonly redactor: SecretRedactor

  constructor(redactor: SecretRedactor) {
    this.redactor = redactor
  }

  /** The reason of a denial reaches the model, that of a question a person, the rule the log. */
  decision(next: Next<PreToolDecision>): Promise<PreToolDecision> {
    return next().then((decision) => this.withClean(decision, members.decision), this.fail)
  }

  /** A success is checked and rendered again by the pipeline where its value changed. */
  result(next: Next<ToolExecutionResult>): Promise<ToolExecutionResult> {
    return next().then(
      (result) => this.withClean(result, result?.isError === false ? members.success : members.failure),
      this.fail,
    )
  }

  /** What was rendered may repeat arguments, and a denial has not passed through `result`. */
  review(result: Readonly<ToolExecutionResult>, next: Next<PostToolDecision>): Promise<PostToolDecision> {
    return next().then((decision) => this.reviewed(result, decision), this.fail)
  }

  /** The logged copy of a call that a program made. */
  content(next: Next<ContentBlock[]>): Promise<ContentBlock[]> {
    return next().then((content) => this.clean(content), this.fail)
  }

  private reviewed(result: Readonly<ToolExecutionResult>, decided: PostToolDecision): PostToolDecision {
    const decision = this.withClean(decided, members.review)
    if (decision?.kind !== 'accept' || Object.hasOwn(decision, 'value')) return decision
    const { content = this.clean(result.content), additionalContexts } = decision
    const rest = additionalContexts === undefined ? {} : { additionalContexts }
    // Nothing else can change the message of a failure that is settled.
    if (result.isError && this.clean(result.error.message) !== result.error.message) {
      return { kind: 'block', feedback: content, ...rest }
    }
    return content === (decision.content ?? result.content) ? decision : { kind: 'accept', content, ...rest }
  }

  /** The very same object where none of these members holds a secret. */
  private withClean<T>(given: T, names: readonly string[]): T {
    if (typeof given !== 'object' || given === null) return given
    const known = given as Record<string, unknown>
    let changed: Record<string, unknown> | undefined
    for (const name of names) {
      const part = known[name]
      const clean = this.clean(part)
      if (clean !== part) (changed ??= {})[name] = clean
    }
    return changed === undefined ? given : { ...given, ...changed }
  }

  /** The same without secrets. What is no JSON stays as it is, for the pipeline to refuse. */
  private clean<T>(part: T): T {
    if (part === undefined) return part
    if (typeof part === 'string') return this.redactor.text(part) as T
    return isJsonValue(part) ? (this.redactor.json(part as JsonValue) as T) : part
  }

  private readonly fail = (error: unknown): never => {
    throw redactedError(error, this.redactor)
  }
}
