import type { SessionStore, SessionSummary } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import { isHarnessError } from '@millrace/protocol'
import type { RuleDecision, RuleListName } from '@millrace/web/wire'
import type { RecordedCall } from '../../explain/recorded-call.ts'
import { recordedCalls } from '../../explain/recorded-calls.ts'
import { inSlices } from '../../in-slices.ts'
import { recordedVerdict } from '../../policy/recorded-verdict.ts'
import { callSubject } from './call-subject.ts'

/** A recorded call, and the rule that decided about it where one did. */
export interface DecidedCall extends RuleDecision {
  readonly rule?: { readonly list: RuleListName; readonly text: string }
}

/** What is looked at: the last calls of the last sessions, and no more of a log than its end. */
const most = { calls: 200, sessions: 50, bytes: 4 * 1024 * 1024 }

/** What the calls are read from. */
export interface DecidedCallsOptions {
  readonly store: Pick<SessionStore, 'list' | 'tail'>
  /** Sessions of other folders, such as that of the demo, ran under other rules. */
  readonly root: string
  readonly presenters: Presenters
  /** Told once of a session that cannot be read. */
  readonly warn: (message: string) => void
}

interface Kept {
  readonly bytes: number
  readonly calls: Promise<readonly DecidedCall[]>
}

/** The last calls of a folder's sessions. A session is read once for each length that its log has. */
export class DecidedCalls {
  private readonly options: DecidedCallsOptions
  private kept: ReadonlyMap<string, Kept> = new Map()

  constructor(options: DecidedCallsOptions) {
    this.options = options
  }

  /** At most 200 of them, the last first. */
  async last(): Promise<readonly DecidedCall[]> {
    const { options } = this
    const found: DecidedCall[] = []
    const looked = new Map<string, Kept>()
    for await (const session of options.store.list()) {
      if ('problem' in session || session.header.cwd !== options.root) continue
      const known = this.kept.get(session.id)
      const kept =
        known?.bytes === session.bytes ? known : { bytes: session.bytes, calls: callsOf(session, options) }
      looked.set(session.id, kept)
      found.push(...(await kept.calls))
      if (found.length >= most.calls || looked.size >= most.sessions) break
    }
    this.kept = looked
    return found.toSorted((one, other) => other.at - one.at).slice(0, most.calls)
  }
}

async function callsOf(
  { id }: SessionSummary,
  { store, presenters, warn }: DecidedCallsOptions,
): Promise<readonly DecidedCall[]> {
  try {
    const { events } = await store.tail(id, most.bytes)
    const calls = recordedCalls(events).slice(-most.calls)
    return (await inSlices(calls, (call) => decidedCall(call, id, presenters))).toReversed()
  } catch (error) {
    // One that cannot be read has no say in what the others tell.
    if (!isHarnessError(error)) throw error
    warn(`what rules decided in session ${id} is not known: ${error.message}`)
    return []
  }
}

function decidedCall(call: RecordedCall, session: string, presenters: Presenters): DecidedCall {
  const { callId, tool, at } = call
  const was = recordedVerdict(call)
  // Where others than the rules held it back, the rule that is named would have let it run.
  const isRules = was?.rule !== undefined && was.floor === undefined
  return {
    session,
    callId,
    tool,
    subject: callSubject(call, presenters),
    at,
    ...(isRules && was.rule !== undefined && { rule: { list: listIn(call) ?? was.verdict, text: was.rule } }),
  }
}

/** What the rule itself said: a question about a host that a command reached came later. */
function listIn({ trace }: RecordedCall): RuleListName | undefined {
  const decision = trace?.stages.find(({ stage }) => stage === 'pre-execute')?.decision
  return decision === 'allow' || decision === 'ask' || decision === 'deny' ? decision : undefined
}
