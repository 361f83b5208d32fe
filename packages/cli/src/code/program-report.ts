import { runTimeOf, type Card } from '@millrace/cards'
import type { JsonValue } from '@millrace/protocol'
import { failureKind } from './program-exit.ts'

/** What a program returned and printed, as the pipeline passed it on. */
export interface ProgramValue {
  readonly logs: readonly string[]
  /** Absent where it returned nothing. */
  readonly result?: JsonValue
}

/** A program that ended, as machine output. */
export function programReport(
  card: Card,
  value: ProgramValue | undefined,
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
  const kind = failureKind(card)
  const error = { message: message(card), code: codeOf(card) }
  return { ...base, error: { ...error, ...(kind !== undefined && { kind }) } }
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
