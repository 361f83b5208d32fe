import { JsonSchemaError, snapshotJsonValue, ToolArgsError, type ParameterSchemaSpec } from '@millrace/schema'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import { defineContentToolFixture } from './content-fixture.ts'
import { defineTool } from './define-tool.ts'
import type { ErasedToolSpec } from './erased-spec.ts'

const exec = { signal: new AbortController().signal } as ToolRunContext

const parameters = {
  path: { type: 'string', required: true },
  limit: { type: 'integer' },
} as const satisfies ParameterSchemaSpec

/** A tool with the members that a case is about. */
function tool(more: Partial<Record<keyof ErasedToolSpec, unknown>> = {}): ToolDefinition {
  return defineTool({
    name: 'probe',
    description: 'Probes.',
    parameters,
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
    execute: async (args) => args.path,
    ...(more as object),
  })
}

describe('defineTool', () => {
  verifies(['contract:A5', 'contract:R9'], 'compiles both schemas and copies only what is there', () => {
    const definition = tool()
    expect(Object.keys(definition)).toEqual(['name', 'description', 'parameters', 'output', 'execute'])
    expect(Object.keys(definition.output)).toEqual(['schema', 'render'])
    expect(definition.parameters).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' } },
      required: ['path'],
    })
    expect(definition.output.schema).toEqual({ type: 'string' })
    const absent = {
      timeoutMs: undefined,
      finalizeContent: undefined,
      touches: undefined,
      secrets: undefined,
    }
    expect(Object.keys(tool(absent))).toEqual(Object.keys(definition))
    expect(Object.keys(tool({ ...absent, presentCall: undefined, effects: undefined }))).toHaveLength(5)
  })

  verifies(['contract:A5'], 'validates, then calls the body with the frozen arguments', async () => {
    const body = vi.fn(async (args: { path: string }) => args.path)
    const definition = tool({ execute: body })
    const snapshot = snapshotJsonValue({ path: 'a', more: { deep: [1] } })
    expect(await definition.execute(snapshot, exec)).toBe('a')
    expect(body).toHaveBeenCalledWith(snapshot, exec)
    expect(body.mock.calls[0]?.[0]).toBe(snapshot)
    await definition.execute({ path: 'b', more: { deep: [1] } }, exec)
    const given = body.mock.calls[1]?.[0] as unknown as { more: { deep: unknown } }
    expect([given, given.more, given.more.deep].every(Object.isFrozen)).toBe(true)
  })

  verifies(
    ['contract:A4', 'contract:A5'],
    'rejects invalid arguments before the body, as a promise',
    async () => {
      const body = vi.fn(async () => 'x')
      const definition = tool({ execute: body })
      for (const args of [
        {},
        snapshotJsonValue({}),
        null,
        undefined,
        { path: 1 },
        { path: 'a', limit: 1.5 },
      ]) {
        await expect(definition.execute(args, exec)).rejects.toBeInstanceOf(ToolArgsError)
      }
      await expect(definition.execute({ limit: 'x' }, exec)).rejects.toMatchObject({
        code: 'INVALID_ARGS',
        violations: [
          'missing required property "path"',
          expect.stringMatching(/^"limit" must be an integer/),
        ],
      })
      expect(body).not.toHaveBeenCalled()
    },
  )

  verifies(
    ['contract:A4'],
    'refuses arguments that are not lossless, or change while they are read',
    async () => {
      const definition = tool()
      await expect(definition.execute({ path: 'a', when: new Date() }, exec)).rejects.toThrow(/lossless/)
      let reads = 0
      const shifty = {
        path: 'a',
        get more(): unknown {
          return reads++ === 0 ? undefined : 1
        },
      }
      await expect(definition.execute(shifty, exec)).rejects.toThrow(
        '"arguments" must be a lossless JSON object',
      )
      const throwing = Object.defineProperty({ path: 'a' }, 'more', {
        enumerable: true,
        get: () => {
          throw new Error('no')
        },
      })
      await expect(definition.execute(throwing, exec)).rejects.toBeInstanceOf(ToolArgsError)
    },
  )

  verifies(['fault:B008', 'fault:B009'], 'coerces nothing', async () => {
    const content = tool({ parameters: { path: { type: 'string', required: true } } })
    expect(await content.execute({ path: '[1,2,3]' }, exec)).toBe('[1,2,3]')
    const rows = tool({ parameters: { path: { type: 'array', required: true } } })
    await expect(rows.execute({ path: '[1,2]' }, exec)).rejects.toThrow(/"path" must be an array/)
    await expect(rows.execute('{"path":[1]}', exec)).rejects.toThrow(/"arguments" must be an object/)
    expect(await rows.execute({ path: [1] }, exec)).toEqual([1])
  })

  verifies(['contract:A5', 'contract:R10'], 'asks no other function about invalid arguments', () => {
    const spies = {
      isConcurrencySafe: vi.fn(() => true),
      presentCall: vi.fn((args: { path: string }) => ({ card: 'generic', title: args.path })),
      presentResult: vi.fn(() => ({ card: 'generic' })),
      touches: vi.fn((args: { path: string }) => ({ paths: [{ path: args.path, access: 'read' }] })),
    }
    const definition = tool(spies)
    const result = { content: [], isError: false }
    for (const args of [{}, undefined, { path: 1 }, { path: 'a', limit: null }, new Date()]) {
      expect(definition.isConcurrencySafe?.(args)).toBe(false)
      expect(definition.presentCall?.(args)).toBeUndefined()
      expect(definition.presentResult?.(args, result)).toBeUndefined()
      expect(definition.touches?.(args)).toEqual({})
    }
    for (const spy of Object.values(spies)) expect(spy).not.toHaveBeenCalled()
    expect(definition.isConcurrencySafe?.({ path: 'a' })).toBe(true)
    expect(definition.presentCall?.({ path: 'a' })).toEqual({ card: 'generic', title: 'a' })
    expect(definition.presentResult?.({ path: 'a' }, result)).toEqual({ card: 'generic' })
    expect(spies.presentResult).toHaveBeenCalledWith({ path: 'a' }, result)
    expect(definition.touches?.({ path: 'a' })).toEqual({ paths: [{ path: 'a', access: 'read' }] })
  })

  verifies(['contract:A5'], 'calls the author’s functions without this', async () => {
    const seen: unknown[] = []
    function note<T>(answer: T) {
      return function (this: unknown): T {
        seen.push(this)
        return answer
      }
    }
    const definition = tool({
      output: { schema: { type: 'string' }, render: note([]), presentationMeta: note({}) },
      execute: note(Promise.resolve('x')),
      isConcurrencySafe: note(true),
      presentCall: note(undefined),
      presentResult: note(undefined),
      touches: note({}),
    })
    const args = snapshotJsonValue({ path: 'a' })
    await definition.execute(args, exec)
    definition.output.render(args, 'x')
    definition.output.presentationMeta?.(args, 'x')
    definition.isConcurrencySafe?.(args)
    definition.presentCall?.(args)
    definition.presentResult?.(args, { content: [], isError: false })
    definition.touches?.(args)
    expect(seen).toEqual(Array.from({ length: 7 }))
  })

  verifies(['contract:A5', 'contract:R9', 'contract:R10'], 'passes on what needs no arguments', () => {
    const finalizeContent = (): undefined => undefined
    const secrets = ['/path', '/limit/a~1b/0']
    const definition = tool({ finalizeContent, timeoutMs: 5, effects: 'idempotent', secrets })
    expect(definition).toMatchObject({ timeoutMs: 5, effects: 'idempotent', secrets })
    expect(definition).toHaveProperty('finalizeContent', finalizeContent)
    expect(definition.secrets).not.toBe(secrets)
  })

  verifies(['contract:A5'], 'renders and projects with arguments and value', () => {
    const render = vi.fn(() => [{ type: 'text', text: 'r' }])
    const presentationMeta = vi.fn(() => ({ shown: 1 }))
    const { output } = tool({ output: { schema: { type: 'json' }, render, presentationMeta } })
    expect(output.schema).toEqual({})
    expect(output.render({ path: 'a' }, [1])).toEqual([{ type: 'text', text: 'r' }])
    expect(output.presentationMeta?.({ path: 'a' }, [1])).toEqual({ shown: 1 })
    expect(render).toHaveBeenCalledWith({ path: 'a' }, [1])
    expect(presentationMeta).toHaveBeenCalledWith({ path: 'a' }, [1])
  })

  verifies(
    ['contract:A5', 'contract:R2'],
    'names the tool and the field of a malformed specification',
    () => {
      for (const timeoutMs of [0, -1, Number.NaN, Infinity, '5', null]) {
        expect(() => tool({ timeoutMs })).toThrow(
          new TypeError('defineTool(probe): timeoutMs must be a positive finite number'),
        )
      }
      const missing = /^defineTool\(probe\): must declare output \{ schema, render, presentationMeta\? \}/
      for (const output of [undefined, null, 1, {}, { schema: {} }, { render: 1 }]) {
        expect(() => tool({ output })).toThrow(TypeError)
        expect(() => tool({ output })).toThrow(missing)
      }
      expect(() =>
        tool({ output: { schema: { type: 'null' }, render: () => [], presentationMeta: {} } }),
      ).toThrow(missing)
      for (const field of [
        'isConcurrencySafe',
        'presentCall',
        'presentResult',
        'touches',
        'finalizeContent',
      ] as const) {
        const message = `defineTool(probe): ${field} must be a function, or be left out`
        expect(() => tool({ [field]: true })).toThrow(
          expect.objectContaining({ code: 'INVALID_TOOL_DEFINITION', message }),
        )
      }
      expect(() => tool({ execute: undefined })).toThrow('defineTool(probe): execute must be a function')
    },
  )

  verifies(
    ['contract:A3', 'contract:A5'],
    'names the tool, the schema and the place of a schema mistake',
    () => {
      const message = (more: Parameters<typeof tool>[0]): string => {
        try {
          tool(more)
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSchemaError)
          return (error as JsonSchemaError).violations.join('\n')
        }
        return 'accepted'
      }
      expect(message({ parameters: { a: { type: 'strng' } } })).toMatch(
        /^defineTool\(probe\): parameters\.a\.type must be one of .*did you mean "string"\?$/,
      )
      expect(message({ parameters: { a: { type: 'string', enum: [1] } } })).toMatch(
        /^defineTool\(probe\): parameters: .*enum/,
      )
      const render = (): [] => []
      expect(message({ output: { schema: { type: 'array', items: { type: 'x' } }, render } })).toMatch(
        /^defineTool\(probe\): output\.schema\.items\.type must be/,
      )
      expect(message({ output: { schema: { type: 'string', const: 1 }, render } })).toMatch(
        /^defineTool\(probe\): output\.schema: .*const/,
      )
      expect(message({ parameters: null, secrets: ['/a'] })).toMatch(
        /^defineTool\(probe\): parameters must be an object/,
      )
      const throwing = {
        get a(): never {
          throw new RangeError('own')
        },
      }
      expect(() => tool({ parameters: throwing })).toThrow(RangeError)
    },
  )

  verifies(['contract:R10'], 'refuses secrets that would redact nothing', () => {
    const refused = (secrets: unknown, message: string): void => {
      expect(() => tool({ secrets })).toThrow(
        expect.objectContaining({
          code: 'INVALID_TOOL_DEFINITION',
          message: `defineTool(probe): ${message}`,
        }),
      )
    }
    refused('/path', 'secrets must be an array of JSON Pointers such as "/token"')
    refused(['path'], 'secrets: "path" is not a JSON Pointer such as "/token"')
    refused(['/a~2'], 'secrets: "/a~2" is not a JSON Pointer such as "/token"')
    refused([1], 'secrets: 1 is not a JSON Pointer such as "/token"')
    refused(['/pth'], 'secrets: "/pth" leads to no declared parameter; did you mean "path"?')
    refused(['/token/deep'], 'secrets: "/token/deep" leads to no declared parameter')
    expect(tool({ parameters: { 'a/b~': { type: 'string' } }, secrets: ['/a~1b~0'] }).secrets).toEqual([
      '/a~1b~0',
    ])
  })
})

describe('a tool with additionalProperties: false', () => {
  test('tells the model, and refuses what it does not declare with the name that was perhaps meant', async () => {
    const closed = tool({ additionalProperties: false })
    expect(closed.parameters).toMatchObject({ additionalProperties: false })
    await expect(closed.execute({ path: 'a', file_path: 'b' }, exec)).rejects.toThrow(
      /"file_path" is not a declared property .*did you mean "path"\?/,
    )
    await expect(closed.execute({ path: 'a' }, exec)).resolves.toBe('a')
  })

  test('cannot say so beside the schema of another library', () => {
    expect(() => tool({ additionalProperties: false, parameters: z.object({}) })).toThrow(/says it itself/)
  })
})

describe('defineContentToolFixture', () => {
  verifies(['contract:A7'], 'takes content as the value, and renders it as it is', async () => {
    const content = [
      { type: 'text' as const, text: 'x' },
      { type: 'image' as const, data: '', mimeType: 'image/png' },
    ]
    const definition = defineContentToolFixture({
      name: 'fixture',
      description: 'd',
      parameters,
      execute: async (args) => (args.path === 'a' ? content : []),
    })
    expect(Object.keys(definition)).toEqual(['name', 'description', 'parameters', 'output', 'execute'])
    expect(definition.output.schema).toEqual({ type: 'array', items: {} })
    expect(await definition.execute({ path: 'a' }, exec)).toBe(content)
    const value = snapshotJsonValue(content)
    expect(definition.output.render({ path: 'a' }, value)).toBe(value)
    await expect(definition.execute({}, exec)).rejects.toBeInstanceOf(ToolArgsError)
  })
})
