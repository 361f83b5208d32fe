import { show } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { choiceKeys, choicesOf, type Choice } from './choice.ts'
import { words } from './words.ts'

/** The answers, each with its key, and what the wider ones of them would keep. */
export function AnswerButtons({
  question,
  isOff,
  onChoose,
}: {
  readonly question: AskedQuestion
  /** They do nothing now; they keep their place and the focus. */
  readonly isOff: boolean
  readonly onChoose: (choice: Choice) => void
}): JSX.Element {
  const choices = choicesOf(question)
  const rules = question.offer?.suggested[0] ?? []
  const button = (choice: Choice): JSX.Element => (
    <button
      key={choice}
      type="button"
      class={`asked-answer asked-${tone(choice)}`}
      aria-disabled={isOff}
      aria-keyshortcuts={choiceKeys[choice].join(' ')}
      title={choiceKeys[choice].join(', ')}
      data-choice={choice}
      onClick={() => !isOff && onChoose(choice)}
    >
      {words.value[choice]} <kbd>{choiceKeys[choice][0]}</kbd>
    </button>
  )
  return (
    <>
      {choices.includes('session') && (
        <p class="asked-keeps">
          {words.value.keeps}{' '}
          {rules.map((rule) => (
            <code key={rule}>{show(rule)}</code>
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
