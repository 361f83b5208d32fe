import { createHash } from 'node:crypto'
import { contentText, type SessionHeader } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import type { Io } from '../io.ts'
import type { RecordedCall } from './recorded-call.ts'
import { ruleNow, type RulePlaces } from './rule-now.ts'

/** All that a log tells of why a call ran or did not. */
export interface Explanation {
  readonly session: string
  readonly call: RecordedCall
  /** As in its trace; without one, what its result says. */
  readonly status: string
  /** Why there is no trace; absent where there is one. */
  readonly untraced?: string
  /** SHA-256 of the canonical arguments; absent where they cannot be read. */
  readonly argumentsSha256?: string
  /** The rule that decided, and where it stands now. */
  readonly rule?: { readonly text: string; readonly now: RulePlaces }
  /** What a result says of output that it leaves out. */
  readonly omission?: string
  /** What the model read of a call that did not succeed. */
  readonly failure?: string
}

/** Puts together what a log has of a call. */
export async function explanationOf(
  call: RecordedCall,
  header: SessionHeader,
  env: Io['env'],
): Promise<Explanation> {
  const { trace, result, args } = call
  const text = result === undefined ? '' : contentText(result.content)
  const omission = /\[left out at \[…\], [^\n]*\]$/.exec(text)?.[0]
  return {
    session: header.id,
    call,
    status: trace?.status ?? statusWithoutTrace(call),
    ...(trace === undefined && { untraced: whyUntraced(call) }),
    ...(args !== undefined && {
      argumentsSha256: createHash('sha256').update(canonicalJson(args)).digest('hex'),
    }),
    ...(trace?.rule !== undefined && {
      rule: { text: trace.rule, now: await ruleNow(trace.rule, header.cwd, env) },
    }),
    ...(omission !== undefined && { omission }),
    ...(result?.isError === true && { failure: text }),
  }
}

/** The code by which a call is closed whose process ended before it did. */
export const unknownOutcome = 'OUTCOME_UNKNOWN'

function statusWithoutTrace({ result }: RecordedCall): string {
  if (result === undefined) return 'open'
  if (result.error?.code === unknownOutcome) return 'unknown'
  return result.isError ? 'failed' : 'done'
}

function whyUntraced({ result }: RecordedCall): string {
  if (result === undefined)
    return 'it has not ended: it is under way, or its process ended before it did; how it was decided is not in the log'
  if (result.error?.code === unknownOutcome)
    return 'the process ended before it did, so nobody knows what it did; how it was decided is not in the log'
  return 'whoever wrote the log kept no trace of it'
}
