import { createTools } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { ripgrepAccelerator } from '../src/grep/ripgrep/ripgrep-accelerator.ts'
import { grepTool } from '../src/grep/tool.ts'
import { callsOn, type Call } from './support/calls.ts'
import { fakePrograms, type FakeOutput, type FakePrograms } from './support/fake-programs.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

const version = 'ripgrep 15.0.0 (rev 3a612f88b8)\n'

interface Faked {
  readonly call: Call
  readonly programs: FakePrograms
  readonly reasons: string[]
}

/** `grep` by a ripgrep that answers a search with this. */
function faking(search: FakeOutput | Error, about: { version?: string; budgetMs?: number } = {}): Faked {
  const programs = fakePrograms(({ args }) => {
    if (args.includes('--version')) return { stdout: about.version ?? version }
    if (search instanceof Error) throw search
    return search
  })
  const reasons: string[] = []
  const accelerator = ripgrepAccelerator({
    processes: programs,
    rgPath: '/rg',
    folder: workspace.folder,
    onFallback: (reason) => reasons.push(reason),
  })
  const { budgetMs = 30_000 } = about
  const tools = createTools({ tools: [grepTool(workspace.files, { accelerator, budgetMs })] })
  return { call: callsOn(tools), programs, reasons }
}

const stats = (lines: number, files: number, searched: number): string =>
  `\n${lines} matches\n${lines} matched lines\n${files} files contained matches\n${searched} files searched\n` +
  '0 bytes printed\n9 bytes searched\n0.1 seconds spent searching\n0.1 seconds total'

const began =
  'rg: DEBUG|rg::flags::hiargs|crates/core/flags/hiargs.rs:1092: number of paths given to search: 1\n'

const ignoring = (path: string, reason: string): string =>
  `rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring ${path}: Ignore(IgnoreMatch(${reason}(Glob { })))\n`

const right: FakeOutput = { stdout: `./a.txt\x001\n./b/c.txt\x002\n${stats(3, 2, 3)}`, stderr: began }

async function putFiles(): Promise<void> {
  await workspace.put({ 'a.txt': 'needle\n', 'b/c.txt': 'needle\nneedle\n', 'd.txt': 'x\n' })
}

describe('grep with an accelerator', () => {
  test('takes its counts, with no more environment than it needs', async () => {
    await putFiles()
    const { call: faked, programs, reasons } = faking(right)
    expect((await faked('grep', { pattern: 'needle' })).value).toEqual(
      (await call('grep', { pattern: 'needle' })).value,
    )
    expect(reasons).toEqual([])
    const search = programs.started.at(-1)
    expect(search).toMatchObject({ file: '/rg', cwd: workspace.folder, env: {}, streams: 'separate' })
    expect(search?.args.slice(-3)).toEqual(['--regexp=needle', '--', './'])
  })

  test.each<[string, FakeOutput | Error]>([
    ['cannot be started', new Error('no such program')],
    ['crashes', { exitCode: null, stderr: began }],
    ['refuses the pattern', { exitCode: 2, stderr: 'rg: regex parse error:\n' }],
    ['fails while it is read', { ...right, failure: new Error('read error') }],
    ['prints nothing', {}],
    ['prints no log', { ...right, stderr: '' }],
    ['prints something else', { ...right, stdout: 'hello' }],
    ['prints half a line', { ...right, stdout: './a.txt\x001' }],
    ['prints no totals', { ...right, stdout: './a.txt\x001\n' }],
    ['contradicts itself', { ...right, stdout: `./a.txt\x001\n${stats(1, 2, 3)}` }],
    ['counts a file twice', { ...right, stdout: `./a.txt\x001\n./a.txt\x001\n${stats(2, 2, 3)}` }],
    ['counts no number', { ...right, stdout: `./a.txt\x00-1\n${stats(1, 1, 3)}` }],
    ['prints what is not UTF-8', { ...right, stdout: Buffer.from([0x2e, 0x2f, 0xff, 0, 0x31, 10]) }],
    ['says what is not known', { ...right, stderr: `${began}rg: something is wrong\n` }],
    ['ignores what no rule ignores', { ...right, stderr: began + ignoring('./d.txt', 'Gitignore') }],
    ['hides what is not hidden', { ...right, stderr: began + ignoring('./d.txt', 'Override') }],
    ['ignores by a reason of its own', { ...right, stderr: began + ignoring('./d.txt', 'Types') }],
    ['names a path outside', { ...right, stderr: began + ignoring('../d.txt', 'Gitignore') }],
    ['finds in hidden files', { ...right, stdout: `./.x/a.txt\x001\n${stats(1, 1, 3)}` }],
    [
      'cannot read what can be read',
      { ...right, exitCode: 2, stderr: `${began}rg: ./b: gone (os error 5)\n` },
    ],
  ])('that %s is left out', async (_, output) => {
    await putFiles()
    const faked = faking(output)
    expect((await faked.call('grep', { pattern: 'needle' })).value).toEqual(
      (await call('grep', { pattern: 'needle' })).value,
    )
  })

  test('of another version is left out, and says so', async () => {
    await putFiles()
    const { call: faked, programs, reasons } = faking(right, { version: 'ripgrep 16.0.0\n' })
    expect((await faked('grep', { pattern: 'needle' })).value).toMatchObject({ total: 3 })
    expect(reasons).toEqual(['this version of ripgrep is not known'])
    expect(programs.started).toHaveLength(1)
  })

  test('that prints without end is stopped', async () => {
    await putFiles()
    const { call: faked, reasons } = faking({ ...right, stdout: Buffer.alloc(2 ** 26 + 1, 'x') })
    expect((await faked('grep', { pattern: 'needle' })).value).toMatchObject({ total: 3 })
    expect(reasons).toEqual([expect.stringContaining('printed more than')])
  })

  test('never has a word on lines, which are read here', async () => {
    await putFiles()
    const { call: faked } = faking({
      ...right,
      stdout: `./a.txt\x00999\n./gone.txt\x007\n${stats(1006, 2, 3)}`,
    })
    expect((await faked('grep', { pattern: 'needle' })).value).toMatchObject({
      total: 1,
      files: [{ path: 'a.txt', count: 1, matches: [{ lineNumber: 1, line: 'needle' }] }],
    })
  })

  verifies(['fault:B102'], 'what it could not read is read here, or told', async () => {
    await putFiles()
    const stderr = `${began}rg: ./d.txt: Permission denied (os error 13)\n`
    const { call: faked, reasons } = faking({
      ...right,
      stdout: `${right.stdout as string}`,
      exitCode: 2,
      stderr,
    })
    expect((await faked('grep', { pattern: 'needle' })).value).toMatchObject({ total: 3, searched: 4 })
    expect(reasons).toEqual([])
  })

  verifies(['fault:B105'], 'that hangs ends with an abort', async () => {
    await putFiles()
    const { call: faked, programs } = faking({ ...right, hangs: true })
    const controller = new AbortController()
    const running = faked('grep', { pattern: 'needle' }, controller.signal)
    while (programs.started.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await running).code).toBe('ABORTED')
    expect(programs.stops).toBe(1)
  })

  verifies(['fault:B105'], 'that hangs leaves half of the time to the engine', async () => {
    await putFiles()
    const { call: faked, programs } = faking({ ...right, hangs: true }, { budgetMs: 4000 })
    const { value } = await faked('grep', { pattern: 'needle' })
    expect(value).toMatchObject({ total: 3 })
    expect(value).not.toHaveProperty('incomplete')
    expect(programs.stops).toBe(1)
  })

  verifies(['fault:B101'], 'does not run for a pattern that the engine refuses', async () => {
    await putFiles()
    const { call: faked, programs } = faking(right)
    expect((await faked('grep', { pattern: '(' })).code).toBe('SEARCH_INVALID_PATTERN')
    expect(programs.started).toEqual([])
  })

  test('does not run for patterns, files and selections that it cannot be sure of', async () => {
    await putFiles()
    const { call: faked, programs } = faking(right)
    for (const args of [
      { pattern: '\\pL+' },
      { pattern: 'needle', path: 'a.txt' },
      { pattern: 'needle', include: '*.txt' },
    ]) {
      expect((await faked('grep', args)).value).toEqual((await call('grep', args)).value)
    }
    expect(programs.started).toEqual([])
  })
})
