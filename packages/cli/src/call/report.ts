import { decisionOf, runTimeOf, type Card, type Decision } from '@millrace/cards'
import type { ToolExecutionResult } from '@millrace/tools'
import { omittedBy } from './omitted.ts'

/** What else is known of a call that ended. */
export interface Remarks {
  /** What to do about it. */
  readonly hint?: string | undefined
  /** Where the rule stands that denied it: `millrace.jsonc:14`. */
  readonly source?: string | undefined
}

/** One finished call as machine output. */
export function callReport(card: Card, result: ToolExecutionResult, { hint, source }: Remarks): object {
  const base = {
    ok: card.status === 'done',
    tool: card.tool,
    callId: card.callId,
    status: card.status,
    durationMs: runTimeOf(card, card.startedAt),
  }
  if (!result.isError) {
    const { value, content } = result
    return {
      ...base,
      value,
      content,
      view: { call: card.call, result: card.result },
      omitted: omittedBy(card.result, value),
      ...(hint !== undefined && { hint }),
    }
  }
  const { message, info } = result.error
  const denied = card.status === 'denied'
  return {
    ...base,
    error: { message, code: info?.code ?? (denied ? 'DENIED' : 'ERROR') },
    ...(denied && decidedBy(decisionOf(card))),
    ...(source !== undefined && { source }),
    ...(hint !== undefined && { hint }),
  }
}

/** Who denied, in the words that scripts match on: `rule`, `no-tty`, `user`, or the name of a guard. */
function decidedBy(decision: Decision | undefined): { by: string | null; rule: string | null } {
  if (decision === undefined) return { by: null, rule: null }
  if (decision.rule !== undefined) return { by: 'rule', rule: decision.rule }
  const words: Readonly<Record<string, string>> = { 'nobody to ask': 'no-tty', you: 'user' }
  return { by: Object.hasOwn(words, decision.by) ? words[decision.by]! : decision.by, rule: null }
}

/** A call that never began, as machine output. */
export function refusalReport(
  tool: string,
  callId: string,
  message: string,
  code: string,
  hint?: string,
  isDenied = false,
): object {
  return {
    ok: false,
    tool,
    callId,
    status: isDenied ? 'denied' : 'failed',
    durationMs: 0,
    error: { message, code },
    ...(hint !== undefined && { hint }),
  }
}
