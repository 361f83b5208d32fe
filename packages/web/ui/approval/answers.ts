import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type {
  AnswerOutcome,
  AskedQuestion,
  DecidedQuestion,
  QuestionReply,
  WireProblem,
} from '@millrace/web/wire'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { lastDecided, questions } from '../desk/desk.ts'
import { problemIn } from '../kit/problem-in.ts'

/** Where an answer of this page is. A question that this page did not answer yet has none. */
export type Answering =
  | { readonly kind: 'sending' }
  /** It did not count, and the question still waits. */
  | { readonly kind: 'failed'; readonly problem: WireProblem | 'forged' | 'malformed' }

/** How a question ended that this page showed. */
export interface Ended {
  readonly question: AskedQuestion
  readonly how:
    | { readonly kind: 'answered here'; readonly reply: QuestionReply }
    | { readonly kind: 'decided elsewhere'; readonly decided: DecidedQuestion }
    /** It had ended when the answer arrived, and nobody knows how. */
    | { readonly kind: 'unknown' }
}

const answers = signal<ReadonlyMap<string, Answering>>(new Map())
/** Questions that ended, though the desk may not have said so yet. */
const over = signal<ReadonlySet<string>>(new Set())
const told = signal<readonly Ended[]>([])
/** How those ended whose own answer is still under way. */
const decidedMeanwhile = new Map<string, DecidedQuestion>()

/** The questions that can be answered here now, the oldest first. */
export const open: ReadonlySignal<readonly AskedQuestion[]> = computed(() =>
  questions.value.filter(({ requestId }) => !over.value.has(requestId)),
)

/** What was decided lately, to be told for a while. */
export const ended: ReadonlySignal<readonly Ended[]> = told

/** Where this page's answer to a question is. */
export function answeringOf({ requestId }: AskedQuestion): Answering | undefined {
  return answers.value.get(requestId)
}

/** Whether a question ended by the answer of this page, as far as that is still told. */
export function wasAnsweredHere(requestId: string): boolean {
  return told
    .peek()
    .some(({ question, how }) => question.requestId === requestId && how.kind === 'answered here')
}

/** Nothing more has to be told of that. */
export function forget(which: Ended): void {
  told.value = told.value.filter((each) => each !== which)
}

/** A server that is silent for longer is not there. In milliseconds. */
const patienceMs = 20_000

/** Answers a question, once: what was sent and has no outcome yet is not sent again. */
export async function answer(question: AskedQuestion, reply: QuestionReply): Promise<void> {
  const { requestId, hash, nonce } = question
  if (answers.peek().get(requestId)?.kind === 'sending' || over.peek().has(requestId)) return
  become(requestId, { kind: 'sending' })
  try {
    const path = `/api/questions/${addressPart(requestId)}/answer`
    const inTime = AbortSignal.timeout(patienceMs)
    take(question, reply, await post<AnswerOutcome>(path, { hash, nonce, reply }, inTime))
  } catch (error) {
    failed(question, problemIn(error))
  }
}

function take(question: AskedQuestion, reply: QuestionReply, { receipt, decided }: AnswerOutcome): void {
  switch (receipt) {
    case 'accepted':
      return end({ question, how: { kind: 'answered here', reply } })
    case 'already-decided':
    case 'unknown': {
      const known = decided ?? decidedMeanwhile.get(question.requestId)
      return end({
        question,
        how: known === undefined ? { kind: 'unknown' } : { kind: 'decided elsewhere', decided: known },
      })
    }
    case 'forged':
    case 'malformed':
      return failed(question, receipt)
  }
}

/** Nothing is known of an answer that was lost on its way, unless the desk said how the question ended. */
function failed(question: AskedQuestion, problem: WireProblem | 'forged' | 'malformed'): void {
  const decided = decidedMeanwhile.get(question.requestId)
  if (decided === undefined) return become(question.requestId, { kind: 'failed', problem })
  end({ question, how: { kind: 'decided elsewhere', decided } })
}

/** Those that ended before the last few are told by their cards alone. */
const mostTold = 3

/** The desk may tell of an end long after this page knew of it; no id comes twice. */
const mostRemembered = 200

function end(how: Ended): void {
  const { requestId } = how.question
  over.value = new Set([...[...over.value].slice(-mostRemembered), requestId])
  told.value = [...told.value.filter(({ question }) => question.requestId !== requestId), how].slice(
    -mostTold,
  )
  become(requestId, undefined)
  decidedMeanwhile.delete(requestId)
}

function become(requestId: string, answering: Answering | undefined): void {
  const next = new Map(answers.peek())
  if (answering === undefined) next.delete(requestId)
  else next.set(requestId, answering)
  answers.value = next
}

/** The questions that were shown last: the desk tells how one ended when it may not be among them any more. */
let shown: ReadonlyMap<string, AskedQuestion> = new Map()

effect(() => {
  const waiting = new Map(questions.value.map((question) => [question.requestId, question]))
  shown = new Map([...[...shown].slice(-waiting.size - 50), ...waiting])
  untracked(() => forgetAllBut(waiting))
})

effect(() => {
  const decided = lastDecided.value
  const question = decided && shown.get(decided.requestId)
  if (decided === undefined || question === undefined) return
  untracked(() => {
    if (over.value.has(decided.requestId)) return
    // Whether it was this page's own answer that counted is said by the answer to it.
    if (answers.value.get(decided.requestId)?.kind === 'sending') {
      decidedMeanwhile.set(decided.requestId, decided)
    } else end({ question, how: { kind: 'decided elsewhere', decided } })
  })
})

/** A failed answer to what nobody asks any more is of no use. */
function forgetAllBut(waiting: ReadonlyMap<string, AskedQuestion>): void {
  const rest = [...answers.value].filter(([id, { kind }]) => waiting.has(id) || kind === 'sending')
  if (rest.length < answers.value.size) answers.value = new Map(rest)
}
