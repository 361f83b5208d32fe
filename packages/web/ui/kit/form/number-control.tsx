import type { JSX } from 'preact'
import { RawText } from '../json/exact.ts'
import type { ControlProps } from './field-props.ts'

/** A number as it is typed: a field for numbers of the browser would round it. One that is emptied is not set. */
export function NumberControl({ id, describedBy, value, onChange }: ControlProps<'number'>): JSX.Element {
  return (
    <input
      id={id}
      aria-describedby={describedBy}
      class="form-number"
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={value instanceof RawText ? value.text : ''}
      onInput={(event) => {
        const text = event.currentTarget.value.trim()
        onChange(text === '' ? undefined : new RawText(text))
      }}
    />
  )
}
