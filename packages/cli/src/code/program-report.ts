import { runTimeOf, type Card } from '@millrace/cards'
import type { CodeRunFailedError } from '@millrace/code-mode'
import type { JsonValue } from '@millrace/protocol'
import type { RunOutcome } from '../run/run-prompt.ts'

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

/** A turn that ended before its program was called, or could not go on to its end, as machine output. */
export function unrunReport({ result: { reason, message, code } }: Pick<RunOutcome, 'result'>): object {
  const error = { message: message ?? `the turn ended (${reason})`, code: code ?? 'NOT_RUN' }
  return { ok: false, status: reason === 'interrupted' ? 'cancelled' : 'failed', calls: [], logs: [], error }
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
