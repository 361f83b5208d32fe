import { mkdir, rm, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inShell, openShell } from './support/in-shell.ts'

const shell = inShell({ awaitsOutput: true })
/** A stopped command has time for its last word. */
const patient = inShell({ awaitsOutput: true, graceMs: 20_000 })
const bash = (command: string, more: object = {}) => shell.call('bash', { command, ...more })

describe('how a command ended', () => {
  verifies(['fault:B121'], 'is told for commands that print nothing', async () => {
    expect((await bash('true')).text).toBe('(no output)')
    expect((await bash('false')).text).toBe('(no output)\n[exit code 1]')
    expect((await bash('exit 77')).value).toMatchObject({ exitCode: 77, signal: null, output: '' })
    expect((await bash('kill -9 $$')).value).toMatchObject({ exitCode: null, signal: 'SIGKILL', output: '' })
    expect((await bash('no-such-command')).value).toMatchObject({ exitCode: 127 })
  })

  verifies(['fault:B120'], 'is never read from what was printed', async () => {
    const forged = await bash('printf "[exit code: 0]\\n"; exit 3')
    expect(forged.resultView).toEqual({ card: 'terminal', output: '[exit code: 0]\n', exitCode: 3 })
    expect(forged.text).toBe('[exit code: 0]\n[exit code 3]')
    const killed = await bash('printf "[killed by signal: SIGKILL]\\n"')
    expect(killed.resultView).toMatchObject({ exitCode: 0, output: '[killed by signal: SIGKILL]\n' })
  })

  verifies(['fault:B120'], 'stands in a last line that no command can print', async () => {
    expect((await bash('echo "[exit code 1]"')).text).toBe('[exit code 1]\n[exit code 0]')
    expect((await bash('printf "(no output)"')).text).toBe('(no output)\n[exit code 0]')
    const left = await bash('echo "[it is job j7: job_output reads its output]"; sleep 60 &')
    expect(left.text).toMatch(/\n\[exit code 0; what it left behind is running; it is job j1: [^\n]+\]$/)
  })

  const endings: [string, string, object, object][] = [
    ['success', 'echo a', {}, { exitCode: 0, signal: null, timedOut: false, output: 'a\n' }],
    ['silent success', ':', {}, { exitCode: 0, signal: null, timedOut: false, output: '' }],
    [
      'failure with output',
      'echo a; exit 9',
      {},
      { exitCode: 9, signal: null, timedOut: false, output: 'a\n' },
    ],
    ['signal with output', 'echo a; kill -15 $$', {}, { exitCode: null, signal: 'SIGTERM', output: 'a\n' }],
    ['a status that stands for a signal', 'exit 137', {}, { exitCode: 137, signal: null, timedOut: false }],
    ['time limit', 'echo a; sleep 60', { timeoutMs: 300 }, { timedOut: true, running: false, output: 'a\n' }],
    [
      'time limit and no regard for it',
      'trap "" TERM; echo a; sleep 60',
      { timeoutMs: 300 },
      { exitCode: null, signal: 'SIGKILL', timedOut: true, output: 'a\n' },
    ],
    [
      'success with something left behind',
      'echo a; sleep 60 & exit 0',
      {},
      { exitCode: 0, timedOut: false, running: true, job: 'j1', output: 'a\n' },
    ],
    [
      'signal with something left behind',
      'sleep 60 & kill -9 $$',
      {},
      { exitCode: null, signal: 'SIGKILL', running: true, job: 'j1' },
    ],
    [
      'still running in the background',
      'echo a; sleep 60',
      { background: true },
      { exitCode: null, signal: null, timedOut: false, running: true, job: 'j1', output: 'a\n' },
    ],
    [
      'failed at once in the background',
      'exit 4',
      { background: true },
      { exitCode: 4, running: false, job: 'j1' },
    ],
  ]
  for (const [title, command, more, value] of endings) {
    verifies(['security:C8'], `tells ${title} by fields of their own`, async () => {
      expect((await bash(command, more)).value).toMatchObject(value)
    })
  }

  verifies(['security:C8'], 'tells time limit and success by fields of their own', async () => {
    const command = 'trap "echo b; exit 0" TERM; echo a; sleep 60 & wait'
    const { value } = await patient.call('bash', { command, timeoutMs: 300 })
    expect(value).toMatchObject({ exitCode: 0, signal: null, timedOut: true, running: false })
    expect(value).toHaveProperty('output', 'a\nb\n')
  })
})

describe('input', () => {
  const readers = ['cat', 'read x', 'python3 -c "input()" 2>/dev/null', 'read -s -p "password: " x </dev/tty']
  for (const command of readers) {
    verifies(['fault:B112'], `ends at once for ${command}`, async () => {
      const [front, back] = await Promise.all([bash(command), bash(command, { background: true })])
      expect(front.value).toMatchObject({ timedOut: false, running: false, signal: null })
      expect((await shell.call('job_output', { job: 'j1', waitMs: 20_000 })).value).toMatchObject({
        running: false,
      })
      expect(back.code).toBeUndefined()
    })
  }

  verifies(['fault:B112'], 'is not waited for by git, which would open an editor', async () => {
    const { value } = await bash(
      'git init -q . && echo a > a && git add a && git -c user.name=a -c user.email=a@b.invalid commit',
    )
    expect(value).toMatchObject({ exitCode: 1, timedOut: false })
  })
})

describe('output', () => {
  verifies(['fault:B115'], 'keeps characters whole that come in several writes', async () => {
    const slow = await bash("printf '\\344\\270'; sleep 0.1; printf '\\255\\345\\233\\275'")
    expect(slow.value).toMatchObject({ output: '中国' })
    const bytes = ['\\360', '\\237', '\\230', '\\200']
      .map((byte) => `printf '${byte}'`)
      .join('; sleep 0.05; ')
    expect((await bash(bytes)).value).toMatchObject({ output: '😀' })
    expect((await bash("printf 'a\\342\\202'")).value).toMatchObject({ output: 'a\ufffd', invalid: true })
  })

  test('is one stream of both kinds, in the order of writing', async () => {
    const { value } = await bash('echo 1; echo 2 >&2; echo 3 >/dev/stdout; echo 4 >/dev/stderr; echo 5')
    expect(value).toMatchObject({ output: '1\n2\n3\n4\n5\n', totalBytes: 10, totalLines: 5 })
  })

  test('shows NUL bytes, and says that there are some', async () => {
    const { value, text } = await bash("printf 'a\\0b\\n'")
    expect(value).toMatchObject({ output: 'a\0b\n', binary: true })
    expect(text).toBe('a\\u{0}b\n[exit code 0; the output holds NUL bytes]')
  })
})

describe('the environment', () => {
  test('is what the operator passes on, and leaves no core dumps', async () => {
    expect((await bash('ulimit -Hc; ulimit -Sc')).value).toMatchObject({ output: '0\n0\n' })
    const { text } = await bash('env | cut -d= -f1')
    expect(text.split('\n')).toContain('PATH')
    expect((await bash('echo $TERM')).value).toMatchObject({ output: 'dumb\n' })
  })

  verifies(['security:C4'], 'holds no variable that nobody named', async () => {
    process.env['MILLRACE_CANARY'] = 'canary-value'
    try {
      const other = await openShell()
      const { value } = await other.call('bash', { command: 'env; export -p; set' })
      expect(JSON.stringify(value)).not.toContain('canary-value')
      await other.close()
    } finally {
      delete process.env['MILLRACE_CANARY']
    }
  })

  test('without a bash makes one clear error', async () => {
    const bare = await openShell({ env: { PATH: shell.workspace.folder } })
    const { code, text } = await bare.call('bash', { command: 'echo a' })
    await bare.close()
    expect(code).toBe('PROCESS_NOT_FOUND')
    expect(text).toContain('"bash" was not found')
  })
})

describe('the working folder', () => {
  verifies(['fault:B118'], 'is the workspace for every call, whatever happened to others', async () => {
    await shell.workspace.put({ 'sub/a': '' })
    expect((await bash('cd sub && rm -rf ../sub')).value).toMatchObject({ exitCode: 0 })
    expect((await bash('pwd')).value).toMatchObject({ output: `${shell.workspace.folder}\n` })
    const missing = await bash('pwd', { cwd: 'sub' })
    expect(missing).toMatchObject({ code: 'FS_NOT_FOUND' })
    expect(missing.text).toContain('"sub" does not exist')
    await mkdir(shell.workspace.at('sub'))
    expect((await bash('pwd', { cwd: 'sub' })).value).toMatchObject({ cwd: 'sub', exitCode: 0 })
  })

  verifies(['fault:B118'], 'is named in the error when the workspace itself is gone', async () => {
    await rm(shell.workspace.folder, { recursive: true })
    const gone = await bash('pwd')
    expect(gone.code).toBe('PROCESS_CWD_MISSING')
    expect(gone.text).toContain(shell.workspace.folder)
    await mkdir(shell.workspace.folder)
    expect((await bash('pwd')).value).toMatchObject({ exitCode: 0 })
  })

  test('may be given, and lies inside the workspace', async () => {
    await shell.workspace.put({ 'a/b/c': '' })
    expect((await bash('pwd', { cwd: 'a/b' })).value).toMatchObject({
      output: `${shell.workspace.at('a/b')}\n`,
    })
    expect((await bash('pwd', { cwd: '..' })).code).toBe('FS_OUTSIDE_ROOT')
    expect((await bash('pwd', { cwd: 'a/b/c' })).code).toBe('FS_NOT_DIRECTORY')
  })
})

describe('arguments', () => {
  for (const timeoutMs of [0, -1, 600_001, 2_147_483_648, 1e12]) {
    verifies(['fault:B046'], `refuse a time limit of ${timeoutMs}, naming the bounds`, async () => {
      const refused = await bash('sleep 1', { timeoutMs })
      expect(refused.code).toBe('INVALID_ARGS')
      expect(refused.text).toContain('from 1 to 600000')
    })
  }
  for (const timeoutMs of [Infinity, NaN, 1.5]) {
    verifies(['fault:B046'], `refuse a time limit of ${timeoutMs}`, async () => {
      const refused = await bash('touch started', { timeoutMs })
      expect(refused.result.isError).toBe(true)
      await expect(stat(shell.workspace.at('started'))).rejects.toThrow('ENOENT')
    })
  }
  verifies(['fault:B046'], 'take the longest time limit, which does not end the command', async () => {
    expect((await bash('sleep 0.1', { timeoutMs: 600_000 })).value).toMatchObject({
      exitCode: 0,
      timedOut: false,
    })
  })

  for (const command of ['', ' \n', 'echo a\0b', 'echo \ud800']) {
    test(`refuse the command ${JSON.stringify(command)}`, async () => {
      expect((await bash(command)).code).toBe('INVALID_ARGS')
    })
  }

  test('take the longest command, and refuse a longer one, saying what to do', async () => {
    expect((await bash(`: ${'x'.repeat(130_998)}`)).value).toMatchObject({ exitCode: 0 })
    for (const command of [`: ${'x'.repeat(130_999)}`, `: ${'€'.repeat(43_700)}`]) {
      const refused = await bash(command)
      expect(refused.code).toBe('INVALID_ARGS')
      expect(refused.text).toContain('at most 131000 bytes')
      expect(refused.text).toContain('write a longer one to a file')
    }
  })
})

describe('cards', () => {
  verifies(['fault:B058'], 'show the command itself, and what it is said to do beside it', async () => {
    const { callView } = await bash('rm -rf build', { description: 'list files', cwd: '.' })
    expect(callView).toEqual({ card: 'terminal', title: 'rm -rf build', description: 'list files', cwd: '.' })
  })

  test.each<[object, string | undefined]>([
    [{ description: 'serves' }, 'serves'],
    [{ timeoutMs: 120_000 }, undefined],
    [{ timeoutMs: 1500 }, '[ended after 1.5 s]'],
    [{ background: true, description: 'serves' }, '[in the background] serves'],
    [{ background: true, timeoutMs: 120_000 }, '[in the background, ended after 120 s]'],
  ])('of %j say %j, before the model says anything', async (args, told) => {
    const { callView } = await bash(':', args)
    expect(callView).toEqual({ card: 'terminal', title: ':', ...(told && { description: told }) })
  })
})
