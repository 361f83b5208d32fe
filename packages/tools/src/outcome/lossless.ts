import { snapshotJsonValue } from '@millrace/schema'
import type { ContentBlock, JsonValue, ToolErrorInfo, UserMessage } from '@millrace/protocol'
import { ToolDecisionError } from '../errors.ts'
import { discard } from './discard.ts'

const notLossless = 'tool result must be losslessly JSON-serializable'

/** A frozen copy of part of a result that foreign code supplied. Throws where it is not lossless JSON. */
export function losslessPart(part: unknown, what: string): JsonValue {
  try {
    return snapshotJsonValue(part)
  } catch {
    discardAll(part)
    throw new ToolDecisionError(`${notLossless}: ${what} is not`)
  }
}

/** A part that is refused may be a promise, or hold one. */
function discardAll(part: unknown): void {
  discard(part)
  if (Array.isArray(part)) for (const item of part as unknown[]) discard(item)
}

/** The same for content: an array of blocks, each with a `type`. */
export function losslessContent(content: unknown, what = 'content'): ContentBlock[] {
  const copy = losslessPart(content, what)
  if (!isContent(copy)) {
    throw new ToolDecisionError(
      `${notLossless}: ${what} must be an array of content blocks, each with a type`,
    )
  }
  return copy
}

/** Whether a lossless value is content: an array of objects that name their type, text blocks with text. */
export function isContent(value: unknown): value is ContentBlock[] {
  if (!Array.isArray(value)) return false
  for (const block of value as unknown[]) {
    if (typeof block !== 'object' || block === null) return false
    const { type, text } = block as { type?: unknown; text?: unknown }
    if (typeof type !== 'string' || (type === 'text' && typeof text !== 'string')) return false
  }
  return true
}

/** The same for additional contexts; `undefined` stays `undefined`. */
export function losslessContexts(contexts: unknown): UserMessage[] | undefined {
  if (contexts === undefined) return undefined
  const copy = losslessPart(contexts, 'additionalContexts')
  if (!Array.isArray(copy)) {
    throw new ToolDecisionError(`${notLossless}: additionalContexts must be an array of messages`)
  }
  return copy as unknown as UserMessage[]
}

/** The same for error details: `undefined`, or an object with a name and a code. */
export function losslessInfo(info: unknown): ToolErrorInfo | undefined {
  if (info === undefined) return undefined
  const copy = losslessPart(info, 'error.info') as { name?: unknown; code?: unknown } | null
  if (typeof copy?.name !== 'string' || typeof copy.code !== 'string') {
    throw new ToolDecisionError(`${notLossless}: error.info must have a name and a code`)
  }
  return copy as ToolErrorInfo
}
