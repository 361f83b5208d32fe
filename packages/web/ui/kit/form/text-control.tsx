import type { JSX } from 'preact'
import type { ControlProps } from './field-props.ts'

/** A text of any number of lines. An optional one that is emptied is not set. */
export function TextControl({
  id,
  describedBy,
  value,
  isRequired,
  onChange,
}: ControlProps<'text'>): JSX.Element {
  return (
    <textarea
      id={id}
      aria-describedby={describedBy}
      class="form-text"
      rows={1}
      spellcheck={false}
      autocomplete="off"
      value={typeof value === 'string' ? value : ''}
      onInput={(event) => {
        const text = event.currentTarget.value
        onChange(text === '' && !isRequired ? undefined : text)
      }}
    />
  )
}
