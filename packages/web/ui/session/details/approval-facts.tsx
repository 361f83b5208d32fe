import { duration } from '@millrace/cards'
import { escapeVisible, type ApprovalOutcome, type Grant } from '@millrace/protocol'
import type { JSX } from 'preact'
import { timeOfDay } from '../../words/times.ts'
import type { CallRecord, RecordedQuestion } from './call-record.ts'
import { FactList } from './fact-list.tsx'
import { detailsWords } from './words.ts'

/** Every question about a call: why and when it was asked, who answered it after how long, in which words, for how long. */
export function ApprovalFacts({ record }: { readonly record: CallRecord }): JSX.Element {
  const { questions, grants } = record
  if (questions.length === 0) return <p class="kit-quiet">{detailsWords.value.notAsked}</p>
  return (
    <>
      {questions.map((question) => (
        <QuestionFacts key={question.asked.requestId} question={question} />
      ))}
      {grants.map((grant) => (
        <GrantFacts key={grant.id} grant={grant} />
      ))}
    </>
  )
}

function QuestionFacts({ question }: { readonly question: RecordedQuestion }): JSX.Element {
  const { asked, askedAt, answer, answeredAt } = question
  const words = detailsWords.value
  return (
    <FactList
      facts={[
        [words.asked, timeOfDay(askedAt)],
        asked.reason === undefined ? undefined : [words.why, escapeVisible(asked.reason, { lines: true })],
        answer === undefined
          ? [words.answered, words.waiting]
          : [words.answered, outcomeWord(answer.outcome)],
        answer === undefined ? undefined : [words.by, escapeVisible(answer.by)],
        answer?.message === undefined
          ? undefined
          : [words.said, escapeVisible(answer.message, { lines: true })],
        answeredAt === undefined ? undefined : [words.waited, duration(answeredAt - askedAt)],
        [words.hash, <code key="hash">{escapeVisible(asked.argumentsHash)}</code>],
      ]}
    />
  )
}

function outcomeWord(outcome: ApprovalOutcome): string {
  const words = detailsWords.value
  switch (outcome) {
    case 'allowed-once':
      return words.outcomeAllowed
    case 'rejected':
      return words.outcomeRejected
    case 'cancelled':
      return words.outcomeCancelled
    case 'unavailable':
      return words.outcomeUnavailable
  }
}

function GrantFacts({ grant }: { readonly grant: Grant }): JSX.Element {
  const words = detailsWords.value
  const lasts = grant.lasts === 'always' ? words.lastsAlways : words.lastsSession
  return (
    <FactList
      facts={[
        [
          words.granted,
          <>
            <code>{escapeVisible(grant.rule)}</code> {lasts}
            {grant.file !== undefined && <> {escapeVisible(grant.file)}</>}
          </>,
        ],
      ]}
    />
  )
}
