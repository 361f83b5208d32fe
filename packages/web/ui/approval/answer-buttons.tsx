import { cutMiddle, show } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { choiceKeys, choicesOf, type Choice } from './choice.ts'
import { sessionWords, words } from './words.ts'

/** A longer rule is shown in full where it can be changed: the answers leave room for the question. In columns. */
const longestRule = 160

interface Choosing {
  /** Nothing can be chosen now; buttons keep their place and the focus. */
  readonly isOff: boolean
  readonly onChoose: (choice: Choice) => void
}

/** One answer, with its key. */
export function AnswerButton({
  choice,
  label = words.value[choice],
  isOff,
  onChoose,
}: Choosing & { readonly choice: Choice; readonly label?: string }): JSX.Element {
  return (
    <button
      type="button"
      class={`asked-answer asked-${tone(choice)}`}
      aria-disabled={isOff}
      aria-keyshortcuts={choiceKeys[choice].join(' ')}
      title={choiceKeys[choice].join(', ')}
      data-choice={choice}
      onClick={() => !isOff && onChoose(choice)}
    >
      {label} <kbd>{choiceKeys[choice][0]}</kbd>
    </button>
  )
}

/** What can be done without having seen what it is about. */
export function StripButtons({
  onShow,
  ...choosing
}: Choosing & { readonly onShow: () => void }): JSX.Element {
  return (
    <div class="asked-row">
      <button type="button" class="asked-answer" aria-expanded={false} aria-keyshortcuts="o" onClick={onShow}>
        {words.value.show} <kbd>o</kbd>
      </button>
      <AnswerButton choice="deny" {...choosing} />
    </div>
  )
}

/** The answers, and what the wider ones of them would keep. */
export function AnswerButtons({
  question,
  ...choosing
}: Choosing & { readonly question: AskedQuestion }): JSX.Element {
  const choices = choicesOf(question)
  const rules = question.offer?.suggested[0] ?? []
  const labels = { ...words.value, ...sessionWords(question.kind) }
  const button = (choice: Choice): JSX.Element => (
    <AnswerButton key={choice} choice={choice} label={labels[choice]} {...choosing} />
  )
  return (
    <>
      {choices.includes('session') && (
        <p class="asked-keeps">
          {words.value.keeps}{' '}
          {rules.map((rule) => (
            <code key={rule} title={show(rule)}>
              {cutMiddle(rule, longestRule, '…')}
            </code>
          ))}
        </p>
      )}
      <div class="asked-answers">
        <div class="asked-row">{choices.filter((choice) => tone(choice) === 'yes').map(button)}</div>
        <div class="asked-row">{choices.filter((choice) => tone(choice) === 'no').map(button)}</div>
      </div>
    </>
  )
}

function tone(choice: Choice): 'yes' | 'no' {
  return choice === 'deny' || choice === 'why' ? 'no' : 'yes'
}
