import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import type { Exact } from '../json/exact.ts'
import { blankOf } from '../schema/blank.ts'
import { kitWords } from '../words.ts'
import type { ControlProps } from './field-props.ts'

/** A list, to which items are added at its end. */
export function ListControl({
  field: Field,
  shape,
  name,
  root,
  id,
  value,
  isRequired,
  onChange,
}: ControlProps<'list'>): JSX.Element {
  const items: readonly Exact[] = Array.isArray(value) ? (value as readonly Exact[]) : []
  const words = kitWords.value
  const changed = (at: number, item: Exact | undefined): void =>
    onChange(items.map((each, index) => (index === at ? (item ?? blankOf(shape.items, root)) : each)))
  const without = (at: number): void => {
    const left = items.filter((_, index) => index !== at)
    onChange(left.length === 0 && !isRequired ? undefined : left)
  }
  return (
    <div class="form-within">
      {items.map((item, at) => (
        <Field
          key={at}
          name={words.item(at + 1)}
          schema={shape.items}
          root={root}
          value={item}
          isRequired
          onChange={(next) => changed(at, next)}
          onRemove={() => without(at)}
        />
      ))}
      <button
        id={id}
        type="button"
        class="kit-button"
        aria-label={words.addItem(escapeVisible(name))}
        onClick={() => onChange([...items, blankOf(shape.items, root)])}
      >
        {words.add}
      </button>
    </div>
  )
}
