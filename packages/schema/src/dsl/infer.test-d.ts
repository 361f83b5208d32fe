import { expectTypeOf } from 'vitest'
import type { JsonValue } from '../json/value.ts'
import type { InferArgs, InferValue } from './infer.ts'
import type { ParameterSchemaSpec, ValueSchemaSpec } from './spec.ts'

const value = <const S extends ValueSchemaSpec>(_spec: S): InferValue<S> => null as never
const args = <const P extends ParameterSchemaSpec>(_spec: P): InferArgs<P> => null as never
const open = null as unknown as Record<string, JsonValue>

// contract:A6: scalars
expectTypeOf(value({ type: 'string' })).toEqualTypeOf<string>()
expectTypeOf(value({ type: 'number' })).toEqualTypeOf<number>()
expectTypeOf(value({ type: 'integer' })).toEqualTypeOf<number>()
expectTypeOf(value({ type: 'boolean' })).toEqualTypeOf<boolean>()
expectTypeOf(value({ type: 'null' })).toEqualTypeOf<null>()
expectTypeOf(value({ type: 'json' })).toEqualTypeOf<JsonValue>()

// contract:A6: literals from enum and const are kept without `as const`; const is the narrower of the two
expectTypeOf(value({ type: 'string', enum: ['a', 'b'] })).toEqualTypeOf<'a' | 'b'>()
expectTypeOf(value({ type: 'integer', enum: [1, 2] })).toEqualTypeOf<1 | 2>()
expectTypeOf(value({ type: 'boolean', enum: [true] })).toEqualTypeOf<true>()
expectTypeOf(value({ type: 'null', enum: [null] })).toEqualTypeOf<null>()
expectTypeOf(value({ type: 'number', const: 1.5 })).toEqualTypeOf<1.5>()
expectTypeOf(value({ type: 'null', const: null })).toEqualTypeOf<null>()
expectTypeOf(value({ type: 'string', enum: ['a', 'b'], const: 'b' })).toEqualTypeOf<'b'>()
expectTypeOf(value({ type: 'string', enum: ['a', 'b'] as string[] })).toEqualTypeOf<string>()

// contract:A6: annotations change nothing
expectTypeOf(
  value({ type: 'string', description: 'd', title: 't', default: 'x', examples: [['y', { deep: [1] }]] }),
).toEqualTypeOf<string>()

// contract:A6: arrays are mutable; without items they hold any JSON
expectTypeOf(value({ type: 'array', items: { type: 'string' } })).toEqualTypeOf<string[]>()
expectTypeOf(value({ type: 'array' })).toEqualTypeOf<JsonValue[]>()
expectTypeOf(value({ type: 'array', items: { type: 'array', items: { type: 'json' } } })).toEqualTypeOf<
  JsonValue[][]
>()
expectTypeOf(
  value({ type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'null' }] } }),
).toEqualTypeOf<(string | null)[]>()

// contract:A6: required keys are mandatory, others optional
expectTypeOf(
  value({
    type: 'object',
    additionalProperties: false,
    properties: { must: { type: 'string', required: true }, may: { type: 'number' } },
  }),
).toEqualTypeOf<{ must: string; may?: number }>()
expectTypeOf(args({ must: { type: 'string', required: true }, may: { type: 'number' } })).toEqualTypeOf<{
  must: string
  may?: number
}>()
expectTypeOf(args({})).toEqualTypeOf<{}>()
// @ts-expect-error an optional key does not hold undefined
args({ may: { type: 'number' } }).may = undefined
// @ts-expect-error an undeclared argument is a mistake of the tool's author
void args({ may: { type: 'number' } }).other

// contract:A6: open objects intersect Record<string, JsonValue>
expectTypeOf(
  value({
    type: 'object',
    additionalProperties: true,
    properties: { a: { type: 'string', required: true } },
  }),
).toEqualTypeOf<{ a: string } & Record<string, JsonValue>>()
expectTypeOf(value({ type: 'object', additionalProperties: true })).toEqualTypeOf(open)
expectTypeOf(
  value({ type: 'object', additionalProperties: true, properties: { a: { type: 'string', required: true } } })
    .other,
).toEqualTypeOf<JsonValue | undefined>()

// contract:A6: a closed object without properties is Record<string, never>
expectTypeOf(value({ type: 'object', additionalProperties: false })).toEqualTypeOf<Record<string, never>>()
expectTypeOf(args({ none: { type: 'object', additionalProperties: false } })).toEqualTypeOf<{
  none?: Record<string, never>
}>()

// contract:A6: oneOf is the union of its branches, discriminated where they are
const union = value({
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      properties: { kind: { type: 'string', const: 'file', required: true }, size: { type: 'integer' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      properties: { kind: { type: 'string', const: 'dir', required: true } },
    },
  ],
})
expectTypeOf(union).toEqualTypeOf<{ kind: 'file'; size?: number } | { kind: 'dir' }>()
expectTypeOf(
  value({ oneOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }, { type: 'boolean' }] }] }),
).toEqualTypeOf<string | null | boolean>()

// A nested `required` names the key of its own object only.
expectTypeOf(
  args({
    filter: {
      type: 'object',
      required: true,
      additionalProperties: false,
      properties: { path: { type: 'string', required: true }, depth: { type: 'integer' } },
    },
  }),
).toEqualTypeOf<{ filter: { path: string; depth?: number } }>()

// A spec whose type is not known exactly infers any JSON, and ends.
expectTypeOf<string>().toExtend<InferValue<ValueSchemaSpec>>()
expectTypeOf<InferValue<ValueSchemaSpec>>().toExtend<JsonValue>()
expectTypeOf<{ [key: string]: JsonValue }>().toExtend<InferArgs<ParameterSchemaSpec>>()

// contract:A6: 16 container levels are exact, then any JSON
type Nest<N extends number, Leaf, Levels extends unknown[] = []> = Levels['length'] extends N
  ? Leaf
  : { readonly type: 'array'; readonly items: Nest<N, Leaf, [...Levels, 0]> }
type Lists<N extends number, Leaf, Levels extends unknown[] = []> = Levels['length'] extends N
  ? Leaf
  : Lists<N, Leaf, [...Levels, 0]>[]
type Text = { readonly type: 'string' }
type Closed<P> = { readonly type: 'object'; readonly additionalProperties: false; readonly properties: P }

expectTypeOf<InferValue<Nest<15, Text>>>().toEqualTypeOf<Lists<15, string>>()
expectTypeOf<InferValue<Nest<16, Text>>>().toEqualTypeOf<Lists<16, string>>()
expectTypeOf<InferValue<Nest<17, Text>>>().toEqualTypeOf<Lists<16, JsonValue>>()
expectTypeOf<InferValue<Nest<40, Text>>>().toEqualTypeOf<Lists<16, JsonValue>>()
expectTypeOf<InferValue<Nest<16, { readonly type: 'string'; readonly const: 'x' }>>>().toEqualTypeOf<
  Lists<16, 'x'>
>()
expectTypeOf<InferValue<Nest<15, Closed<{ readonly a: Text }>>>>().toEqualTypeOf<Lists<15, { a?: string }>>()
expectTypeOf<InferValue<Nest<16, Closed<{ readonly a: Text }>>>>().toEqualTypeOf<Lists<16, JsonValue>>()
expectTypeOf<
  InferValue<Nest<16, { readonly oneOf: readonly [Text, { readonly type: 'null' }] }>>
>().toEqualTypeOf<Lists<16, JsonValue>>()

// The root of the arguments is no level of its own: 16 levels are exact inside it.
expectTypeOf<InferArgs<{ readonly deep: Nest<16, Text> }>>().toEqualTypeOf<{ deep?: Lists<16, string> }>()
expectTypeOf<InferArgs<{ readonly deep: Nest<17, Text> }>>().toEqualTypeOf<{ deep?: Lists<16, JsonValue> }>()
