import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import type {
  ForeignSchema,
  InferForeignInput,
  InferForeignOutput,
  StandardSchema,
  StandardSchemaPair,
} from './standard.ts'

const zod = z.object({ a: z.string().default('x'), n: z.string().transform(Number) })
const valibot = v.object({ a: v.optional(v.string(), 'x') })
const wrapped = toStandardJsonSchema(valibot)
const ark = type({ a: 'string', 'n?': 'number' })

// contract:R11: our interface is the standard's
expectTypeOf<StandardSchemaV1<string, number>>().toExtend<StandardSchema<string, number>>()
expectTypeOf<StandardSchemaV1<string> & StandardJSONSchemaV1<string>>().toExtend<StandardSchema<string>>()
expectTypeOf<StandardSchema<string, number>>().toExtend<StandardSchemaV1<string, number>>()
expectTypeOf(zod).toExtend<StandardSchema>()
expectTypeOf(valibot).toExtend<StandardSchema>()
expectTypeOf(wrapped).toExtend<StandardSchema>()
expectTypeOf(ark).toExtend<StandardSchema>()
expectTypeOf({ schema: valibot, jsonSchema: { type: 'object' } }).toExtend<ForeignSchema>()
expectTypeOf<{ type: 'string' }>().not.toExtend<ForeignSchema>()

// contract:R11: both sides are inferred, before and after defaults and transforms
expectTypeOf<InferForeignInput<typeof zod>>().toEqualTypeOf<{ a?: string | undefined; n: string }>()
expectTypeOf<InferForeignOutput<typeof zod>>().toEqualTypeOf<{ a: string; n: number }>()
expectTypeOf<InferForeignInput<typeof wrapped>>().toEqualTypeOf<{ a?: string | undefined }>()
expectTypeOf<InferForeignOutput<typeof wrapped>>().toEqualTypeOf<{ a: string }>()
expectTypeOf<InferForeignOutput<typeof ark>>().toEqualTypeOf<{ a: string; n?: number }>()
expectTypeOf<InferForeignInput<StandardSchemaPair<typeof valibot>>>().toEqualTypeOf<{
  a?: string | undefined
}>()
expectTypeOf<InferForeignOutput<StandardSchemaPair<typeof valibot>>>().toEqualTypeOf<{ a: string }>()
