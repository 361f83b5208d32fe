import { escapeVisible } from '@millrace/protocol'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { blankOf } from '../schema/blank.ts'
import { fits } from '../schema/fits.ts'
import { branchName } from '../schema/type-words.ts'
import { kitWords } from '../words.ts'
import type { ControlProps } from './field-props.ts'

/** One of several forms: which one is chosen first, and what that asks for stands below. */
export function EitherControl(props: ControlProps<'either'>): JSX.Element {
  const { field: Field, shape, root, name, id, describedBy, value, isRequired, onChange } = props
  const { branches } = shape
  const chosen = useSignal<number | undefined>(undefined)
  const words = kitWords.value
  const found = branches.findIndex((branch) => fits(value, branch, root))
  const at = value === undefined ? -1 : found >= 0 ? found : (chosen.value ?? 0)
  const choose = (next: number): void => {
    chosen.value = next
    onChange(next < 0 ? undefined : blankOf(branches[next]!, root))
  }
  const branch = branches[at]
  return (
    <div class="form-within">
      <select
        id={id}
        aria-describedby={describedBy}
        class="form-choice"
        aria-label={words.choiceOf(escapeVisible(name))}
        value={String(at)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {(!isRequired || value === undefined) && <option value="-1">{words.unset}</option>}
        {branches.map((each, index) => (
          <option key={index} value={String(index)}>
            {escapeVisible(branchName(each, root)) || words.branch(index + 1)}
          </option>
        ))}
      </select>
      {branch !== undefined && value !== undefined && (
        <Field key={at} name="" schema={branch} root={root} value={value} isRequired onChange={onChange} />
      )}
    </div>
  )
}
