import type { HookFailure } from './contract.ts'
import type { Hook } from './read-settings.ts'
import { readReply, type HookReply } from './reply.ts'
import type { HookRun } from './run-hook.ts'
import { named, said } from './words.ts'

/** What one hook makes of a call or of its result. It has no way to allow what somebody else refuses. */
export interface HookAnswer {
  readonly verdict: 'none' | 'ask' | 'block'
  /** Why, with the name of the hook; empty where it decides nothing. */
  readonly reason: string
  /** For the model, whatever was decided. */
  readonly context?: string
  /** For the person. */
  readonly notices: readonly string[]
}

/** What the silence of hooks counts as. */
export interface SilencePolicy {
  readonly onTimeout: HookFailure
  readonly onFailure: HookFailure
}

/** Reads what a hook said by its exit code and its output. */
export function answerOf(hook: Hook, run: HookRun, policy: SilencePolicy): HookAnswer {
  if (run.kind === 'abandoned') return nothing
  if (run.kind === 'failed')
    return unanswered(hook, run.problem, run.stderr, run.timedOut ? 'onTimeout' : 'onFailure', policy)
  const { code, stdout, stderr } = run
  if (code === 2) return { verdict: 'block', reason: blockedBy(hook, stderr), notices: [] }
  if (code !== 0) {
    const notice = `${named(hook)} failed with exit code ${code}, which does not block${spoken(stderr)}`
    return { ...nothing, notices: [notice] }
  }
  const reply = readReply(stdout)
  return typeof reply === 'string'
    ? unanswered(hook, `answered with JSON that cannot be followed: ${reply}`, stderr, 'onFailure', policy)
    : followed(hook, reply)
}

const nothing: HookAnswer = { verdict: 'none', reason: '', notices: [] }

function unanswered(
  hook: Hook,
  problem: string,
  stderr: string,
  setting: keyof SilencePolicy,
  policy: SilencePolicy,
): HookAnswer {
  const what = `${named(hook)} ${said(problem)}${spoken(stderr)}`
  const notice = `${what} (${setting}: ${policy[setting]})`
  if (policy[setting] === 'continue') return { ...nothing, notices: [notice] }
  return {
    verdict: 'block',
    reason: `${notice}; this is a fault of the hook, no decision of it`,
    notices: [notice],
  }
}

/** An interpreter that does not find its script ends like a hook that blocks on purpose. */
const missingScript =
  /no such file or directory|cannot find module|can't open file|command not found|is not recognized as/i

function blockedBy(hook: Hook, stderr: string): string {
  const words = said(stderr)
  if (words === '') return `${named(hook)} blocked the call and gave no reason`
  const hint = missingScript.test(words)
    ? ' (this reads as if the hook itself could not be run: check its command in the settings)'
    : ''
  return `${named(hook)} blocked the call: ${words}${hint}`
}

function spoken(stderr: string): string {
  const words = said(stderr)
  return words === '' ? '' : `: ${words}`
}

function followed(hook: Hook, reply: HookReply): HookAnswer {
  const { systemMessage, context } = reply
  const notices = [
    ...(systemMessage === undefined ? [] : [`${named(hook)}: ${said(systemMessage)}`]),
    ...(reply.rewritesOutput ? [`${named(hook)} wants to rewrite the result, which is not done`] : []),
  ]
  const { verdict, reason } = verdictOf(hook, reply)
  return { verdict, reason, notices, ...(context !== undefined && { context: said(context) }) }
}

function verdictOf(hook: Hook, reply: HookReply): Pick<HookAnswer, 'verdict' | 'reason'> {
  if (reply.rewritesInput) {
    const reason =
      `${named(hook)} wants to rewrite the arguments (updatedInput); denied, as arguments are never rewritten here: what was ` +
      'judged and approved is what runs. Let the hook deny instead, and say in its reason what to call'
    return { verdict: 'block', reason }
  }
  const why =
    reply.reason === undefined || said(reply.reason) === '' ? 'and gave no reason' : `: ${said(reply.reason)}`
  const joined = why.startsWith(':') ? why : ` ${why}`
  switch (reply.verdict) {
    case 'block':
      return { verdict: 'block', reason: `${named(hook)} blocked the call${joined}` }
    case 'ask':
      return { verdict: 'ask', reason: `${named(hook)} asks${joined}` }
    case 'none':
      return { verdict: 'none', reason: '' }
  }
}
