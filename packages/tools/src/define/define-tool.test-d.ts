import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import type { ContentBlock, JsonValue } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import { defineContentToolFixture } from './content-fixture.ts'
import { defineTool } from './define-tool.ts'

const facts = { name: 'x', description: 'd' }
const render = (): ContentBlock[] => []
const nothing = { schema: { type: 'null' }, render } as const

// contract:A6: every function's parameters are inferred from the schemas, literals included
expectTypeOf(
  defineTool({
    ...facts,
    parameters: {
      mode: { type: 'string', enum: ['fast', 'exact'], required: true },
      limit: { type: 'integer' },
    },
    output: {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { kind: { type: 'string', const: 'file', required: true }, size: { type: 'integer' } },
      },
      render: (args, value) => {
        expectTypeOf(args).toEqualTypeOf<{ mode: 'fast' | 'exact'; limit?: number }>()
        expectTypeOf(value).toEqualTypeOf<{ kind: 'file'; size?: number }>()
        return []
      },
      presentationMeta: (args, value) => {
        expectTypeOf(args.mode).toEqualTypeOf<'fast' | 'exact'>()
        return value.kind
      },
    },
    async execute(args, exec) {
      expectTypeOf(args).toEqualTypeOf<{ mode: 'fast' | 'exact'; limit?: number }>()
      expectTypeOf(exec).toEqualTypeOf<ToolRunContext>()
      return { kind: 'file', size: args.limit ?? 0 }
    },
    isConcurrencySafe: (args) => args.mode === 'fast',
    presentCall: (args) => ({ card: 'generic', title: args.mode }),
    presentResult: (args, result) => ({ card: 'generic', title: args.mode, content: result.content }),
    touches: (args) => ({ paths: [{ path: args.mode, access: 'read' }] }),
  }),
).toEqualTypeOf<ToolDefinition>()

// contract:A6: what a body returns keeps its literals, too, whatever its form
const union = {
  oneOf: [
    { type: 'string', const: 'none' },
    {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          n: { type: 'integer', enum: [1, 2], required: true },
          b: { type: 'boolean', const: true },
        },
      },
    },
  ],
} as const
defineTool({ ...facts, parameters: {}, output: { schema: union, render }, execute: async () => 'none' })
defineTool({ ...facts, parameters: {}, output: { schema: union, render }, execute: async () => [{ n: 1 }] })
defineTool({
  ...facts,
  parameters: {},
  output: { schema: union, render },
  async execute(_args, exec) {
    if (exec.signal.aborted) return 'none'
    return [{ n: 1 }, { n: 2, b: true }]
  },
})
defineTool({
  ...facts,
  parameters: {},
  output: { schema: union, render },
  // @ts-expect-error a literal outside the enum
  execute: async () => [{ n: 3 }],
})
defineTool({
  ...facts,
  parameters: {},
  output: { schema: union, render },
  // @ts-expect-error a missing key
  execute: async () => [{ b: true }],
})
defineTool({
  ...facts,
  parameters: {},
  output: nothing,
  // @ts-expect-error a value where null is declared
  execute: async () => 'x',
})

// contract:A6: render cannot widen what the schema says
defineTool({
  ...facts,
  parameters: { a: { type: 'string', required: true } },
  // @ts-expect-error the schema says string, not number
  output: { schema: { type: 'string' }, render: (_args: { a: string }, _value: number) => [] },
  execute: async () => '',
})

// contract:A6: invalid author forms are compile errors where they stand
const body = async (): Promise<null> => null
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error unknown kind
  parameters: { a: { type: 'strng' } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error misspelt key
  parameters: { a: { type: 'string', descripton: '' } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error keyword outside the language
  parameters: { a: { type: 'string', minLength: 1 } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error key of another kind
  parameters: { a: { type: 'string', items: { type: 'null' } } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error misspelt key further in
  parameters: { a: { type: 'array', items: { type: 'null', titel: '' } } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error enum of another type
  parameters: { a: { type: 'string', enum: [1] } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error required is true or absent
  parameters: { a: { type: 'null', required: false } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error required on items
  parameters: { a: { type: 'array', items: { type: 'null', required: true } } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error a union of one
  parameters: { a: { oneOf: [{ type: 'null' }] } },
})
defineTool({
  ...facts,
  output: nothing,
  execute: body,
  // @ts-expect-error not a node
  parameters: { a: 'string' },
})
defineTool({
  ...facts,
  parameters: {},
  execute: body,
  // @ts-expect-error openness must be said
  output: { schema: { type: 'object' }, render },
})
defineTool({
  ...facts,
  parameters: {},
  execute: body,
  // @ts-expect-error required at a root
  output: { schema: { type: 'null', required: true }, render },
})
defineTool({
  ...facts,
  parameters: {},
  execute: body,
  // @ts-expect-error misspelt key
  output: { schema: { type: 'null', titel: '' }, render },
})
defineTool({
  ...facts,
  parameters: {},
  execute: body,
  // @ts-expect-error misspelt key on a branch
  output: { schema: { oneOf: [{ type: 'null' }, { type: 'string', titel: '' }] }, render },
})
defineTool({
  ...facts,
  parameters: {},
  execute: body,
  // @ts-expect-error no render
  output: { schema: { type: 'null' } },
})
// @ts-expect-error no output
defineTool({ ...facts, parameters: {}, execute: body })
defineTool({
  ...facts,
  parameters: {},
  output: nothing,
  execute: body,
  // @ts-expect-error unknown member
  timeout: 1,
})
defineTool({
  ...facts,
  parameters: {},
  output: nothing,
  async execute() {
    // @ts-expect-error an author's function has no `this`
    void this.name
    return null
  },
})

// Parameters called like the members of a pair are parameters.
defineTool({
  ...facts,
  parameters: { schema: { type: 'string' }, jsonSchema: { type: 'integer', required: true } },
  output: nothing,
  execute: async (args) => {
    expectTypeOf(args).toEqualTypeOf<{ schema?: string; jsonSchema: number }>()
    return null
  },
})

// contract:R11: a foreign schema types the body by its output, everything else by its input
defineTool({
  ...facts,
  parameters: z.object({ a: z.string().default('x'), n: z.string().transform(Number) }),
  output: {
    schema: z.object({ kind: z.literal('q'), m: z.number().optional() }),
    render: (args, value) => {
      expectTypeOf(args).toEqualTypeOf<{ a?: string | undefined; n: string }>()
      expectTypeOf(value.kind).toEqualTypeOf<'q'>()
      return []
    },
  },
  presentCall: (args) => ({ card: 'generic', title: args.n }),
  async execute(args) {
    expectTypeOf(args).toEqualTypeOf<{ a: string; n: number }>()
    return { kind: 'q' }
  },
})
defineTool({
  ...facts,
  parameters: type({ a: 'string', 'n?': 'number' }),
  output: {
    schema: type({ kind: '"q"' }),
    render: (args, value) => {
      expectTypeOf(args).toEqualTypeOf<{ a: string; n?: number }>()
      expectTypeOf(value.kind).toEqualTypeOf<'q'>()
      return []
    },
  },
  execute: async (args) => {
    expectTypeOf(args).toEqualTypeOf<{ a: string; n?: number }>()
    return { kind: 'q' }
  },
})
const valibot = v.object({ a: v.optional(v.string(), 'x') })
defineTool({
  ...facts,
  parameters: toStandardJsonSchema(valibot),
  output: { schema: { schema: v.object({ kind: v.literal('q') }), jsonSchema: { type: 'object' } }, render },
  execute: async (args) => {
    expectTypeOf(args).toEqualTypeOf<{ a: string }>()
    return { kind: 'q' }
  },
})
defineTool({
  ...facts,
  parameters: { schema: valibot, jsonSchema: toJsonSchema(valibot) },
  output: {
    schema: z.unknown(),
    render: (args, value) => {
      expectTypeOf(args).toEqualTypeOf<{ a?: string | undefined }>()
      expectTypeOf(value).toEqualTypeOf<JsonValue>()
      return []
    },
  },
  execute: async (args) => ({ echoed: args.a }),
})
defineTool({
  ...facts,
  parameters: {},
  output: { schema: z.object({ k: z.literal('q') }), render },
  // @ts-expect-error a literal that the foreign schema does not have
  execute: async () => ({ k: 'r' }),
})

// contract:A7: a content fixture infers its arguments
expectTypeOf(
  defineContentToolFixture({
    ...facts,
    parameters: { a: { type: 'string', required: true } },
    execute: async (args) => [{ type: 'text', text: args.a }],
  }),
).toEqualTypeOf<ToolDefinition>()
defineContentToolFixture({
  ...facts,
  parameters: {},
  // @ts-expect-error a fixture returns content blocks
  execute: async () => 'text',
})
