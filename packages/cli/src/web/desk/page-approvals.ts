import type {
  AnsweredElsewhere,
  ApprovalFrontEnd,
  ApprovalQuestion,
  ApprovalReply,
  Approvals,
} from '@millrace/policies/approval'
import type {
  AnswerOutcome,
  AnswerQuestion,
  AskedQuestion,
  DecidedQuestion,
  RuleTrial,
} from '@millrace/web/wire'
import { tryRules } from '../../ask/rule-trial.ts'
import type { Workspace } from '../../workspace.ts'
import { LastEntries } from '../last-entries.ts'
import { askedQuestion } from './asked-question.ts'
import type { Attendance } from './attendance.ts'
import { callWords } from './call-words.ts'
import { endedBy } from './ended-by.ts'
import type { MadeCalls } from './made-calls.ts'
import { readReply } from './read-reply.ts'
import type { SessionFacts } from './session-facts.ts'

/** As logs call whoever sits before a page, so that cards say "you". */
export const person = 'user'

/** By this name a denial is known to be nobody's. */
const nobody = 'nobody to ask'

/** What questions to a page are shown and answered with. */
export interface PageApprovalsOptions {
  readonly attendance: Attendance
  readonly facts: SessionFacts
  readonly calls: MadeCalls
  /** What the model is told where nobody came. */
  readonly absence: string
  /** Told whenever questions came or went. */
  readonly changed: () => void
  readonly decided: (decided: DecidedQuestion) => void
}

interface Waiting {
  readonly question: ApprovalQuestion
  readonly asked: AskedQuestion
  readonly workspace: Workspace
  readonly approval: Approvals
}

/** How a question ended, and where a late answer to it is judged. */
type Decided = Pick<Waiting, 'approval'> & { readonly decided: DecidedQuestion }

/** Questions that wait for whoever sits before a page, of several folders. */
export class PageApprovals {
  readonly #options: PageApprovalsOptions
  readonly #waiting = new Map<string, Waiting>()
  /** So that who answers late is told who was first. */
  readonly #decided = new LastEntries<string, Decided>(500)
  /** Questions that somebody at the terminal has answered, whom logs call as they call whoever sits before a page. */
  readonly #byTerminal = new Set<string>()

  constructor(options: PageApprovalsOptions) {
    this.#options = options
  }

  /** Those that are on pages now, the oldest first. */
  questions(): readonly AskedQuestion[] {
    return [...this.#waiting.values()].map(({ asked }) => asked).toSorted((a, b) => a.askedAt - b.askedAt)
  }

  /** Puts the questions of a folder on pages from now on. @returns what ends that. */
  add(workspace: Workspace): () => void {
    const { ctx } = workspace
    const approval = ctx.get('approval')
    if (approval === undefined) return () => {}
    const remove = approval.addFrontEnd(this.#frontEnd(workspace, approval))
    const forget = ctx.on('approval/decided', ({ requestId, outcome, by, message }) => {
      const who = this.#byTerminal.delete(requestId) ? 'terminal' : by
      const decided = { requestId, outcome, by: who, ...(message !== undefined && { message }) }
      this.#ended(approval, withoutSecrets(decided, workspace))
    })
    return () => {
      remove()
      forget()
    }
  }

  /** The same front end, whose answers are known to be those of the terminal. */
  ofTerminal(frontEnd: ApprovalFrontEnd): ApprovalFrontEnd {
    return {
      name: person,
      ask: async (question, signal) => {
        const reply = await frontEnd.ask(question, signal)
        if (reply !== undefined && !signal.aborted) this.#byTerminal.add(question.requestId)
        return reply
      },
    }
  }

  answer(requestId: string, { hash, nonce, reply: given }: AnswerQuestion): AnswerOutcome {
    const waiting = this.#waiting.get(requestId)
    if (waiting === undefined) return this.#late(requestId, { hash, nonce })
    const reply = readReply(
      given,
      waiting.asked.offer,
      (rules) => trial(waiting, rules).problem === undefined,
    )
    if (reply === undefined) return { receipt: 'malformed' }
    return { receipt: waiting.approval.answer({ requestId, hash, nonce, reply, by: person }) }
  }

  /** What rules would do; `undefined` where the question does not wait any more. */
  try(requestId: string, rules: readonly string[]): RuleTrial | undefined {
    const waiting = this.#waiting.get(requestId)
    if (waiting === undefined) return undefined
    const { session } = waiting.asked
    const others = session === undefined ? [] : this.#options.calls.of(session)
    const { problem, alsoAllows } = trial(waiting, rules, others)
    const words = alsoAllows.map((call) => callWords(call, waiting.workspace))
    return { ...(problem !== undefined && { problem }), alsoAllows: [...new Set(words)] }
  }

  /** Only who proves to have been asked is told how a question ended. */
  #late(requestId: string, proof: Pick<AnswerQuestion, 'hash' | 'nonce'>): AnswerOutcome {
    const known = this.#decided.get(requestId)
    if (known === undefined) return { receipt: 'unknown' }
    const receipt = known.approval.answer({ requestId, ...proof, reply: { kind: 'deny' }, by: person })
    return receipt === 'already-decided' ? { receipt, decided: known.decided } : { receipt }
  }

  #frontEnd(workspace: Workspace, approval: Approvals): ApprovalFrontEnd {
    return {
      name: person,
      ask: async (question, signal) => {
        const { facts } = this.#options
        const asked = await askedQuestion(question, workspace, facts, signal)
        if (signal.aborted) return undefined
        return this.#put({ question, asked, workspace, approval }, signal)
      },
    }
  }

  /** Waits until the question is taken back: the answer of a page comes by another way. */
  #put(waiting: Waiting, signal: AbortSignal): Promise<ApprovalReply | undefined> {
    const { attendance, changed, absence } = this.#options
    const { asked, approval } = waiting
    const { requestId, hash, nonce } = asked
    this.#waiting.set(requestId, waiting)
    changed()
    const late = (): void => {
      approval.answer({ requestId, hash, nonce, reply: { kind: 'deny', message: absence }, by: nobody })
    }
    const stop = attendance.wait(late)
    return new Promise((resolve) => {
      const end = (): void => {
        stop()
        this.#waiting.delete(requestId)
        const { reason } = signal as { readonly reason: unknown }
        if (isAnsweredElsewhere(reason)) {
          const decided = withoutSecrets(endedBy(requestId, reason), waiting.workspace)
          this.#decided.set(requestId, { decided, approval })
        }
        changed()
        resolve(undefined)
      }
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    })
  }

  #ended(approval: Approvals, decided: DecidedQuestion): void {
    this.#decided.set(decided.requestId, { decided, approval })
    this.#options.decided(decided)
  }
}

function trial(
  { question, workspace }: Waiting,
  rules: readonly string[],
  others: Parameters<typeof tryRules>[3] = [],
): ReturnType<typeof tryRules> {
  const { ctx } = workspace
  const permissions = ctx.get('permissions')
  if (question.kind !== 'call' || permissions === undefined) return { alsoAllows: [] }
  return tryRules(permissions, rules, question.execution, others, ctx.get('redaction'))
}

/** What a person wrote to a model may hold what nobody else who looks at a page is to see. */
function withoutSecrets(decided: DecidedQuestion, { ctx }: Workspace): DecidedQuestion {
  const { message } = decided
  if (message === undefined) return decided
  return { ...decided, message: ctx.get('redaction')?.text(message) ?? message }
}

function isAnsweredElsewhere(reason: unknown): reason is AnsweredElsewhere {
  return typeof reason === 'object' && reason !== null && 'by' in reason && 'reply' in reason
}
