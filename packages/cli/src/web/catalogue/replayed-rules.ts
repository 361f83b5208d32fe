import type { SessionStore } from '@millrace/agent/session'
import { count, counted, type Presenters } from '@millrace/cards'
import { isHarnessError } from '@millrace/protocol'
import type { ReplayedCall, ReplayedRules, ReplayRules } from '@millrace/web/wire'
import { inSlices } from '../../in-slices.ts'
import type { Io } from '../../io.ts'
import type { JudgedCall } from '../../policy/judged-call.ts'
import { triedRules, wasSandboxed, type TriedRules } from '../../policy/tried-rules.ts'
import type { RecordedTools } from '../../replay/recorded-tools.ts'
import { shortId } from '../../run/session-choice.ts'
import { UsageError } from '../../usage-error.ts'
import { callSubject } from './call-subject.ts'
import { WebError } from '../web-error.ts'
import { pageRules } from './page-rules.ts'
import { namedSession, recordedSession, type RecordedSession } from './recorded-session.ts'

const most = { sessions: 20, named: 100, calls: 10_000 }

/** What sessions are read from, and what their calls were made with. */
export interface ReplayedRulesOptions {
  readonly store: Pick<SessionStore, 'list' | 'tail'>
  /** The folder whose sessions are looked at, absolute and without links. */
  readonly root: string
  readonly io: Io
  readonly tools: RecordedTools
  readonly presenters: Presenters
}

/**
 * Says what other rules would have done in recorded sessions: the last 20 of the folder, or those that are named. Nothing runs.
 * @throws WebError where the rules are no rules, or too many sessions are named; UsageError where one is not there.
 */
export async function replayedRules(
  request: ReplayRules,
  options: ReplayedRulesOptions,
): Promise<ReplayedRules> {
  const tried = new TriedInFolders(request, options)
  // Rules are looked through also where there is no session to try them on.
  const { problems: ofRules } = await tried.in(options.root)
  const problems = ofRules.map(({ place = '', rule, problem }) => `${place}: ${rule}: ${problem}`)
  const sessions: ReplayedRules['sessions'][number][] = []
  let left = most.calls
  for await (const { id, title, cwd, calls: all, isWhole } of sessionsOf(
    request.sessions,
    options,
    problems,
  )) {
    if (left === 0) {
      problems.push(`${count(most.calls)} calls were looked at, and none of earlier sessions`)
      break
    }
    const calls = all.slice(-left)
    left -= calls.length
    if (calls.length < all.length || !isWhole)
      problems.push(`session ${shortId(id)}: only its last ${counted(calls.length, 'call')} were looked at`)
    const judged = await (await tried.in(cwd)).judged(calls, wasSandboxed('auto', calls))
    sessions.push({ id, title, calls: await inSlices(judged, replayedBy(options.presenters)) })
  }
  return { sessions, unused: tried.unused(), problems, ...sums(sessions.flatMap(({ calls }) => calls)) }
}

function sums(calls: readonly ReplayedCall[]): Pick<ReplayedRules, 'differ' | 'same' | 'unjudged'> {
  const differ = calls.filter(({ differs }) => differs).length
  const unjudged = calls.filter(({ would }) => would === undefined).length
  return { differ, same: calls.length - differ - unjudged, unjudged }
}

/** The same rules in the folders of all sessions, as a path in a rule means another file in each. */
class TriedInFolders {
  private readonly tried = new Map<string, TriedRules>()
  private readonly make: (root: string) => Promise<TriedRules>

  constructor({ rules, mode }: ReplayRules, { tools, io: { env } }: ReplayedRulesOptions) {
    const written = pageRules(rules)
    this.make = (root) => triedRules({ rules: written, mode, root, env }, tools)
  }

  async in(root: string): Promise<TriedRules> {
    const tried = this.tried.get(root) ?? (await this.make(root))
    this.tried.set(root, tried)
    return tried
  }

  /** Those that decided about nothing in any of them. */
  unused(): ReplayedRules['unused'] {
    const [first = [], ...others] = [...this.tried.values()].map((each) => each.unused())
    return first
      .filter(({ rule: { place } }) =>
        others.every((unused) => unused.some(({ rule }) => rule.place === place)),
      )
      .map(({ list, rule, idle }) => ({ list, rule: rule.rule, ...(idle !== undefined && { idle }) }))
  }
}

/** One session after the other, so that no more than one is held. */
async function* sessionsOf(
  named: ReplayRules['sessions'],
  options: ReplayedRulesOptions,
  problems: string[],
): AsyncGenerator<RecordedSession> {
  if (named === undefined) return yield* lastSessions(options, problems)
  if (named.length > most.named)
    throw new WebError(
      'SESSIONS_TOO_MANY',
      `${named.length} sessions are named, and rules are tried on at most ${most.named} at once`,
    )
  for (const id of new Set(named)) yield await namedSession(id, options.root, options.io)
}

async function* lastSessions(
  { store, root }: ReplayedRulesOptions,
  problems: string[],
): AsyncGenerator<RecordedSession> {
  let looked = 0
  for await (const session of store.list()) {
    if (looked >= most.sessions) return
    // The demo worked in a folder of its own, under rules of its own.
    if (!('problem' in session) && session.header.cwd !== root) continue
    looked++
    if ('problem' in session)
      problems.push(`session ${shortId(session.id)} cannot be read: ${session.problem}`)
    else {
      const read = await readable(() => recordedSession(session.id, store, session.title))
      if ('problem' in read) problems.push(`session ${shortId(session.id)} cannot be read: ${read.problem}`)
      else yield read
    }
  }
}

/** One that is damaged is told of, and has no say in what becomes of the others. */
async function readable(
  read: () => Promise<RecordedSession>,
): Promise<RecordedSession | { readonly problem: string }> {
  try {
    return await read()
  } catch (error) {
    if (!isHarnessError(error) && !(error instanceof UsageError)) throw error
    return { problem: error.message }
  }
}

function replayedBy(presenters: Presenters): (judged: JudgedCall) => ReplayedCall {
  return (judged) => {
    const { call, was, would, differs } = judged
    return {
      callId: call.callId,
      tool: call.tool,
      subject: callSubject(call, presenters),
      ...(was !== undefined && { was: was.verdict }),
      ...(would !== undefined && { would: would.verdict }),
      differs,
      because: becauseOf(judged),
    }
  }
}

function becauseOf({ would, unjudged = '' }: JudgedCall): string {
  if (would === undefined) return unjudged
  if (would.heldBy !== undefined) return `held back by ${would.heldBy}, as it was`
  return would.decisive.reason
}
