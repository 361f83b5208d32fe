import { afterAll, describe, expect, test } from 'vitest'
import { defaultLimits, type GuestReply, type MachineOutcome } from '../src/index.ts'
import { describeFailure } from '../src/failure/describe-failure.ts'
import type { LedgerEntry } from '../src/failure/failure-report.ts'
import { shapeOf } from '../src/failure/shape-of.ts'
import { inlineRuntime } from '../src/runtimes.ts'

const runtime = inlineRuntime()
afterAll(() => runtime.close())

const issues = { items: Array.from({ length: 50 }, (_, id) => ({ id, title: `issue ${id}` })), next: null }
const bindings = ['list_issues', 'notify']

interface Ran {
  readonly outcome: MachineOutcome
  /** What a model reads, where it failed. */
  readonly text: string
}

async function ran(program: string): Promise<Ran> {
  const ledger: LedgerEntry[] = []
  const call = async ({ id, binding }: { id: number; binding: number }): Promise<GuestReply> => {
    const isOk = bindings[binding] === 'list_issues'
    const shape = isOk ? { shape: shapeOf(issues) } : {}
    ledger.push({ id, name: bindings[binding]!, state: isOk ? 'ok' : 'denied', ms: 12, ...shape })
    if (isOk) return { ok: true, value: JSON.stringify(issues) }
    return { ok: false, message: 'no messages at night', code: 'DENIED' }
  }
  const limits = { ...defaultLimits, cpuMs: 20_000, wallMs: 60_000 }
  const { signal } = new AbortController()
  const outcome = await runtime.run({ program, bindings, limits, signal, call }).outcome
  const logs = [...outcome.console.head, ...outcome.console.tail]
  const text = outcome.ok
    ? ''
    : describeFailure({ program, failure: outcome, ledger, logs, limits, tools: bindings })
  return { outcome, text }
}

describe('a model reads of a failed program', () => {
  test('where it threw', async () => {
    const { text } = await ran('const a = 1\nconsole.log("so far")\nthrow new Error("boom")\n')
    expect(text).toMatch(
      /^code run failed \(exception\): boom\nprogram\.ts:3:\d+\n {2}2 \| .*\n> 3 \| throw new Error\("boom"\)\n/,
    )
    expect(text).toMatch(/\nNo tool was called, so nothing was changed\.\nCaptured output:\nso far$/)
    expect(text).not.toMatch(/node_modules|\/guest\/|<eval>/)
  })

  test('where its syntax is wrong', async () => {
    const { text } = await ran('const a: number = 1\nconst b = a +* 2')
    expect(text).toBe(
      [
        'code run failed (syntax): Expression expected.',
        'program.ts:2:14',
        '  1 | const a: number = 1',
        '> 2 | const b = a +* 2',
        '    |              ^',
        'Nothing of the program has run. Mend it and send it whole.',
      ].join('\n'),
    )
  })

  test('which tool it may have meant', async () => {
    const { text } = await ran('// first\nconst r = await tools.list_isues({})')
    expect(text).toMatch(/^code run failed \(exception\): TypeError: .*list_isues.*list_issues/)
    expect(text).toContain('program.ts:2:')
    expect((await ran('await list_issues({})')).text).toContain(
      '`list_issues` is a tool: call `await tools.list_issues(',
    )
  })

  test('what a tool said, where it was called', async () => {
    const { text } = await ran('const a = 1\n\n  await tools.notify({ text: "x" })\n')
    expect(text).toMatch(
      /^code run failed \(tool_error\): no messages at night \(call #1 of notify, not caught\)\n/,
    )
    expect(text).toMatch(/program\.ts:3:\d+\n/)
    expect(text).toContain('Calls: #1 notify denied 12ms\nNo tool ran, so nothing was changed.')
  })

  test('what results looked like, and what was done already', async () => {
    const { text } = await ran(
      'const { items } = await tools.list_issues({})\nconst lengths = items.map((i) => i.titel.length)\nreturn lengths',
    )
    expect(text).toMatch(/TypeError: .*\nprogram\.ts:2:\d+\n/)
    expect(text).toContain('No result has `titel`. Did you mean `title`?')
    expect(text).toContain('Results seen: list_issues -> {items[50]{id,title},next}')
    expect(text).toContain('Calls: #1 list_issues ok 12ms\nWhat these calls did stays done')
  })

  test('which globals there are', async () => {
    expect((await ran('return fs.readFileSync("x")')).text).toMatch(
      /ReferenceError: fs is not defined.*console/,
    )
  })

  test('that nothing it waits for can happen', async () => {
    expect((await ran('await new Promise(() => {})')).text).toMatch(
      /^code run failed \(timeout_wall\): .*Await nothing/s,
    )
  })

  test('the line, where it was compiled', async () => {
    const { text } = await ran(
      'enum Level {\n  Low,\n}\n\nfunction fail(): never {\n  throw new RangeError(`level ${Level.Low}`)\n}\nfail()',
    )
    expect(text).toMatch(/^code run failed \(exception\): RangeError: level 0\nprogram\.ts:6:/)
    expect(text).toContain('called from 8:1')
  })

  test('the column, behind types and wide characters', async () => {
    const { outcome } = await ran('const é: string = "→𝄞"; const n: null = null; n.x')
    expect(outcome).toMatchObject({ ok: false, at: { line: 1, column: 48 } })
  })
})

describe('no run is lost for its form', () => {
  test.each([
    ['undefined and dates', 'return { a: undefined, d: new Date(0) }', { d: '1970-01-01T00:00:00.000Z' }],
    ['promises in a value', 'return { next: tools.list_issues({}).then((r) => r.next) }', { next: null }],
    ['calls that were not awaited', 'tools.list_issues({})\nreturn "done"', 'done'],
    ['a fence', '```ts\nconst r: any = await tools.list_issues({})\nreturn r.items.length\n```', 50],
    [
      'a bare function',
      'async () => {\n  const r = await tools.list_issues({})\n  return r.items.length\n}',
      50,
    ],
    ['a last expression', 'const r = await tools.list_issues({})\nr.items.length', 50],
    [
      'main',
      'async function main(): Promise<number> {\n  return (await tools.list_issues({})).items.length\n}',
      50,
    ],
    ['an export', 'export default async ({ tools }) => (await tools.list_issues({})).items.length', 50],
    ['a namespace', 'namespace N {\n  export const n = 50\n}\nN.n', 50],
    [
      'type arguments',
      'const r = await tools.list_issues<{ items: unknown[] }>({})\nreturn r.items.length',
      50,
    ],
  ])('%s', async (_title, program, value) => {
    const { outcome, text } = await ran(program)
    expect(text).toBe('')
    expect(outcome.ok && JSON.parse(outcome.value ?? 'null')).toEqual(value)
  })
})
