import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import type { Exact } from '../json/exact.ts'
import { printExactLine } from '../json/print-exact.ts'
import { isSame } from '../schema/fits.ts'
import { kitWords } from '../words.ts'
import type { ControlProps } from './field-props.ts'

/** One of some values; yes and no are two. What the JSON says that is none of them stays as it is. */
export function ChoiceControl({ shape, ...rest }: ControlProps<'choice' | 'boolean'>): JSX.Element {
  const { id, describedBy, value, isRequired, onChange } = rest
  const values: readonly Exact[] = shape.kind === 'boolean' ? [true, false] : shape.values
  const at = values.findIndex((each) => isSame(each, value))
  const isOther = value !== undefined && at < 0
  const words = kitWords.value
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      class="form-choice"
      value={isOther ? 'other' : String(at)}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        if (chosen !== 'other') onChange(values[Number(chosen)])
      }}
    >
      {(!isRequired || value === undefined) && <option value="-1">{words.unset}</option>}
      {isOther && (
        <option value="other">{words.otherValue(escapeVisible(printExactLine(value)).slice(0, 60))}</option>
      )}
      {values.map((each, index) => (
        <option key={index} value={String(index)}>
          {escapeVisible(typeof each === 'string' && each !== '' ? each : printExactLine(each))}
        </option>
      ))}
    </select>
  )
}
