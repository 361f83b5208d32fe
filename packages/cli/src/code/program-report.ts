import { runTimeOf, type Card } from '@millrace/cards'
import type { CodeRunFailedError } from '@millrace/code-mode'
import type { JsonValue } from '@millrace/protocol'

/** What a program returned and printed, as the pipeline passed it on. */
export interface ProgramValue {
  readonly logs: readonly string[]
  /** Absent where it returned nothing. */
  readonly result?: JsonValue
}

/** What became of a program, beside its card. */
export interface ProgramEnd {
  readonly value?: ProgramValue
  /** Why it failed. */
  readonly failure?: CodeRunFailedError
}

/** A program that ended, as machine output. */
export function programReport(
  card: Card,
  { value, failure }: ProgramEnd,
  session: string | undefined,
): object {
  const ok = card.status === 'done'
  const base = {
    ok,
    status: card.status,
    callId: card.callId,
    ...(session !== undefined && { session }),
    durationMs: runTimeOf(card, card.startedAt),
    calls: card.children.map(callReport),
    logs: value?.logs ?? (card.console === undefined ? [] : card.console.split('\n').slice(0, -1)),
  }
  if (ok) return { ...base, result: value?.result ?? null }
  const error = { message: message(card), code: codeOf(card) }
  return { ...base, error: { ...error, ...(failure !== undefined && { kind: failure.kind }) } }
}

function callReport(card: Card): object {
  const { callId, tool, status } = card
  const base = { callId, tool, status, durationMs: runTimeOf(card, card.startedAt) }
  return status === 'done' ? base : { ...base, error: { message: message(card), code: codeOf(card) } }
}

function message({ failure = '' }: Card): string {
  return failure.replace(/^Error: /, '')
}

function codeOf({ error, status }: Card): string {
  return error?.code ?? (status === 'denied' ? 'DENIED' : 'ERROR')
}
