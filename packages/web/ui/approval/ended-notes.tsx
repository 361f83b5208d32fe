import { cutMiddle, drawCard, show } from '@millrace/cards'
import type { AskedQuestion, DecidedQuestion, QuestionReply } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { ended, forget, type Ended } from './answers.ts'
import { sessionWords, words } from './words.ts'

/** Long enough to be read. In milliseconds. */
const shownMs = 8_000

/** How the questions ended that were shown here, each for a while. */
export function EndedNotes(): JSX.Element {
  return (
    <div class="asked-ended" role="status">
      {ended.value.map((each) => (
        <EndedNote key={each.question.requestId} which={each} />
      ))}
    </div>
  )
}

/** A call is named by its start and its end. In columns. */
const longestSubject = 60

function EndedNote({ which }: { readonly which: Ended }): JSX.Element {
  useEffect(() => {
    const timer = setTimeout(() => forget(which), shownMs)
    return () => clearTimeout(timer)
  }, [which])
  const { verb, object } = drawCard(which.question.card, { width: longestSubject, cwd: which.question.cwd })
  return (
    <p class="asked-note">
      <code>
        {verb} {cutMiddle(object.map(({ text }) => text).join(''), longestSubject, '…')}
      </code>
      <span>{wordsFor(which)}</span>
      <button type="button" class="asked-small" aria-label={words.value.close} onClick={() => forget(which)}>
        ×
      </button>
    </p>
  )
}

function wordsFor({ question, how }: Ended): string {
  if (how.kind === 'answered here') return replyWords(how.reply, question)
  return how.kind === 'unknown' ? words.value.unknown : decidedWords(how.decided)
}

function replyWords(reply: QuestionReply, { kind }: AskedQuestion): string {
  const { allowedOnce, allowedAlways, denied, deniedSaying } = words.value
  if (reply.kind === 'deny') return reply.message === undefined ? denied : deniedSaying(show(reply.message))
  return { once: allowedOnce, session: sessionWords(kind).allowedSession, always: allowedAlways }[reply.kind]
}

function decidedWords({ outcome, by, message }: DecidedQuestion): string {
  const { allowed, denied, deniedSaying, cancelled, unavailable } = words.value
  if (outcome === 'cancelled') return cancelled
  if (outcome === 'unavailable') return unavailable
  const what =
    outcome === 'allowed-once'
      ? allowed
      : message === undefined || by === 'timeout'
        ? denied
        : deniedSaying(show(message))
  return `${what} ${byWords(by)}`
}

/** Pages answer as the user, whichever of them it was. */
function byWords(by: string): string {
  const { byOtherPage, byTerminal, byTimeout, byOther } = words.value
  if (by === 'user') return byOtherPage
  if (by === 'terminal') return byTerminal
  return by === 'timeout' ? byTimeout : byOther(show(by))
}
