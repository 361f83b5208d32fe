import { drawCard } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { route } from '../app/route.ts'
import { wasAnsweredHere } from './answers.ts'
import { EndedNotes } from './ended-notes.tsx'
import { panelOf } from './panel.ts'
import { isOwn, lookAt, pinned, waiting } from './pinned.ts'
import { titleOf } from './question-heading.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { useFocusWhile } from './use-focus-while.ts'
import { words } from './words.ts'
import './approval.css'

/** What waits for the person's yes, one at a time, until it is answered here or elsewhere. */
export function PinnedQuestions(): JSX.Element {
  const session = route.value.page === 'session' ? route.value.id : undefined
  const all = waiting.value
  const question = pinned.value
  const firstOwn = all.find(isOwn)?.requestId
  const root = useRef<HTMLDivElement>(null)
  const wasTyping = useFocusWhile(root, question?.requestId, wasAnsweredHere)
  useEffect(() => {
    lookAt(question)
  }, [question?.requestId])
  useEffect(() => {
    // Whoever is in the middle of an answer is not led away from it.
    if (question !== undefined && panelOf(question).mode.value === 'choosing' && !isOwn(question))
      lookAt(all[0])
  }, [session, firstOwn])
  const at = question === undefined ? -1 : all.indexOf(question)
  const move = (by: 1 | -1): void => {
    lookAt(all[(at + by + all.length) % all.length])
  }
  return (
    <div ref={root} class="asked-pinned" role="region" aria-label={words.value.region}>
      <Announcement questions={all} />
      <EndedNotes />
      {question !== undefined && (
        <QuestionPanel
          key={question.requestId}
          {...{ question, at, all: all.length, onMove: move, wasTyping }}
        />
      )}
    </div>
  )
}

/** The questions that were announced, in whatever part of the page. */
let announced: ReadonlySet<string> = new Set()

/** Says once, to who cannot see it, that a question came. */
function Announcement({ questions }: { readonly questions: readonly AskedQuestion[] }): JSX.Element {
  const [text, say] = useState('')
  useEffect(() => {
    const fresh = questions.filter(({ requestId }) => !announced.has(requestId))
    announced = new Set(questions.map(({ requestId }) => requestId))
    const [first] = fresh
    if (questions.length === 0) say('')
    else if (first !== undefined)
      say(questions.length > 1 ? words.value.severalWait(questions.length) : told(first))
  }, [questions.map(({ requestId }) => requestId).join(' ')])
  return (
    <p class="visually-hidden" role="alert">
      {text}
    </p>
  )
}

/** A listener needs the start and the end of it. In columns. */
const longestSpoken = 200

function told({ card, cwd, kind }: AskedQuestion): string {
  const { verb, object } = drawCard(card, { width: longestSpoken, cwd })
  return words.value.announced(titleOf(kind), `${verb} ${object.map(({ text }) => text).join('')}`)
}
