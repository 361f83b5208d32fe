import { expectTypeOf } from 'vitest'
import type {
  ArrayValueSchemaSpec,
  BooleanValueSchemaSpec,
  IntegerValueSchemaSpec,
  JsonValueSchemaSpec,
  NullValueSchemaSpec,
  NumberValueSchemaSpec,
  ObjectValueSchemaSpec,
  OneOfValueSchemaSpec,
  ParameterPropertySpec,
  ParameterSchemaSpec,
  StringValueSchemaSpec,
  ValueSchemaSpec,
} from './spec.ts'

const value = (_spec: ValueSchemaSpec): void => undefined
const parameters = (_spec: ParameterSchemaSpec): void => undefined

// contract:A1: the nine kinds make up a value schema
expectTypeOf<ValueSchemaSpec>().toEqualTypeOf<
  | StringValueSchemaSpec
  | NumberValueSchemaSpec
  | IntegerValueSchemaSpec
  | BooleanValueSchemaSpec
  | NullValueSchemaSpec
  | ArrayValueSchemaSpec
  | ObjectValueSchemaSpec
  | JsonValueSchemaSpec
  | OneOfValueSchemaSpec
>()
// A value schema may stand as an optional property; a required property may not stand as a value schema.
expectTypeOf<ValueSchemaSpec>().toExtend<ParameterPropertySpec>()
expectTypeOf<{ readonly type: 'string'; readonly required: true }>().not.toExtend<ValueSchemaSpec>()

// contract:A1 contract:A2: valid forms
value({
  type: 'string',
  enum: ['a'],
  const: 'a',
  description: 'd',
  title: 't',
  default: 'a',
  examples: ['a'],
})
value({ type: 'array' })
value({ type: 'array', items: { type: 'json' } })
value({ type: 'object', additionalProperties: true })
value({ type: 'object', additionalProperties: false, properties: { a: { type: 'null', required: true } } })
value({ oneOf: [{ type: 'string' }, { type: 'null' }], description: 'd' })
parameters({ a: { type: 'string', required: true }, b: { oneOf: [{ type: 'string' }, { type: 'null' }] } })
parameters({})

// contract:A6: invalid author forms are compile errors
// @ts-expect-error unknown kind
value({ type: 'strng' })
// @ts-expect-error no kind
value({ description: 'd' })
// @ts-expect-error a list of kinds
value({ type: ['string', 'null'] })
// @ts-expect-error unknown key
value({ type: 'string', minLength: 1 })
// @ts-expect-error misspelt annotation
value({ type: 'string', descripton: 'd' })
// @ts-expect-error key of another kind
value({ type: 'string', items: { type: 'string' } })
// @ts-expect-error key of another kind
value({ type: 'array', properties: {} })
// @ts-expect-error enum of another type
value({ type: 'string', enum: [1] })
// @ts-expect-error const of another type
value({ type: 'integer', const: '1' })
// @ts-expect-error json takes no constraints
value({ type: 'json', enum: ['a'] })
// @ts-expect-error openness of an object must be said
value({ type: 'object', properties: {} })
// @ts-expect-error openness is a boolean
value({ type: 'object', additionalProperties: { type: 'string' } })
// @ts-expect-error a union of one
value({ oneOf: [{ type: 'string' }] })
// @ts-expect-error a union beside a type
value({ type: 'string', oneOf: [{ type: 'string' }, { type: 'null' }] })
// @ts-expect-error required at a root
value({ type: 'string', required: true })
// @ts-expect-error required on items
value({ type: 'array', items: { type: 'string', required: true } })
// @ts-expect-error required on a branch
value({ oneOf: [{ type: 'string', required: true }, { type: 'null' }] })
// @ts-expect-error required as a list
value({ type: 'object', additionalProperties: true, properties: { a: { type: 'null' } }, required: ['a'] })
// @ts-expect-error items present but undefined
value({ type: 'array', items: undefined })
// @ts-expect-error description of another type
value({ type: 'string', description: 1 })
// @ts-expect-error an annotation that is not JSON
value({ type: 'string', default: new Date() })
// @ts-expect-error required is true or absent
parameters({ a: { type: 'string', required: false } })
// @ts-expect-error required is true or absent
parameters({ a: { type: 'string', required: undefined } })
// @ts-expect-error a symbol key
parameters({ [Symbol('a')]: { type: 'string' } })
// @ts-expect-error a node that is not an object
parameters({ a: 'string' })
