import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { isComposing } from '../is-composing.ts'
import { isExactObject, type Exact, type ExactObject } from '../json/exact.ts'
import { blankOf } from '../schema/blank.ts'
import type { Schema } from '../schema/schema.ts'
import { kitWords } from '../words.ts'
import type { ControlProps } from './field-props.ts'

/** An object: the members that its schema names, those that it has besides, and a way to add more where it may have more. */
export function ObjectControl(props: ControlProps<'object'>): JSX.Element {
  const { field: Field, shape, root, value, isRequired, onChange } = props
  const object: ExactObject = isExactObject(value) ? value : {}
  const named = new Set(shape.members.map(({ name }) => name))
  const others = Object.keys(object).filter((name) => !named.has(name))
  const set = (name: string, next: Exact | undefined): void => {
    const changed = withMember(object, name, next)
    onChange(Object.keys(changed).length === 0 && !isRequired ? undefined : changed)
  }
  return (
    <div class="form-within">
      {shape.members.map(({ name, schema, isRequired: isNeeded }) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          root={root}
          value={memberOf(object, name)}
          isRequired={isNeeded && value !== undefined}
          onChange={(next) => set(name, next)}
        />
      ))}
      {others.map((name) => (
        <Field
          key={`other ${name}`}
          name={name}
          schema={shape.others ?? {}}
          root={root}
          value={memberOf(object, name)}
          isRequired
          onChange={(next) => set(name, next)}
          onRemove={() => set(name, undefined)}
        />
      ))}
      {shape.others !== undefined && Object.keys(shape.others).length > 0 && (
        <AddMember
          taken={new Set([...named, ...others])}
          onAdd={(name) => set(name, blankOf(shape.others as Schema, root))}
        />
      )}
    </div>
  )
}

function memberOf(object: ExactObject, name: string): Exact | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Members stay in their order; a new one comes last. */
function withMember(object: ExactObject, name: string, next: Exact | undefined): ExactObject {
  const entries = Object.entries(object)
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name))
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...entries, [name, next]])
  return Object.fromEntries(entries.map(([key, each]) => [key, key === name ? next : each]))
}

function AddMember({
  taken,
  onAdd,
}: {
  readonly taken: ReadonlySet<string>
  readonly onAdd: (name: string) => void
}): JSX.Element {
  const name = useSignal('')
  const words = kitWords.value
  const add = (): void => {
    if (name.value === '' || taken.has(name.value)) return
    onAdd(name.value)
    name.value = ''
  }
  return (
    <div class="form-add">
      <input
        type="text"
        aria-label={words.memberName}
        placeholder={words.memberName}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          add()
        }}
      />
      <button
        type="button"
        class="kit-button"
        disabled={name.value === '' || taken.has(name.value)}
        onClick={add}
      >
        {words.addMember}
      </button>
    </div>
  )
}
