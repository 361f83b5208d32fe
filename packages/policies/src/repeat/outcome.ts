import type { ContentBlock, JsonValue } from '@millrace/protocol'
import { canonicalJson, isJsonValue } from '@millrace/schema'
import type { PostToolDecision, ToolExecutionResult } from '@millrace/tools'
import { fingerprint } from './fingerprint.ts'

/**
 * What stands for the outcome of a call as the model will see it; undefined for a call that was cancelled, whose
 * outcome says nothing about it, and for what another listener answered with that is no outcome.
 */
export function outcomeOf(
  result: Readonly<ToolExecutionResult>,
  decision: PostToolDecision,
): string | undefined {
  if (result.error?.info?.name === 'AbortError') return undefined
  const { kind, seen } = seenOf(result, decision)
  // What the pipeline made is lossless; what a listener made may have no end.
  if (seen !== result.content && !isJsonValue(seen)) return undefined
  return fingerprint(`${kind} ${textOf(seen)}`)
}

function seenOf(
  result: Readonly<ToolExecutionResult>,
  decision: PostToolDecision,
): { kind: string; seen: unknown } {
  if (decision.kind === 'block') return { kind: 'blocked', seen: decision.feedback }
  if (decision.value !== undefined) return { kind: 'replaced', seen: decision.value }
  return { kind: result.isError ? 'failed' : 'done', seen: decision.content ?? result.content }
}

function textOf(seen: unknown): string {
  const [block, ...more] = Array.isArray(seen) ? (seen as ContentBlock[]) : []
  return block?.type === 'text' && more.length === 0 ? block.text : canonicalJson(seen as JsonValue)
}
