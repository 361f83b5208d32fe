import type { Hook } from '@deepseek-ai/cordis'
import { contentText, type UserMessage } from '@millrace/protocol'
import type { PostToolDecision } from '../contract/decision.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import { ToolDecisionError } from '../errors.ts'
import { canonicalize } from '../outcome/canonical.ts'
import { losslessContent, losslessContexts } from '../outcome/lossless.ts'
import { failure, success, withContent } from '../outcome/result.ts'
import { currentTool } from './current-tool.ts'
import type { Call } from './call.ts'
import { cancelled } from './dispatch.ts'
import { argumentsOf, hearing } from './hearing.ts'
import { waterfall } from './waterfall.ts'

/**
 * Lets the `tools/post-execute` listeners accept, replace, enrich or block a settled result. Throws what they
 * throw; answers at once where there are none.
 */
export function review(
  call: Call,
  result: ToolExecutionResult,
): ToolExecutionResult | Promise<ToolExecutionResult> {
  const hooks = hearing(call, 'waterfall', 'tools/post-execute', result)
  return hooks.length === 0 ? result : ask(call, result, hooks)
}

async function ask(
  call: Call,
  result: ToolExecutionResult,
  hooks: readonly Hook[],
): Promise<ToolExecutionResult> {
  const args = argumentsOf(call, result)
  const { answer, source } = await waterfall(call, 'post-execute', hooks, args, accept)
  const reviewed = answer === accepted ? result : apply(call, result, answer)
  call.trace?.decided('post-execute', source, decisionOf(result, reviewed))
  if (!result.isError && reviewed.isError) call.trace?.settledBy(source)
  return cancelled(call, reviewed) ?? reviewed
}

const accepted: PostToolDecision = Object.freeze({ kind: 'accept' })
const accept = (): Promise<PostToolDecision> => Promise.resolve(accepted)

function decisionOf(before: ToolExecutionResult, after: ToolExecutionResult): string {
  if (before === after) return 'accept'
  return after.isError && !before.isError ? 'block' : 'replace'
}

function apply(call: Call, result: ToolExecutionResult, answer: unknown): ToolExecutionResult {
  if (typeof answer !== 'object' || answer === null) throw malformed('an object with a kind')
  const { kind, feedback, additionalContexts } = answer as Record<string, unknown>
  const contexts = losslessContexts(additionalContexts)
  if (kind === 'block') {
    if (!Array.isArray(feedback)) throw malformed('feedback that is an array of content blocks')
    return block(feedback, contexts)
  }
  if (kind !== 'accept') throw malformed('the kind "accept" or "block"')
  const hasContent = Object.hasOwn(answer, 'content')
  const hasValue = Object.hasOwn(answer, 'value')
  if (hasContent && hasValue) {
    throw new ToolDecisionError('tools/post-execute accept decision cannot replace both value and content')
  }
  const all = joined(result.additionalContexts, contexts)
  const replacement = answer as { value?: unknown; content?: unknown }
  if (hasValue) return withValue(call, result, replacement.value, all)
  const content = hasContent ? losslessContent(replacement.content) : result.content
  return withContent(result, content, all)
}

function block(feedback: unknown, contexts: UserMessage[] | undefined): ToolExecutionResult {
  const content = losslessContent(feedback, 'feedback')
  const message = contentText(content)
  return failure({
    message: message === '' ? 'tool result blocked by post-execute policy' : message,
    content,
    contexts,
  })
}

function withValue(
  call: Call,
  result: ToolExecutionResult,
  value: unknown,
  contexts: UserMessage[] | undefined,
): ToolExecutionResult {
  if (result.isError) {
    throw new ToolDecisionError('tools/post-execute cannot replace the value of a failed result')
  }
  const { arguments: args, parent } = call.exec
  const replaced = canonicalize(currentTool(call), args, value, parent === undefined)
  return success({ ...replaced, contexts, concludes: result.concludesTurn })
}

function joined(
  first: UserMessage[] | undefined,
  second: UserMessage[] | undefined,
): UserMessage[] | undefined {
  if (first === undefined) return second
  return second === undefined ? first : (Object.freeze([...first, ...second]) as UserMessage[])
}

function malformed(expected: string): ToolDecisionError {
  return new ToolDecisionError(`a tools/post-execute listener must return ${expected}`)
}
