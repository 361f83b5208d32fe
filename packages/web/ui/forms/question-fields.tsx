import { show } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { FormQuestion } from '@millrace/web/wire'
import type { JSX, TargetedKeyboardEvent } from 'preact'
import { isComposing } from '../kit/is-composing.ts'
import { choose, write, type FilledQuestion } from './filled-form.ts'
import { words } from './words.ts'

/** Of a longer text a person means a file. In UTF-16 units. */
const longest = 20_000

/** The options of one question, and the field for words of one's own. */
export function QuestionFields({
  name,
  question,
  filled,
}: {
  /** Tells its controls from those of others. */
  readonly name: string
  readonly question: FormQuestion
  readonly filled: FilledQuestion
}): JSX.Element {
  const { header, options, multiple } = question
  const { chosen, text } = filled
  const { own, ownMore, several } = words.value
  return (
    <fieldset class="desk-form-question">
      <legend>
        {header !== undefined && <span class="desk-form-header">{show(header)}</span>}
        <span class="desk-form-asked">{escapeVisible(question.question, { lines: true })}</span>
        {multiple && <span class="desk-form-quiet"> ({several})</span>}
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class="desk-form-option">
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.value.includes(label)}
            onChange={() => choose(filled, question, label)}
          />
          <span>
            {show(label)}
            {description !== undefined && <span class="desk-form-description">{show(description)}</span>}
          </span>
        </label>
      ))}
      <label class="desk-form-own">
        <span class="desk-form-quiet">{multiple ? ownMore : own}</span>
        <textarea
          rows={options.length === 0 ? 2 : 1}
          maxLength={longest}
          value={text.value}
          onInput={(event) => write(filled, question, event.currentTarget.value)}
          onKeyDown={pressed}
        />
      </label>
    </fieldset>
  )
}

/** Enter answers, as everywhere; Shift+Enter begins a line. */
function pressed(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.form?.requestSubmit()
}
