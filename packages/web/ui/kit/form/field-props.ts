import type { FunctionComponent } from 'preact'
import type { Exact } from '../json/exact.ts'
import type { Schema } from '../schema/schema.ts'
import type { Shape } from '../schema/shape.ts'

/** One value that a form asks for. */
export interface FieldProps {
  readonly name: string
  readonly schema: Schema
  /** The schema that references are looked up in. */
  readonly root: Schema
  /** `undefined` where it is not there. */
  readonly value: Exact | undefined
  readonly isRequired: boolean
  readonly onChange: (value: Exact | undefined) => void
  /** Takes it out of the list or object that it is in, where that is more than not setting it. */
  readonly onRemove?: (() => void) | undefined
}

/** What changes a value of one kind. */
export interface ControlProps<K extends Shape['kind'] = Shape['kind']> extends FieldProps {
  readonly shape: Extract<Shape, { kind: K }>
  /** The id of the element that a label points to, and the one that describes it. */
  readonly id: string
  readonly describedBy: string
  /** What draws the values within; given, as fields hold controls and controls hold fields. */
  readonly field: FunctionComponent<FieldProps>
}
