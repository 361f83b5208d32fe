import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { RawText, type Exact } from '../json/exact.ts'
import { parseExact } from '../json/parse-exact.ts'
import { printExact } from '../json/print-exact.ts'
import type { ControlProps } from './field-props.ts'

/** A value that no field can ask for, as JSON. What is no JSON yet stands in the arguments as it is, and they cannot be sent. */
export function JsonControl({ id, describedBy, value, isRequired, onChange }: ControlProps): JSX.Element {
  const draft = useSignal<{ readonly text: string; readonly of: Exact | undefined } | undefined>(undefined)
  const isOwn = draft.value !== undefined && draft.value.of === value
  const text = isOwn ? draft.value!.text : value === undefined ? '' : printExact(value)
  return (
    <textarea
      id={id}
      aria-describedby={describedBy}
      class="form-text form-json"
      rows={1}
      spellcheck={false}
      autocomplete="off"
      value={text}
      onInput={(event) => {
        const typed = event.currentTarget.value
        const next = typed.trim() === '' && !isRequired ? undefined : read(typed)
        draft.value = { text: typed, of: next }
        onChange(next)
      }}
    />
  )
}

function read(text: string): Exact {
  try {
    return parseExact(text)
  } catch {
    return new RawText(text)
  }
}
