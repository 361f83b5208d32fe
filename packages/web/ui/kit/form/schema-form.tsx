import type { JSX } from 'preact'
import type { Exact } from '../json/exact.ts'
import type { Schema } from '../schema/schema.ts'
import { Field } from './field.tsx'

/** A form for the value that a schema describes. What no field can ask for is asked for as JSON. */
export function SchemaForm({
  schema,
  value,
  onChange,
}: {
  readonly schema: Schema
  readonly value: Exact
  readonly onChange: (value: Exact) => void
}): JSX.Element {
  return (
    <Field
      name=""
      schema={schema}
      root={schema}
      value={value}
      isRequired
      onChange={(next) => onChange(next ?? {})}
    />
  )
}
