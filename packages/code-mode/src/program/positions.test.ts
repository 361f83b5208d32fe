import { Script } from 'node:vm'
import { prepareProgram } from '#guest/program.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../tests/support/effort.ts'

/** Statements that do nothing, each as it stands on lines of its own. */
const erasable = [
  'const a§: Map<string, number[]> = new Map<string, number[]>()',
  'type T§ = { a: string; b?: number } | readonly string[]',
  'interface I§<T> {\n  a: T\n  b(): void\n}',
  'function f§<T extends object>(x: T, ...rest: readonly unknown[]): x is T { return true }',
  'const g§ = async <T,>(x: T): Promise<T> => x',
  'let v§ = "é𝄞→" as unknown as string',
  "const u§: 'é𝄞→' = 'é𝄞→'",
  'const o§ = {\n  a: 1 as number,\n  b: `x\n${1 as number}y`,\n} satisfies object',
  'abstract class C§<T> {\n  declare d: T\n  private e?: string\n  abstract f(): void\n  static g = 1 as const\n}',
  'declare const d§: number',
  'for (const x of [1, 2] as number[]) void x',
  '/* é𝄞→\n:) */ // const x: number = ;',
  'const r§ = /[:<>]/.test("a") ? (1 as number) : 2',
  'let n§!: number',
  'const s§ = new Set<Map<string, Array<number>>>([])',
  'label§: for (;;) break label§',
  '',
]

const compiled = [
  'enum E§ { A, B = "x" }',
  'const enum F§ {\n  A = 1 << 2,\n  B = A | 1,\n}',
  'namespace N§ {\n  export const a = 1\n  export function b(): number { return a }\n}',
  'class P§ {\n  constructor(private readonly a: number, public b = 2) {}\n}',
  'const c§ = <unknown>(<number>1)',
]

const before = [
  '',
  '  ',
  '\t',
  '/* é𝄞→ */ ',
  'const w§: string = "é𝄞→"; ',
  'if (true as boolean) ',
  '{ type X = 1; ',
]
const after = ['', ' // é', '; const z§: number = 1', ' as never']

const mark = 'throw new Error("marked")'

interface Marked {
  readonly source: string
  readonly line: number
  readonly column: number
}

function marked(statements: readonly fc.Arbitrary<string>[]): fc.Arbitrary<Marked> {
  const lines = fc.array(fc.oneof(...statements), { maxLength: 8 })
  return fc
    .tuple(
      lines,
      lines,
      fc.constantFrom(...before),
      fc.constantFrom(...after.slice(0, 3)),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([above, below, head, tail, end]) => {
      const numbered = (text: string, number: number): string => text.replaceAll('§', String(number))
      const start = above.map(numbered).join('\n') + (above.length ? '\n' : '') + numbered(head, 100)
      const close = head.startsWith('{') ? ' }' : ''
      const rest = below.map((text, index) => numbered(text, 200 + index)).join('\n')
      const source = `${start}${mark}${tail.replaceAll('§', '300')}${tail.includes('//') && close ? '\n' : ''}${close}\n${rest}`
      const column = start.length - (start.lastIndexOf('\n') + 1) + mark.indexOf('new') + 1
      return { source: source.replaceAll('\n', end), line: start.split('\n').length, column }
    })
}

/** Where this engine says that the marked error was thrown, in the program as it was written. */
async function thrownAt(source: string): Promise<unknown> {
  const prepared = prepareProgram(source)
  if (!prepared.ok) return prepared
  const main = new Script(prepared.code, {
    filename: 'program.ts',
  }).runInThisContext() as () => Promise<unknown>
  const { stack = '' } = await main().then(
    () => new Error('it did not throw'),
    (error: Error) => error,
  )
  const [, line, column] = /program\.ts:(\d+):(\d+)/.exec(stack) ?? []
  return { form: prepared.form, ...prepared.toSource(Number(line), Number(column), 'utf16') }
}

const runs = isLong ? 5_000 : 300

describe('positions are those of the program as it was written', () => {
  test('exactly, where types are blanked or there are none', async () => {
    const program = marked([fc.constantFrom(...erasable)])
    await fc.assert(
      fc.asyncProperty(program, async ({ source, line, column }) => {
        expect(await thrownAt(source)).toEqual({
          form: expect.stringMatching(/plain|stripped/) as string,
          line,
          column,
        })
      }),
      { numRuns: runs },
    )
  })

  test('by the line, where it was compiled', async () => {
    const program = marked([fc.constantFrom(...erasable), fc.constantFrom(...compiled)])
    await fc.assert(
      fc.asyncProperty(program, async ({ source, line }) => {
        expect(await thrownAt(`enum First { A }; ${source}`)).toMatchObject({ form: 'transformed', line })
      }),
      { numRuns: Math.ceil(runs / 4) },
    )
  })

  test('for an engine that counts bytes', () => {
    fc.assert(
      fc.property(marked([fc.constantFrom(...erasable)]), ({ source, line, column }) => {
        const prepared = prepareProgram(source)
        if (!prepared.ok) throw new Error(prepared.message)
        const start = prepared.code.slice(0, prepared.code.indexOf(mark) + mark.indexOf('new'))
        const bytes = Buffer.byteLength(start.slice(start.lastIndexOf('\n') + 1)) + 1
        expect(prepared.toSource(start.split('\n').length, bytes)).toEqual({ line, column })
      }),
      { numRuns: runs },
    )
  })

  test('never outside of it, whatever an engine says', () => {
    const source = 'enum A { X }\nconst é = 1\nA.X + é'
    for (const text of [source, 'const é: number = 1\né', 'function main() {}', '']) {
      const prepared = prepareProgram(text)
      if (!prepared.ok) throw new Error(prepared.message)
      const lines = text.split('\n')
      fc.assert(
        fc.property(fc.integer({ min: -3, max: 99 }), fc.integer({ min: -3, max: 999 }), (line, column) => {
          const at = prepared.toSource(line, column)
          expect(at.line).toBeGreaterThanOrEqual(1)
          expect(at.line).toBeLessThanOrEqual(lines.length)
          expect(at.column).toBeGreaterThanOrEqual(1)
          expect(at.column).toBeLessThanOrEqual(lines[at.line - 1]!.length + 1)
        }),
      )
    }
  })
})

test('any text is a program or is refused, with a place inside of it', () => {
  const words = [
    '{',
    '}',
    '(',
    ')',
    '[',
    '<',
    '>',
    '`',
    '${',
    "'",
    '/',
    '*/',
    '//',
    '\n',
    '\r',
    '\u2028',
    ' ',
    'async',
    '=>',
  ]
  const more = [
    'export',
    'import',
    'default',
    'function',
    'class',
    'enum',
    'type',
    'return',
    'await',
    'a',
    ':',
    '=',
    '1',
    '#',
    '@',
    '𝄞',
    '\ud800',
    '```',
    ';',
    ',',
    '?',
    '.',
  ]
  const text = fc.array(fc.constantFrom(...words, ...more), { maxLength: 12 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary-ascii' })), (source) => {
      const prepared = prepareProgram(source)
      if (prepared.ok) return void new Script(prepared.code)
      expect(prepared.message).not.toBe('')
      if (prepared.at) expect(prepared.at.line).toBeLessThanOrEqual(source.split(/\r\n?|\n/).length)
    }),
    { numRuns: runs * 3 },
  )
})
