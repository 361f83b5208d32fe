import { describe, expect, test } from 'vitest'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { declarationOf } from './declaration-of.ts'
import { sdkDeclarations, sdkText } from './sdk-text.ts'

const render = (): [] => []

const read = defineTool({
  name: 'read',
  description: 'Reads a file. It must be there.',
  parameters: { path: { type: 'string', required: true, description: 'Where.' }, from: { type: 'integer' } },
  output: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        lines: {
          type: 'array',
          required: true,
          items: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
        },
      },
    },
    render,
  },
  execute: async () => ({ lines: [] }),
})

/** A tool without arguments; names that no registry takes are hostile ones. */
function named(name: string, output: object = { type: 'string' }): ToolDefinition {
  const parameters = { type: 'object', additionalProperties: false }
  return {
    name,
    description: '',
    parameters,
    output: { schema: output, render },
    execute: async () => '',
  } as ToolDefinition
}

const block = (text: string): string => text.slice(text.indexOf('```'))

describe('sdkText', () => {
  verifies(['contract:TS2'], 'declares every tool in TypeScript', () => {
    expect(block(sdkText([read, named('a-b')], 'typescript'))).toMatchInlineSnapshot(`
      "\`\`\`ts
      type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

      interface ToolArgsMap {
        "a-b": Record<string, never>;
        /** Reads a file. It must be there. */
        read: {
          /** Where. */
          path: string;
          from?: number;
        } & Record<string, JsonValue>;
      }

      interface ToolOutputMap {
        "a-b": string;
        read: {
          lines: {
            text?: string;
          }[];
        };
      }

      type ToolName = keyof ToolOutputMap

      declare class ToolCallError extends Error {
        readonly toolName: ToolName;
        readonly code: string;
      }

      declare const tools: {
        readonly [Name in ToolName]: (args: ToolArgsMap[Name]) => Promise<ToolOutputMap[Name]>;
      } & {
        $search(query: string | { query: string; namespace?: string; limit?: number }): Promise<{
          tools: { name: ToolName; line: string }[];
          total: number;
          truncated: boolean;
        }>;
        $describe(names: string | string[] | { names: string | string[]; full?: boolean }): Promise<string>;
      }

      interface ImageHandle { $image: string; mimeType: string; bytes: number; width?: number; height?: number }

      declare function show(image: ImageHandle): Promise<void>
      declare function sleep(ms: number): Promise<void>
      \`\`\`
      "
    `)
  })

  verifies(['contract:TS2'], 'says in TypeScript how programs are written', () => {
    const text = sdkText([], 'typescript')
    for (const phrase of [
      'erasable syntax only',
      'rejects with `ToolCallError`',
      'MAY overlap under `Promise.all`',
      'lossless JSON',
      'two required arguments',
      '`code`',
      '`description`',
      'interface ToolArgsMap {}',
      'interface ToolOutputMap {}',
      'tools.$search',
      'tools.$describe',
    ])
      expect(text).toContain(phrase)
  })

  verifies(['contract:PY5'], 'says in Python how programs are written', () => {
    const text = sdkText([], 'python')
    for (const phrase of [
      'top-level `await`',
      'exactly two of the names declared below are bound: `tools` and `ToolCallError`',
      'never `FooArgs(field=1)`, which raises `NameError`',
      'MAY overlap under `asyncio.gather`',
      'lossless JSON',
    ])
      expect(text).toContain(phrase)
    expect(text).not.toContain('TypeScript')
  })

  verifies(['contract:TS2', 'contract:PY5'], 'gives the same bytes in whatever order the tools come', () => {
    const tools = ['b', 'a_b', 'B', 'a-b', '__proto__', 'then', 'constructor'].map((name) => named(name))
    for (const language of ['typescript', 'python']) {
      const text = sdkText(tools, language)
      expect(sdkText([...tools].reverse(), language)).toBe(text)
      // Definitions that have not been written before.
      expect(
        sdkText(
          ['b', 'a_b', 'B', 'a-b', '__proto__', 'then', 'constructor'].map((name) => named(name)),
          language,
        ),
      ).toBe(text)
    }
    const order = [...sdkText(tools, 'typescript').matchAll(/^ {2}(\S+): string;$/gm)].map(([, name]) => name)
    expect(order).toEqual(['B', '__proto__', '"a-b"', 'a_b', 'b', 'constructor', 'then'])
  })

  verifies(['contract:PY3'], 'tells classes of different tools apart as if all were written at once', () => {
    const parameters = { type: 'object', properties: { x: {} } }
    const tools = ['a_b', 'a-b'].map((name) => ({ ...named(name), parameters }))
    declarationOf(tools[0] as ToolDefinition, 'python')
    const text = sdkText(tools, 'python')
    expect(text).toContain('# tools["a-b"](args: ABArgs) -> str')
    expect(text).toContain('async def a_b(self, args: ABArgs2) -> str: ...')
    expect(text.match(/^class AB.*/gm)).toEqual(['class ABArgs(TypedDict):', 'class ABArgs2(TypedDict):'])
  })

  test('renders a frozen array once, and an open one as it is now', () => {
    let looks = 0
    const counted = {
      ...named('x'),
      get parameters() {
        return ((looks += 1), { type: 'object' as const })
      },
    }
    const frozen = Object.freeze([counted])
    for (const language of ['typescript', 'python', 'typescript', 'python']) sdkText(frozen, language)
    sdkText([counted, read], 'typescript')
    expect(looks).toBe(2)
    const open = [read]
    const before = sdkText(open, 'typescript')
    open.push(named('later'))
    expect(sdkText(open, 'typescript')).not.toBe(before)
  })

  verifies(['contract:M4'], 'refuses a language that it has no renderer for', () => {
    for (const language of ['ruby', 'toString', '__proto__'])
      expect(() => sdkText([], language)).toThrow(
        `no SDK renderer registered for runtime language "${language}"`,
      )
  })
})

describe('declarationOf', () => {
  test('puts a tool on one line', () => {
    expect(declarationOf(read, 'typescript', { compact: true })).toBe(
      'tools.read(args: { path: string; from?: number }): Promise<{ lines: {…}[] }> // Reads a file',
    )
    expect(declarationOf(read, 'python', { compact: true })).toBe(
      'await tools.read({"path": str, "from"?: int}) -> {"lines": list[{…}]} # Reads a file',
    )
    expect(declarationOf(named('a-b'), 'typescript', { compact: true })).toBe(
      'tools["a-b"](args: {}): Promise<string>',
    )
    expect(declarationOf(named('class'), 'python', { compact: true })).toBe('await tools["class"]({}) -> str')
  })

  test('leaves out on one line what is far in or too much, and says so', () => {
    const enumeration = { type: 'string', enum: Array.from('abcdefghij') }
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, { type: 'null' }]))
    const compact = (schema: object): string =>
      declarationOf(named('x', schema), 'typescript', { compact: true }).replace('tools.x(args: {}): ', '')
    expect(compact(enumeration)).toBe('Promise<"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | …>')
    expect(compact({ type: 'object', properties })).toMatch(
      /^Promise<\{ k0\?: null; .* k31\?: null; … 8 more \}>$/,
    )
    expect(compact({ oneOf: enumeration.enum.map((value) => ({ type: 'string', const: value })) })).toMatch(
      /"i" \| …>$|"h" \| …>$/,
    )
    expect(compact({ type: 'string', const: 'x'.repeat(10_000) }).length).toBeLessThan(250)
    expect(compact({ not: {} })).toBe('Promise<any>')
  })

  test('gives the whole of a tool', () => {
    expect(declarationOf(read, 'typescript')).toMatchInlineSnapshot(`
      "/** Reads a file. It must be there. */
      tools.read(args: {
        /** Where. */
        path: string;
        from?: number;
      } & Record<string, JsonValue>): Promise<{
        lines: {
          text?: string;
        }[];
      }>"
    `)
    expect(declarationOf(read, 'python')).toMatchInlineSnapshot(`
      "class ReadOutputLines(TypedDict):
          text: NotRequired[str]

      class ReadOutput(TypedDict):
          lines: list[ReadOutputLines]

      class Tools(Protocol):
          async def read(self, args: dict[str, Any]) -> ReadOutput:
              """Reads a file. It must be there."""
              ..."
    `)
  })
})

test('declarations alone are the TypeScript of the text, in whatever order tools come', () => {
  const tools = [named('write'), read]
  const declarations = sdkDeclarations(tools)
  expect(declarations).toBe(sdkDeclarations(tools.toReversed()))
  expect(sdkText(tools, 'typescript')).toContain(`\`\`\`ts\n${declarations}\`\`\``)
})
