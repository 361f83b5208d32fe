import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { folder } from './folder.ts'
import { millrace } from './millrace.ts'
import { inTerminal, noPseudoTerminal } from './pseudo-terminal.ts'
import { home as aHome } from './running.ts'
import { record, said } from './sessions-recorded.ts'
import { place } from './settings.ts'
import { tool, withTools } from './workspace.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const home = { HOME: '/nonexistent' }

/** How the command says that words go on. */
async function candidates(
  words: readonly string[],
  more: Parameters<typeof millrace>[1] = {},
): Promise<string[]> {
  const { status, out } = await millrace(['complete', '--', ...words], { env: home, ...more })
  expect(status).toBe(0)
  return out()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

describe('millrace complete', () => {
  test.each([
    [['per'], ['permissions', ':4']],
    [['ru'], ['run', ':4']],
    [['cod'], ['code', ':4']],
    [['to'], ['tools', 'tour', ':4']],
    [
      ['code', '--runtime', ''],
      ['worker', 'inline', 'process', ':4'],
    ],
    [
      ['run', '--mode', ''],
      ['native', 'code', 'both', ':4'],
    ],
    [
      ['tools', '--sdk', ''],
      ['typescript', 'python', ':4'],
    ],
    [
      ['run', '--max-c'],
      ['--max-calls', '--max-cost', ':4'],
    ],
    [
      ['permissions', 'te'],
      ['test', ':4'],
    ],
    [
      ['call', 'web'],
      ['web_fetch', ':4'],
    ],
    [
      ['tools', 'job_l'],
      ['job_list', ':4'],
    ],
    [
      ['help', 'gre'],
      ['grep', ':4'],
    ],
    [
      ['call', '--approve-'],
      ['--approve-all', '--approve-reads', ':4'],
    ],
    [
      ['call', '--permission-mode', ''],
      ['default', 'accept-edits', 'plan', 'bypass', ':4'],
    ],
    [
      ['call', '--sandbox', 'r'],
      ['required', ':4'],
    ],
    [
      ['completion', 'f'],
      ['fish', ':4'],
    ],
    [
      ['call', 'read', 'pa'],
      ['path=', ':6'],
    ],
    [
      ['--cwd', '.', 'call', 'read', 'l'],
      ['limit=', ':6'],
    ],
    [
      ['call', 'grep', 'literal='],
      ['literal=true', 'literal=false', ':4'],
    ],
    [['call', 'read', 'path=src'], [':0']],
    [['call', 'nowhere', ''], [':0']],
  ])('%j', async (words, expected) => {
    expect(await candidates(words)).toEqual(expected)
  })

  test('offers no argument twice', async () => {
    const found = await candidates(['call', 'read', '--json', 'path=a', ''])
    expect(found).toEqual(expect.arrayContaining(['offset=', 'limit=', ':6']))
    expect(found).not.toContain('path=')
  })

  test('offers commands and tools where anything can stand', async () => {
    expect(await candidates([''])).toEqual(
      expect.arrayContaining(['call', 'tools', 'trust', 'config', 'completion']),
    )
    expect(await candidates(['call', ''])).toEqual(expect.arrayContaining(['read', 'bash', 'todo_write']))
  })

  test("knows a host's tools, and offers no word that a shell would act on", async () => {
    const parameters = { type: 'object' as const, properties: { plain: {}, '$(touch pwned)': {}, 'a b': {} } }
    const open = withTools(tool('look', { parameters, description: 'Looks\u001b[2J\tround.\nMore.' }))
    const { out } = await millrace(['complete', '--', 'call', 'lo'], { env: home }, open)
    expect(out()).toBe('look\tLooks\\u{1b}[2J round.\n:4\n')
    const keys = await millrace(['complete', '--', 'call', 'look', ''], { env: home }, open)
    expect(keys.out()).toBe('plain=\t\n:6\n')
  })

  test.each([
    [['replay', 'ab']],
    [['sessions', 'show', 'ab']],
    [['explain', '--session', 'ab']],
    [['run', '--resume', 'ab']],
    [['policy', 'replay', '--session', 'ab']],
  ])('%j goes on with a session of the folder', async (words) => {
    const at = aHome()
    record(at, 'abcdef0123', said('Why does it fail?', 'No idea.'))
    record(at, 'bcdef01234', [])
    expect(await candidates(words, { cwd: at.project, env: at.env })).toEqual(['abcdef01', ':4'])
  })

  test('goes on where settings or the folder cannot be used', async () => {
    const at = place({ 'millrace.jsonc': '{' })
    expect(await candidates(['call', 'read', ''], { cwd: at.project, env: at.env })).toEqual([':0'])
    expect(await candidates(['call', 're'], { cwd: at.project, env: at.env })).toEqual(['read', ':4'])
    expect(await candidates(['call', 'read', ''], { cwd: join(at.project, 'gone') })).toEqual([':0'])
  })
})

describe('millrace completion', () => {
  test.each([
    ['bash', /complete -o default -F __millrace_complete millrace/],
    ['zsh', /^#compdef millrace/],
    ['fish', /complete -c millrace/],
    ['powershell', /Register-ArgumentCompleter/],
  ])('prints a script for %s', async (shell, shape) => {
    const { status, out, err } = await millrace(['completion', shell])
    expect([status, err()]).toEqual([0, ''])
    expect(out()).toMatch(shape)
    expect(out()).toMatch(/millrace complete (?:--|'--')/)
  })

  test('knows no other shell', async () => {
    const ended = await millrace(['completion', 'csh'])
    expect([ended.status, ended.out()]).toEqual([2, ''])
    expect(ended.err()).toContain('bash, zsh, fish, powershell')
  })
})

const noBash = spawnSync('bash', ['--version']).status === 0 ? '' : ': there is no bash'

describe.skipIf(noBash !== '')(`the script in a real bash${noBash}`, () => {
  beforeAll(() => {
    if (!existsSync(new URL('../lib/main.js', import.meta.url)))
      throw new Error('not compiled: npm run build')
  })

  /** What bash makes of a line when the tab key is pressed at its end, word by word as it splits them. */
  function completed(line: string, cwd: string): string[] {
    const command = join(cwd, 'bin/millrace')
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
    chmodSync(command, 0o755)
    const script = `
      source <(millrace completion bash)
      source <(millrace completion bash)
      COMP_LINE=$1 COMP_POINT=\${#1}
      __millrace_complete
      [[ \${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: cwd }
    const options = { cwd, env, encoding: 'utf8' as const }
    const ended = spawnSync('bash', ['--norc', '-c', script, 'bash', line], options)
    expect([ended.status, ended.stderr]).toEqual([0, ''])
    return ended.stdout.split('\n').filter((each) => each !== '')
  }

  test.each([
    ['millrace perm', ['permissions']],
    ['millrace call gr', ['grep']],
    ['millrace call grep pat', ['pattern=', 'path=']],
    ['millrace call grep pattern=TODO li', ['literal=']],
    ['millrace call grep literal=t', ['true']],
    ['millrace call read path=x', []],
    ['millrace call --perm', ['--permission-mode']],
    ['millrace permissions ', ['list', 'test', 'explain', 'revoke']],
  ])('%j', (line, expected) => {
    const found = completed(line, folder({ 'bin/x': '' }))
    expect(found.toSorted()).toEqual(
      expected.filter((each) => each.startsWith(line.endsWith('pat') ? 'pat' : '')).toSorted(),
    )
  })

  test.skipIf(noPseudoTerminal)('completes at a real prompt', async () => {
    const cwd = folder({ 'bin/millrace': `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n` })
    chmodSync(join(cwd, 'bin/millrace'), 0o755)
    const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: cwd, PS1: 'ready$ ' }
    const bash = inTerminal(['bash', '--norc', '--noprofile', '-i'], cwd, env)
    await bash.type('source <(millrace completion bash); PS1="set$ "\r', /ready\$ /)
    await bash.type('millrace call rea\t', /set\$ /)
    await bash.type('pa\t', /millrace call read /)
    await bash.type('nowhere\r', /path=/)
    await bash.type('exit\r', /FS_NOT_FOUND[^]*set\$ /)
    await bash.ends
  })

  test('runs nothing of what stands on the line', () => {
    const cwd = folder({ 'bin/x': '' })
    for (const line of [
      'millrace call bash command=$(touch pwned) ',
      'millrace call bash `touch pwned` b',
      "millrace call bash 'command=x' > pwned ",
      'millrace call bash x; touch pwned; ',
      'millrace call * ',
    ])
      completed(line, cwd)
    expect(readdirSync(cwd)).toEqual(['bin'])
  })
})
