import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from '../tests/folder.ts'
import { terminal, type TerminalOptions } from '../tests/terminal.ts'
import { answeredBy, tool, withTools } from '../tests/workspace.ts'
import { builtinTools } from './builtin-tools.ts'
import { run } from './run.ts'
import type { OpenWorkspace } from './with-workspace.ts'
import { openWorkspace } from './workspace.ts'
import { sessionsFolder } from './workspace-sessions.ts'

async function shown(cwd: string, options: TerminalOptions = {}, open?: OpenWorkspace): Promise<string> {
  const io = terminal({ cwd, ...options })
  expect([await run([], io, open), io.err()]).toEqual([0, ''])
  return io.out()
}

describe('the overview', () => {
  test('says what this is, what is here, and five commands to try', async () => {
    const text = await shown(folder({ 'package.json': '{}' }))
    expect(text).toMatch(/^millrace \d+\.\d+\.\d+ {3}tools for agents, guarded {2,}\/.*\n/)
    expect(text).toContain('12 built in: read, write, edit, glob, grep, bash')
    expect(text).toMatch(/^ {2}config {4}none \(defaults\)$/m)
    expect(text).toMatch(/^ {2}model {5}none: set OPENAI_API_KEY, or ANTHROPIC_API_KEY, or DEEPSEEK_API_KEY/m)
    expect(text.slice(text.indexOf('Try\n')).match(/^ {2}millrace /gm)).toHaveLength(6)
    expect(text).toContain('millrace call read path=package.json')
    expect(text.endsWith('\n')).toBe(true)
  })

  test('says where the sessions of the folder are', async () => {
    const cwd = folder({ 'package.json': '{}' })
    const env = { XDG_STATE_HOME: folder() }
    expect(await shown(cwd, { env })).toMatch(/^ {2}log {7}no sessions yet$/m)
    const kept = sessionsFolder(cwd, env)
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'abcd.jsonl'), '')
    expect(await shown(cwd, { env, columns: 200 })).toContain(`log       1 session in ${kept}`)
  })

  test('suggests a call that works here', async () => {
    expect(await shown(folder({ 'README.md': '' }))).toContain('millrace call read path=README.md')
    expect(await shown(folder({ 'README.md/x': '' }))).toContain("millrace call glob pattern='*'")
  })

  test('names the tools that there are, and rightly says which of them ask', async () => {
    for (const env of [{}, { BRAVE_API_KEY: 'k' }, { MILLRACE_SEARXNG_URL: 'http://127.0.0.1:8888' }]) {
      const workspace = await openWorkspace(folder(), env)
      const { tools, agent } = workspace
      const there = tools.schemas(agent).map(({ name }) => {
        return { name, asks: tools.get(name, agent)?.effects !== 'none' }
      })
      expect(there).toEqual(builtinTools(env))
      await workspace.close()
    }
  })

  test('shortens the home folder, and only it', async () => {
    const root = folder({ 'me/x': '', 'me-twin/x': '' })
    const env = { HOME: join(root, 'me') }
    expect((await shown(join(root, 'me'), { env })).split('\n')[0]).toMatch(/ ~ \(trusted: no\)$/)
    expect((await shown(join(root, 'me-twin'), { env })).split('\n')[0]).toContain(join(root, 'me-twin'))
  })

  test('knows the branch, also from a folder inside and when no branch is checked out', async () => {
    const heads = { '.git/HEAD': 'ref: refs/heads/feature/x\n', 'src/a.ts': '' }
    expect(await shown(join(folder(heads), 'src'))).toContain('(git: feature/x, trusted: no)')
    expect(await shown(folder({ '.git/HEAD': `${'ab12'.repeat(10)}\n` }))).toContain(
      '(git: ab12ab1, trusted: no)',
    )
    expect(
      await shown(folder({ '.git': 'gitdir: real\n', 'real/HEAD': 'ref: refs/heads/tree\n' })),
    ).toContain('(git: tree, trusted: no)')
    expect(await shown(folder({ '.git/HEAD': 'something else' }))).not.toContain('git:')
  })

  verifies(['security:D1', 'fault:B146'], 'shows a hostile branch and folder name escaped', async () => {
    const root = folder({ '.git/HEAD': 'ref: refs/heads/a\u001b[2Jb\u202e\n', 'x\u001b]0;t\u0007/a': '' })
    const text = await shown(join(root, 'x\u001b]0;t\u0007'), { columns: 200 })
    expect(text).toContain(String.raw`a\u{1b}[2Jb\u{202e}`)
    expect(text).toContain(String.raw`x\u{1b}]0;t\u{7}`)
  })

  test.each([20, 40, 80, 120])('is never wider than a screen of %d columns', async (columns) => {
    const text = await shown(folder({ 'package.json': '{}' }), { columns })
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('millrace tour what programs are refused')
  })

  test('has colours on a terminal only', async () => {
    expect(await shown(folder(), { isTTY: true })).toContain('\u001b[1mmillrace')
    expect(await shown(folder())).not.toContain('\u001b')
  })

  test('says which settings there are, and whether the folder is trusted, as it is', async () => {
    const chosen = { MILLRACE_PERMISSION: 'plan', MILLRACE_SANDBOX: 'off' }
    const root = folder({ 'demo/millrace.jsonc': '{}', 'home/.config/millrace/millrace.jsonc': '' })
    const [cwd, env] = [join(root, 'demo'), { HOME: join(root, 'home'), ...chosen }]
    const looked = (): Promise<string> => shown(cwd, { env, columns: 200 })
    expect(await looked()).toMatch(/\(trusted: no\)\n/)
    expect(await looked()).toContain(
      'config    ~/.config/millrace/millrace.jsonc, millrace.jsonc (not trusted), MILLRACE_PERMISSION=plan, MILLRACE_SANDBOX=off; what that',
    )
    expect(await run(['trust', '--yes'], terminal({ cwd, env }))).toBe(0)
    expect(await looked()).toMatch(/\(trusted: yes\)\n/)
    expect(await looked()).toContain(
      '/millrace.jsonc, millrace.jsonc, MILLRACE_PERMISSION=plan, MILLRACE_SANDBOX=off\n',
    )
    writeFileSync(join(cwd, 'millrace.jsonc'), '{ ')
    expect(await looked()).toMatch(/\(trusted: no\)\n/)
    execFileSync('mkfifo', [join(cwd, '.millrace')])
    expect(await shown(cwd, { env: { MILLRACE_CONFIG: 'relative' }, columns: 200 })).toContain(
      'MILLRACE_CONFIG (cannot be used)',
    )
  })

  test("speaks of a host's own tools, and of what happens to them", async () => {
    const tools = [tool('look'), tool('change', { effects: 'other' })]
    const text = (cwd: string, opened: OpenWorkspace): Promise<string> => shown(cwd, { columns: 400 }, opened)
    expect(await text(folder(), withTools(...tools))).toContain(
      '; 2 from the host: look, change; only with --approve-all, as nobody is here to be asked: ',
    )
    expect(await text(folder(), answeredBy({ kind: 'once' }, ...tools))).toMatch(
      /asked about first: [^;]*change; without a question inside the sandbox, and asked about first where there is none: bash\n/,
    )
  })

  test('says what the mode and the sandbox of the environment come to', async () => {
    const told = (env: TerminalOptions['env']): Promise<string> =>
      shown(folder(), { env: env ?? {}, columns: 400 })
    expect(await told({})).toMatch(
      /without a question inside the sandbox, and only with --approve-all .*: bash$/m,
    )
    expect(await told({ MILLRACE_SANDBOX: 'off' })).toMatch(/only with --approve-all.*: write, edit, bash, /)
    expect(await told({ MILLRACE_PERMISSION: 'plan' })).toContain(
      'never, as a rule or the mode denies it: write, edit, bash, job_stop, web_fetch\n',
    )
  })

  test('says by what a model answers', async () => {
    const told = (env: TerminalOptions['env']): Promise<string> => shown(folder(), { env: env ?? {} })
    expect(await told({ DEEPSEEK_API_KEY: 'k' })).toMatch(/^ {2}model {5}by DEEPSEEK_API_KEY$/m)
    expect(await told({ DEEPSEEK_API_KEY: 'k', MILLRACE_MODEL: 'x/y' })).toMatch(
      /^ {2}model {5}x\/y, by DEEPSEEK_API_KEY$/m,
    )
    expect(await told({ OPENAI_API_KEY: 'sk-secret' })).not.toContain('sk-secret')
  })

  test('is not held up by a pipe in the place of a file', async () => {
    const root = folder({ '.git/config': '' })
    execFileSync('sh', ['-c', 'mkfifo .git/HEAD'], { cwd: root })
    expect(await shown(root)).not.toContain('git:')
  })
})
