import type { ContentBlock, JsonValue, SecretRedactor } from '@millrace/protocol'
import { isJsonValue } from '@millrace/schema'
import type { PostToolDecision, PreToolDecision, ToolExecutionResult } from '@millrace/tools'
import { redactedError } from './redacted-error.ts'

type Next<T> = () => Promise<T>

/** Takes secrets out of what the listeners inside of this one decide, return or throw. */
export class PipelineRedactor {
  private readonly redactor: SecretRedactor

  constructor(redactor: SecretRedactor) {
    this.redactor = redactor
  }

  /** The reason of a denial reaches the model, that of a question a person, the rule the log. */
  async decision(next: Next<PreToolDecision>): Promise<PreToolDecision> {
    const decision = await this.quietly(next)
    return this.withClean(decision, ['reason', 'rule'])
  }

  /** A success is checked and rendered again by the pipeline where its value changed. */
  async result(next: Next<ToolExecutionResult>): Promise<ToolExecutionResult> {
    const result = await this.quietly(next)
    return this.withClean(
      result,
      result?.isError === false
        ? ['value', 'additionalContexts']
        : ['error', 'content', 'meta', 'additionalContexts'],
    )
  }

  /** What was rendered may repeat arguments, and a denial has not passed through `result`. */
  async review(
    result: Readonly<ToolExecutionResult>,
    next: Next<PostToolDecision>,
  ): Promise<PostToolDecision> {
    const decided = await this.quietly(next)
    const decision = this.withClean(decided, ['value', 'content', 'feedback', 'additionalContexts'])
    if (decision?.kind !== 'accept' || Object.hasOwn(decision, 'value')) return decision
    const { content = this.clean(result.content), additionalContexts } = decision
    const rest = additionalContexts === undefined ? {} : { additionalContexts }
    // Nothing else can change the message of a failure that is settled.
    if (result.isError && this.clean(result.error.message) !== result.error.message) {
      return { kind: 'block', feedback: content, ...rest }
    }
    return content === (decision.content ?? result.content) ? decision : { kind: 'accept', content, ...rest }
  }

  /** The logged copy of a call that a program made. */
  async content(next: Next<ContentBlock[]>): Promise<ContentBlock[]> {
    return this.clean(await this.quietly(next))
  }

  /** The very same object where none of these members holds a secret. */
  private withClean<T>(given: T, members: readonly string[]): T {
    if (typeof given !== 'object' || given === null) return given
    const known = given as Record<string, unknown>
    const changed = members.flatMap((member) => {
      const clean = this.clean(known[member])
      return clean === known[member] ? [] : [[member, clean] as const]
    })
    return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) }
  }

  /** The same without secrets. What is no JSON stays as it is, for the pipeline to refuse. */
  private clean<T>(part: T): T {
    if (typeof part === 'string') return this.redactor.text(part) as T
    return isJsonValue(part) ? (this.redactor.json(part as JsonValue) as T) : part
  }

  private async quietly<T>(next: Next<T>): Promise<T> {
    try {
      return await next()
    } catch (error) {
      throw redactedError(error, this.redactor)
    }
  }
}
