import { Script } from 'node:vm'
import { prepareProgram } from '#guest/program.js'
import { describe, expect, test } from 'vitest'

/** What a program gives, run in this process. */
async function valueOf(source: string): Promise<unknown> {
  const prepared = prepareProgram(source)
  if (!prepared.ok) throw new Error(prepared.message)
  const main = new Script(prepared.code).runInThisContext() as () => Promise<unknown>
  return main()
}

function formOf(source: string): string | undefined {
  const prepared = prepareProgram(source)
  return prepared.ok ? prepared.form : undefined
}

const fence = '```'

describe('a program gives its value', () => {
  test.each([
    ['a return of its own', 'return 1', 1],
    ['nothing', 'const a = 1', undefined],
    ['no text', '', undefined],
    ['a comment alone', '// nothing', undefined],
    ['a last expression', 'const a = 1\na + 1', 2],
    ['a last expression that ends in a comment', 'const a = 1\na + 1 // two', 2],
    ['a last expression before functions', 'twice(2)\nfunction twice(n) { return 2 * n }', 4],
    ['a last object in parentheses', '({ a: 1 });', { a: 1 }],
    ['a last text', "'done'", 'done'],
    ['a return in a branch alone', 'if (false) return 1\n2', undefined],
    ['a return in an inner function alone', 'const f = () => { return 2 }\nf()', 2],
    ['undeclared names', 'x9 = 5\nx9', 5],
  ])('%s', async (_title, source, value) => {
    expect(await valueOf(source)).toEqual(value)
  })

  test.each([
    ['an arrow function', 'async () => { return 7 }'],
    ['an arrow function with a semicolon', 'async () => 7;'],
    ['a called one', '(async () => { return 7 })()'],
    ['one in parentheses', '(async function () { return 7 })'],
    ['a typed one', 'async (): Promise<number> => { return 7 }'],
    ['main', 'async function main() { return 7 }'],
    ['main that is called', 'async function main() { return 7 }\nmain()'],
    ['main that is called above', 'const result = main()\nreturn result\nasync function main() { return 7 }'],
    ['a main of an arrow', 'const main = async () => { return 7 }'],
    ['the only function', 'async function anything() { return 7 }'],
    ['main with a function of its own', 'const seven = () => 7\nfunction main() { return seven() }'],
    ['a default export', 'export default async () => { return 7 }'],
    ['a default export without a name', 'export default async function () { return 7 }'],
    ['a default export with a name', 'export default async function main(): Promise<number> { return 7 }'],
    ['a default export of a value', 'export default 7'],
    ['an exported main', 'export const main = async () => { return 7 }'],
    ['an exported list', 'const main = () => 7\nexport { main }\nreturn main()'],
    ['an import of types', "import type { Issue } from './types'\nconst a: Issue = 7\nreturn a"],
  ])('unwrapped: %s', async (_title, source) => {
    expect(await valueOf(source)).toBe(7)
  })

  test('a function that expects the tools gets them', async () => {
    Object.assign(globalThis, { tools: { seven: 7 } })
    expect(await valueOf('async (tools) => tools.seven')).toBe(7)
    expect(await valueOf('async ({ tools }) => tools.seven')).toBe(7)
    Reflect.deleteProperty(globalThis, 'tools')
  })

  test('a main that something refers to is not called once more', async () => {
    expect(
      await valueOf('const p = main()\nfunction main() { globalThis.mains = (globalThis.mains ?? 0) + 1 }'),
    ).toBe(undefined)
    expect(Reflect.get(globalThis, 'mains')).toBe(1)
    Reflect.deleteProperty(globalThis, 'mains')
  })
})

describe('a program comes out of what is around it', () => {
  test.each([
    ['a fence', `${fence}ts\nconst a: number = 7\na\n${fence}`],
    ['a fence without an end', `${fence}js\nreturn 7`],
    ['a longer fence', `${fence}\`\nreturn 7\n${fence}\``],
    ['tildes', '~~~\nreturn 7\n~~~'],
    ['prose around a fence', `Here it is:\n${fence}typescript\nreturn 7\n${fence}\nThis returns seven.`],
    ['two fences', `${fence}ts\nconst a = 7\n${fence}\nand\n${fence}ts\nreturn a\n${fence}`],
    ['a fence of output', `${fence}js\nreturn 7\n${fence}\n${fence}json\n{"a": 1}\n${fence}`],
    ['the language of a lost fence', 'typescript\nreturn 7'],
    ['a shebang', '#!/usr/bin/env node\nreturn 7'],
    ['a mark of byte order', '\ufeffreturn 7'],
    ['carriage returns', 'const a = 7\r\nreturn a\r\n'],
    ['a fence in a comment', `/*\n${fence}js\nnot.this()\n${fence}\n*/\nreturn 7`],
    ['a fence in a text', `const a = 'x\\n${fence}\\n'\nreturn a.length + 1`],
  ])('%s', async (_title, source) => {
    expect(await valueOf(source)).toBe(7)
  })
})

describe('TypeScript', () => {
  test.each([
    ['annotations', 'const a: number = 7\nreturn a', 'stripped'],
    ['types alone', 'type A = 1\ninterface B {}\ndeclare const c: number\nreturn 7', 'stripped'],
    ['assertions', 'return (7 as unknown as string)! satisfies unknown', 'stripped'],
    ['generic arrows', 'const id = <T,>(x: T): T => x\nreturn id<number>(7)', 'stripped'],
    [
      'type arguments that JavaScript takes for comparisons',
      'return new Set<string>(["a"]).size + 6',
      'stripped',
    ],
    ['enums', 'enum A { X = 7 }\nreturn A.X', 'transformed'],
    ['constant enums', 'const enum A { X = 7 }\nA.X', 'transformed'],
    ['namespaces', 'namespace N { export const a = 7 }\nN.a', 'transformed'],
    [
      'parameter properties',
      'class P { constructor(readonly a: number) {} }\nreturn new P(7).a',
      'transformed',
    ],
    ['casts in angle brackets', 'return <number>(<unknown>7)', 'transformed'],
    ['a transformed function', 'async () => { enum A { X = 7 }; return A.X }', 'transformed'],
    ['an exported enum', 'export enum A { X = 7 }\nreturn A.X', 'transformed'],
    ['plain JavaScript', 'const a = [1].map((x) => (x < 2 ? 7 : 0))\nreturn a[0]', 'plain'],
    [
      'comparisons that could be type arguments',
      'const [a, b, c] = [1, 2, 3]\nreturn (a < b) && b < c ? 7 : 0',
      'plain',
    ],
    ['what is declared to be disposed of', 'using a = null\nreturn 7', 'plain'],
  ])('%s', async (title, source, form) => {
    expect(formOf(source)).toBe(form)
    if (!title.includes('disposed')) expect(await valueOf(source)).toBe(7)
  })
})

describe('a program that cannot be read is refused with the place', () => {
  test.each([
    ['an import', 'const a = 1\nimport fs from "fs"', /cannot import .*await tools\.name/, [2, 1]],
    ['an import at run time', 'return await import("fs")', /cannot import/, [1, 14]],
    ['an import in a function', 'const f = (x: string) => import(x)', /cannot import/, [1, 26]],
    ['import.meta', 'return import.meta.url', /cannot import/, [1, 8]],
    ['exports of another module', 'export * from "a"', /cannot export/, [1, 1]],
    ['an injected end', '} evil {', /`}` closes nothing/, [1, 1]],
    ['an injected end with types', 'const a: number = 1 } evil: number {', /`}` closes nothing/, [1, 21]],
    ['an injected function', '}); evil(); (async()=>{ enum A {}', /`}` closes nothing/, [1, 1]],
    ['an injected argument', '}, async () => { enum A {}', /`}` closes nothing/, [1, 1]],
    ['nothing to assign', 'const a = 1\nlet x: number = ;', /Expression expected/, [2, 17]],
    ['a line after wide characters', 'const a: string = "é𝄞→"; let b: = 1', /Unexpected token `=`/, [1, 34]],
    ['a bracket that is not closed', 'if (true) {\n  return 1\n', /ends too early.*`{` of 1:11/, [2, 11]],
    ['a bracket that does not fit', 'f(1, [2)', /`\)` does not close the `\[` of 1:6/, [1, 8]],
    ['a text without an end', 'const a = 1\nconst b = "x', /Unterminated string/, [2, 11]],
    ['a template without an end', 'return `a\nb', /Unterminated template/, [1, 8]],
    ['a decorator', '@a class B {}', /Decorators are not supported/, [1, 1]],
    ['prose', 'I will now list all issues.', /Send the program alone/, [1, 3]],
    ['within a fence', `${fence}ts\nlet x: = 1\n${fence}`, /Unexpected token/, [2, 8]],
  ])('%s', (_title, source, message, [line, column]) => {
    expect(prepareProgram(source)).toEqual({
      ok: false,
      message: expect.stringMatching(message) as string,
      at: { line, column },
    })
  })

  test.each([
    ['brackets', '('.repeat(20_000)],
    ['a long sum', `return ${'1+'.repeat(60_000)}1`],
    ['signs in TypeScript', `let a: number = ${'!'.repeat(60_000)}1`],
    ['blocks', '{'.repeat(20_000) + '}'.repeat(20_000)],
  ])('too deep: %s, and the next program is read', async (_title, source) => {
    const prepared = prepareProgram(source)
    expect(prepared).toMatchObject({ ok: false, message: expect.stringContaining('too deeply') as string })
    expect(await valueOf('let a: number = 7; return a')).toBe(7)
  })

  test('many exports end', () => {
    expect(prepareProgram('export const a = 1;'.repeat(2_000))).toMatchObject({ ok: false })
  })
})

test('the last programs are remembered, and no more than that', () => {
  const first = prepareProgram('return 1')
  expect(prepareProgram('return 1')).toBe(first)
  for (let n = 0; n < 70; n++) prepareProgram(`return ${n} + 1`)
  expect(prepareProgram('return 1')).not.toBe(first)
})
