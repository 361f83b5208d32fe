import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import {
  isSnapshot,
  JsonSchemaError,
  snapshotJsonValue,
  ToolArgsError,
  type ForeignSchema,
  type StandardSchema,
} from '@millrace/schema'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import { defineTool } from './define-tool.ts'
import type { ErasedToolSpec } from './erased-spec.ts'

const exec = { signal: new AbortController().signal } as ToolRunContext

/** A tool that returns the arguments that its body got. */
function tool(parameters: ForeignSchema, more: Partial<ErasedToolSpec> = {}): ToolDefinition {
  return defineTool({
    name: 'probe',
    description: 'Probes.',
    parameters,
    output: { schema: { type: 'json' }, render: () => [] },
    execute: async (args: unknown) => args as never,
    ...(more as object),
  })
}

/** A tool whose value is judged by a schema of another library. */
function returning(schema: ForeignSchema): ToolDefinition['output'] {
  return tool(z.object({}), { output: { schema, render: () => [] } }).output
}

const zod = z.object({
  path: z.string().min(1),
  limit: z.number().int().default(10),
  when: z
    .string()
    .transform((text) => text.length)
    .optional(),
})

describe('defineTool with parameters of another library', () => {
  verifies(['contract:R11', 'contract:R8'], 'shows the model the library’s JSON Schema as it is', () => {
    const { parameters } = tool(zod)
    expect(parameters).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1 },
        limit: { type: 'integer', default: 10, minimum: -9007199254740991, maximum: 9007199254740991 },
        when: { type: 'string' },
      },
      required: ['path'],
    })
    expect(isSnapshot(parameters)).toBe(true)
    expect(tool(type({ path: 'string > 0' })).parameters).toMatchObject({
      properties: { path: { minLength: 1 } },
    })
    const valibot = v.object({ path: v.pipe(v.string(), v.minLength(1)) })
    expect(tool(toStandardJsonSchema(valibot)).parameters).toMatchObject({ required: ['path'] })
    expect(tool({ schema: valibot, jsonSchema: toJsonSchema(valibot) }).parameters).toEqual(
      toJsonSchema(valibot),
    )
  })

  verifies(['contract:R11'], 'gives the body the parsed value, and everybody else the input', async () => {
    const render = vi.fn(() => [])
    const spies = {
      presentCall: vi.fn(() => undefined),
      presentResult: vi.fn(() => undefined),
      touches: vi.fn(() => ({})),
      isConcurrencySafe: vi.fn(() => true),
    }
    const definition = tool(zod, { ...spies, output: { schema: { type: 'json' }, render } })
    const input = snapshotJsonValue({ path: 'a', when: 'today' })
    expect(await definition.execute(input, exec)).toEqual({ path: 'a', limit: 10, when: 5 })
    expect(input).toEqual({ path: 'a', when: 'today' })
    expect(definition.isConcurrencySafe?.(input)).toBe(true)
    definition.presentCall?.(input)
    definition.presentResult?.(input, { content: [], isError: false })
    definition.touches?.(input)
    definition.output.render(input, null)
    for (const spy of [...Object.values(spies), render]) {
      expect((spy.mock.calls as unknown[][])[0]?.[0]).toBe(input)
    }
  })

  verifies(['contract:R11', 'contract:A4'], 'reports a library’s complaints with their paths', async () => {
    const deep = tool(z.object({ rows: z.array(z.object({ id: z.string() })) }))
    await expect(deep.execute({ rows: [{ id: 'a' }, { id: 1 }] }, exec)).rejects.toMatchObject({
      name: 'ToolArgsError',
      code: 'INVALID_ARGS',
      violations: ['"rows[1].id": Invalid input: expected string, received number'],
    })
    await expect(tool(zod).execute({ path: '' }, exec)).rejects.toThrow(
      /^invalid arguments: "path": Too small/,
    )
    await expect(tool(type({ path: 'string' })).execute({}, exec)).rejects.toThrow(
      '"path": path must be a string',
    )
    const valibot = toStandardJsonSchema(v.object({ path: v.string() }))
    await expect(tool(valibot).execute({ path: 1 }, exec)).rejects.toThrow('"path": Invalid type')
    for (const args of [undefined, { path: 'a', bad: undefined }, { path: 'a', when: new Date() }]) {
      await expect(tool(zod).execute(args, exec)).rejects.toBeInstanceOf(ToolArgsError)
    }
  })

  verifies(
    ['contract:R11', 'contract:A5'],
    'asks no other function about arguments that the library refuses',
    () => {
      const presentCall = vi.fn(() => undefined)
      const touches = vi.fn(() => ({ hosts: ['x'] }))
      const definition = tool(zod, { presentCall, touches, isConcurrencySafe: () => true })
      for (const args of [{ path: '' }, {}, new Date(), { path: 'a', limit: 1.5 }]) {
        expect(definition.presentCall?.(args)).toBeUndefined()
        expect(definition.touches?.(args)).toEqual({})
        expect(definition.isConcurrencySafe?.(args)).toBe(false)
      }
      expect(presentCall).not.toHaveBeenCalled()
      expect(touches).not.toHaveBeenCalled()
    },
  )

  verifies(['contract:R11'], 'runs an asynchronous validator before the body only, and alone', async () => {
    const check = vi.fn(async ({ path }: { path: string }) => path !== 'taken')
    const presentCall = vi.fn(() => ({ card: 'generic' as const, title: 't' }))
    const schema = z.object({ path: z.string().min(1) }).refine(check, 'is taken')
    const definition = tool(schema, { isConcurrencySafe: () => true, presentCall })
    expect(await definition.execute({ path: 'free' }, exec)).toEqual({ path: 'free' })
    await expect(definition.execute({ path: 'taken' }, exec)).rejects.toMatchObject({
      violations: ['"arguments": is taken'],
    })
    await expect(definition.execute({ path: '' }, exec)).rejects.toBeInstanceOf(ToolArgsError)
    const asked = check.mock.calls.length
    expect(definition.isConcurrencySafe?.({ path: 'free' })).toBe(false)
    expect(definition.presentCall?.({ path: 'taken' })).toEqual({ card: 'generic', title: 't' })
    expect(definition.presentCall?.({ path: 1 })).toBeUndefined()
    expect(check).toHaveBeenCalledTimes(asked)
    const fresh = tool(schema, { isConcurrencySafe: () => true, presentCall })
    expect(fresh.isConcurrencySafe?.({ path: 'free' })).toBe(false)
    expect(fresh.presentCall?.({ path: 'taken' })).toEqual({ card: 'generic', title: 't' })
  })

  verifies(['contract:R11'], 'starts no body for a call that was given up during validation', async () => {
    const controller = new AbortController()
    const body = vi.fn(async () => null)
    const schema = z.object({}).refine(async () => {
      controller.abort(new Error('gave up'))
      return true
    })
    const definition = tool(schema, { execute: body })
    const { signal } = controller
    await expect(definition.execute({}, { ...exec, signal })).rejects.toThrow('gave up')
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:R11'], 'hands a parsed value with a then of its own to the body as it is', async () => {
    const thenable = Object.defineProperty({}, 'call', { value: 1 })
    const schema = z
      .object({})
      .transform(() => Object.assign(thenable, { [String('then')]: () => undefined }))
    const body = vi.fn(async () => null)
    await tool(schema, { execute: body }).execute({}, exec)
    expect(body).toHaveBeenCalledWith(thenable, exec)
  })

  verifies(['contract:R11', 'fault:B019'], 'supplies a missing object root, and refuses another', () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ])
    expect(tool(either).parameters).toMatchObject({
      type: 'object',
      oneOf: [{ type: 'object' }, { type: 'object' }],
    })
    const refused = /^unsupported JSON schema: defineTool\(probe\): parameters must describe an object/
    for (const schema of [z.string(), z.array(z.string()), z.union([z.string(), z.null()])]) {
      expect(() => tool(schema)).toThrow(JsonSchemaError)
      expect(() => tool(schema)).toThrow(refused)
    }
  })

  verifies(['contract:R11'], 'names the field that has no JSON Schema, and the mend', () => {
    expect(() => tool(v.object({}))).toThrow(
      /defineTool\(probe\): parameters: this valibot schema gives no JSON Schema; wrap it in toStandardJsonSchema/,
    )
    expect(() => returning(z.date())).toThrow(
      /defineTool\(probe\): output\.schema: this zod schema cannot be expressed .*pass \{ schema, jsonSchema \}/,
    )
  })

  verifies(['contract:R10', 'contract:R11'], 'takes secrets into parameters that it cannot look into', () => {
    expect(tool(zod, { secrets: ['/path'] }).secrets).toEqual(['/path'])
    expect(() => tool(zod, { secrets: ['path'] })).toThrow(/is not a JSON Pointer/)
  })
})

describe('defineTool with an output of another library', () => {
  verifies(['contract:R11'], 'lets the library judge, beside the nearest schema of the subset', () => {
    const output = returning(
      z.strictObject({ path: z.string().min(2).describe('where'), sizes: z.tuple([z.number(), z.null()]) }),
    )
    expect(output.schema).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'where' },
        sizes: { type: 'array', items: { oneOf: [{ type: 'number' }, { type: 'null' }] } },
      },
      required: ['path', 'sizes'],
      additionalProperties: false,
    })
    expect(output.validate?.({ path: 'ab', sizes: [1, null] })).toEqual([])
    expect(output.validate?.({ path: 'a', sizes: [1, null] })).toEqual([
      expect.stringMatching(/^"value\.path": Too small/),
    ])
    expect(output.validate?.({ path: 'ab', sizes: [null, 1] })).toHaveLength(2)
    expect(returning(type({ a: 'string' })).validate?.({ a: 1 })).toEqual([
      '"value.a": a must be a string (was a number)',
    ])
    const beside = returning({ schema: v.object({ a: v.string() }), jsonSchema: { type: 'object' } })
    expect(beside.schema).toEqual({ type: 'object' })
    expect(beside.validate?.({ a: 1 })).toHaveLength(1)
  })

  verifies(['contract:R11'], 'describes what the body returns, not what the library would make of it', () => {
    const output = returning(z.object({ a: z.string().transform(Number), b: z.string().default('x') }))
    expect(output.schema).toMatchObject({ properties: { a: { type: 'string' } }, required: ['a'] })
    expect(output.validate?.({ a: '1' })).toEqual([])
    expect(output.validate?.({ a: 1 })).toHaveLength(1)
  })

  verifies(['contract:R11'], 'refuses every value of a schema that would have to be waited for', async () => {
    const rejecting: StandardSchema = {
      '~standard': { version: 1, vendor: 'fake', validate: () => Promise.reject(new Error('down')) },
    }
    const waiting = z.object({}).refine(async () => true)
    for (const schema of [waiting, { schema: rejecting, jsonSchema: { type: 'object' } }]) {
      expect(returning(schema).validate?.({})).toEqual([
        '"value": output.schema validates asynchronously, and an output cannot wait: use a synchronous schema',
      ])
    }
    await new Promise((resolve) => setImmediate(resolve))
  })
})
