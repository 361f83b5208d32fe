import type { ContentBlock, JsonValue, UserMessage } from '@millrace/protocol'
import type { ToolExecution } from './execution.ts'

/**
 * Before a call: let it run, refuse it, or ask somebody. There is no way to rewrite its input. A policy may
 * name the `rule` that decided, for the trace.
 */
export type PreToolDecision =
  | { kind: 'allow'; rule?: string }
  | { kind: 'deny'; reason: string; rule?: string }
  | { kind: 'ask'; reason?: string; rule?: string }

/** After a call: accept it, replace its content or its value, add context, or block it. */
export type PostToolDecision =
  | { kind: 'accept'; content?: ContentBlock[]; value?: never; additionalContexts?: UserMessage[] }
  | { kind: 'accept'; value: JsonValue; content?: never; additionalContexts?: UserMessage[] }
  | { kind: 'block'; feedback: ContentBlock[]; additionalContexts?: UserMessage[] }

/**
 * A check after all policy and before the body. A returned reason denies the call; there is no word for
 * "allow", so no order of guards and listeners can turn a denial around.
 */
export type ToolGuard = (execution: Readonly<ToolExecution>) => string | undefined

/** Which inherited tools a scope may see. Filters intersect; a scope's own tools are exempt. */
export interface ToolRestriction {
  /** Inherited names that stay; all others go, later ones too. */
  readonly allow?: readonly string[]
  /** Inherited names that go. */
  readonly deny?: readonly string[]
}
