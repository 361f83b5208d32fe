import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '@millrace/tools'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { pythonDeclarations } from './declarations.ts'

const string = { type: 'string' } as const

function tool(name: string, parameters: object, output: object = string, description = ''): ToolDefinition {
  const shown = { schema: output, render: () => [] }
  return {
    name,
    description,
    parameters,
    output: shown,
    execute: () => Promise.resolve(''),
  } as ToolDefinition
}

const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest })
const closed = { additionalProperties: false }

/** What a schema becomes as the result of a tool, and the classes that it needs. */
function written(schema: object): { readonly type: string; readonly classes: string } {
  const text = pythonDeclarations([tool('get', { type: 'object' }, schema)])
  const type = /def get\(self, args: dict\[str, Any\]\) -> (.*): \.\.\./.exec(text)?.[1] ?? ''
  const classes = text.slice(text.indexOf('code: str\n') + 10, text.indexOf('class Tools(')).trim()
  return { type, classes }
}

describe('pythonDeclarations', () => {
  const types: [string, object, string][] = [
    ['a string', string, 'str'],
    ['an integer', { type: 'integer' }, 'int'],
    ['a number', { type: 'number' }, 'float'],
    ['a boolean', { type: 'boolean' }, 'bool'],
    ['null', { type: 'null' }, 'None'],
    ['strings', { type: 'string', enum: ['a', '\ud800"'] }, 'Literal["a", "\\ud800\\""]'],
    ['booleans', { type: 'boolean', const: true }, 'Literal[True]'],
    ['big integers', { type: 'integer', enum: [1e21, -1] }, 'Literal[1000000000000000000000, -1]'],
    ['fractions, which literals cannot be', { type: 'number', enum: [1.5, 2] }, 'float'],
    ['a list', { type: 'array', items: { type: 'array' } }, 'list[list[Any]]'],
    ['a union', { oneOf: [string, { oneOf: [{ type: 'null' }, string] }] }, 'str | None'],
    ['any JSON', {}, 'Any'],
    ['an open object', { type: 'object' }, 'dict[str, Any]'],
    ['what it cannot say', { not: {} }, 'Any'],
    ['a dictionary', { type: 'object', additionalProperties: { type: 'integer' } }, 'dict[str, int]'],
  ]
  for (const [what, schema, type] of types) {
    verifies(['contract:PY1'], `writes ${what}`, () => expect(written(schema)).toEqual({ type, classes: '' }))
  }

  verifies(
    ['contract:PY2'],
    'names objects by their tool, fields and alternatives, the inner ones first',
    () => {
      const item = object(
        { id: { type: 'integer', description: 'Its\nnumber.' } },
        { required: ['id'], ...closed },
      )
      const alternatives = { oneOf: [object({}, closed), { oneOf: [item, string] }] }
      const schema = object({ items: { type: 'array', items: item }, next_page: alternatives, match: string })
      expect(written(schema)).toEqual({
        type: 'GetOutput',
        classes: `class GetOutputItems(TypedDict):
    # Its number.
    id: int

class GetOutputNextPage1(TypedDict):
    pass

class GetOutputNextPage21(TypedDict):
    # Its number.
    id: int

class GetOutput(TypedDict):
    items: NotRequired[list[GetOutputItems]]
    next_page: NotRequired[GetOutputNextPage1 | GetOutputNextPage21 | str]
    match: NotRequired[str]
    # Additional keys beyond those declared are allowed.`,
      })
    },
  )

  verifies(['contract:PY2'], 'makes a dictionary of an object with a field that Python cannot name', () => {
    for (const name of ['a-b', 'class', '__debug__', '__secret', 'ﬁ', '1st', '', 'with space', '👍']) {
      expect(written(object({ [name]: string, ok: string })), name).toEqual({
        type: 'dict[str, Any]',
        classes: '',
      })
    }
    for (const name of ['match', 'type', '_x', '__init__', 'größe', '名']) {
      expect(written(object({ [name]: string })).classes, name).toContain(`    ${name}: NotRequired[str]\n`)
    }
  })

  test('keeps a field that is named like a type from hiding the type', () => {
    expect(written(object({ list: { type: 'array', items: string } }, closed)).classes).toBe(
      'GetOutput = TypedDict("GetOutput", {\n    "list": NotRequired[list[str]],\n})',
    )
  })

  verifies(['contract:PY3'], 'names classes by what identifiers are', () => {
    const names = ['a-b', 'a_b', 'a.b.', '1', '-', 'e\u0301-x', 'ab'.repeat(64)]
    const text = pythonDeclarations(names.map((name) => tool(name, object({ x: string }), string)))
    const classes = [...text.matchAll(/^class (.*)\(TypedDict\)/gm)].map(([, name]) => name)
    const long = `Ab${'ab'.repeat(59)}`
    expect(classes).toEqual(['ABArgs', 'ABArgs2', 'ABArgs3', 'Tool1Args', 'ToolArgs', 'ÉXArgs', long])
    expect(long.length).toBe(120)
    const astral = pythonDeclarations([tool(`a${'𠮷'.repeat(80)}`, object({ x: string }))])
    expect(astral).toContain(`class A${'𠮷'.repeat(59)}(TypedDict)`)
  })

  verifies(['contract:PY3'], 'stays linear in deep and wide unions', () => {
    let deep: object = string
    for (let at = 0; at < 20_000; at++) deep = { oneOf: [object({ a: string }), deep] }
    const { classes } = written(deep)
    expect(classes.match(/^class /gm)?.length).toBe(20_000)
    expect(classes).toContain('class GetOutput2221(TypedDict)')
  })

  verifies(['contract:PY4'], 'nests no more brackets than Python reads', () => {
    let deep: object = string
    for (let at = 0; at < 400; at++) deep = { type: 'array', items: deep }
    expect(written(deep).type).toBe(`${'list['.repeat(180)}Any${']'.repeat(180)}`)
    expect(written(object({ a: deep })).classes).toContain(`NotRequired[${'list['.repeat(179)}Any]`)
  })

  verifies(['contract:PY4'], 'keeps descriptions on their line and in their quotes', () => {
    const odd = ' a\n\tb\u0007\u0085\x7f\ud800 """ \\ '
    const field = pythonDeclarations([tool('x', object({ a: { ...string, description: odd } }), string, odd)])
    expect(field).toContain('    # a b\\x07\\x85\\x7f\\ud800 """ \\\n    a: ')
    expect(field).toContain('        """a b\\\\x07\\\\x85\\\\x7f\\\\ud800 \\"\\"\\" \\\\"""\n')
    expect(pythonDeclarations([tool('x', {}, string, ' \n ')])).toContain('-> str: ...\n')
  })

  verifies(['contract:PY5'], 'declares methods, and in comments what cannot be one', () => {
    const none = { type: 'object', additionalProperties: false }
    const tools = ['_x', 'a-b', 'class', 'go', 'list'].map((name) => tool(name, none, string, 'Does.\nIt.'))
    const text = pythonDeclarations(tools)
    expect(text.slice(text.indexOf('class Tools('))).toBe(`class Tools(Protocol):
    # tools["_x"](args: XArgs) -> str
    #   Does. It.
    # tools["a-b"](args: ABArgs) -> str
    #   Does. It.
    # tools["class"](args: ClassArgs) -> str
    #   Does. It.
    async def go(self, args: GoArgs) -> str:
        """Does. It."""
        ...
    # tools["list"](args: ListArgs) -> str
    #   Does. It.

tools: Tools
`)
    expect(text).toMatch(
      /^from typing import Protocol, TypedDict\n\nclass ToolCallError\(Exception\):\n    toolName: str\n/,
    )
    expect(pythonDeclarations([])).toBe(
      'from typing import Protocol\n\nclass ToolCallError(Exception):\n    toolName: str\n    code: str\n\nclass Tools(Protocol):\n    pass\n\ntools: Tools\n',
    )
  })
})
