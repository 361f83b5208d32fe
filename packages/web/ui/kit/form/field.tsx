import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Constraints } from '../schema/constraints.tsx'
import { resolved, type Schema } from '../schema/schema.ts'
import { shapeOf, type Shape } from '../schema/shape.ts'
import { typeWords } from '../schema/type-words.ts'
import { kitWords } from '../words.ts'
import { ChoiceControl } from './choice-control.tsx'
import { EitherControl } from './either-control.tsx'
import type { FieldProps } from './field-props.ts'
import { JsonControl } from './json-control.tsx'
import { ListControl } from './list-control.tsx'
import { noteOf } from './note-of.ts'
import { NumberControl } from './number-control.tsx'
import { ObjectControl } from './object-control.tsx'
import { TextControl } from './text-control.tsx'
import './form.css'

/** One value of a form with its name, its type, what is said of it, and what changes it. */
export function Field(props: FieldProps): JSX.Element {
  const { name, schema: given, root, value, isRequired } = props
  const id = useId()
  const schema = resolved(given, root)
  const shape = shapeOf(schema, root)
  const note = noteOf(value, shape, schema, isRequired)
  const isGroup = shape.kind === 'object' || shape.kind === 'list'
  const isOpen = shape.kind !== 'object' || value !== undefined || name === ''
  return (
    <div
      class="form-field"
      role={isGroup ? 'group' : undefined}
      aria-label={isGroup ? escapeVisible(name) : undefined}
    >
      {name !== '' && <Label {...props} id={id} isGroup={isGroup} schema={schema} />}
      {isOpen ? (
        <Control {...props} shape={shape} id={id} describedBy={`${id}-about`} />
      ) : (
        <button id={id} type="button" class="kit-button" onClick={() => props.onChange({})}>
          {kitWords.value.add}
        </button>
      )}
      <div id={`${id}-about`} class="form-about">
        {note !== undefined && <p class="form-note">{escapeVisible(note)}</p>}
        {name !== '' && typeof schema['description'] === 'string' && (
          <p>{escapeVisible(schema['description'], { lines: true })}</p>
        )}
      </div>
    </div>
  )
}

function Label({
  id,
  name,
  schema,
  root,
  value,
  isRequired,
  isGroup,
  onChange,
  onRemove,
}: FieldProps & { readonly id: string; readonly isGroup: boolean; readonly schema: Schema }): JSX.Element {
  const words = kitWords.value
  const shown = escapeVisible(name)
  const remove =
    onRemove ?? (isGroup && !isRequired && value !== undefined ? () => onChange(undefined) : undefined)
  return (
    <div class="form-label">
      {isGroup ? (
        <span class="form-name">{shown}</span>
      ) : (
        <label class="form-name" for={id}>
          {shown}
        </label>
      )}
      <code class="schema-type">{escapeVisible(typeWords(schema, root))}</code>
      {isRequired && onRemove === undefined && <span class="schema-required">{words.required}</span>}
      <Constraints schema={schema} />
      {remove !== undefined && (
        <button
          type="button"
          class="kit-button form-remove"
          aria-label={words.removeNamed(shown)}
          onClick={remove}
        >
          {words.remove}
        </button>
      )}
    </div>
  )
}

function Control({
  shape,
  ...rest
}: FieldProps & { readonly shape: Shape; readonly id: string; readonly describedBy: string }): JSX.Element {
  const props = { ...rest, field: Field }
  switch (shape.kind) {
    case 'text':
      return <TextControl {...props} shape={shape} />
    case 'number':
      return <NumberControl {...props} shape={shape} />
    case 'boolean':
    case 'choice':
      return <ChoiceControl {...props} shape={shape} />
    case 'list':
      return <ListControl {...props} shape={shape} />
    case 'object':
      return <ObjectControl {...props} shape={shape} />
    case 'either':
      return <EitherControl {...props} shape={shape} />
    case 'any':
      return <JsonControl {...props} shape={shape} />
  }
}
