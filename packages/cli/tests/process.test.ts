import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../../../tests/support/effort.ts'
import { folder } from './folder.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const files = { 'notes.md': '# Notes\nTODO one\n' }

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

function millrace(argv: readonly string[], input = ''): Ended {
  const options = { cwd: folder(files), input, encoding: 'utf8' as const, env: { PATH: process.env['PATH'] } }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], options)
  return { status, out: stdout, err: stderr }
}

describe('the compiled command', () => {
  test('without a word, is the overview', () => {
    const { status, out, err } = millrace([])
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^millrace \d/)
  })

  test('shows a real call as a card, and ends by itself', () => {
    const { status, out, err } = millrace(['call', 'grep', 'pattern=TODO'])
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^✓ done .*1 match in 1 file/)
  })

  test('prints one valid object with --json, also for arguments from the standard input', () => {
    const { status, out } = millrace(['call', 'read', '--args', '-', '--json'], '{"path":"notes.md"}')
    expect(status).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ok: true, status: 'done' })
  })

  test.each([
    [2, ['call', 'reed'], /did you mean read\?/],
    [3, ['call', 'read', 'path=missing'], /FS_NOT_FOUND/],
    [4, ['call', 'read', 'path=../outside'], /outside the workspace/],
  ])('ends with %i after %j', (status, argv, says) => {
    const ended = millrace(argv)
    expect(ended.status).toBe(status)
    expect(ended.out + ended.err).toMatch(says)
  })
})

/** Waits until a process reads its standard input: no pipe holds this much by itself. */
function untilReading(child: ChildProcess): Promise<unknown> {
  // What is left of it when the process ends is nobody's concern.
  child.stdin?.on('error', () => {})
  return new Promise((resolve) => child.stdin?.write(' '.repeat(4_000_000), resolve))
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve))
}

describe.runIf(process.platform !== 'win32')('an interrupted process', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s ends with %i', async (signal, status) => {
    const child = spawn(process.execPath, [bin, 'call', 'read', '--args', '-'], { cwd: folder(files) })
    const ends = exitOf(child)
    await untilReading(child)
    child.kill(signal)
    expect(await ends).toBe(status)
  })

  test('does not wait any longer after a second interrupt', async () => {
    const deaf = 'data:text/javascript,AbortSignal.prototype.addEventListener = () => {}'
    const argv = ['--import', deaf, bin, 'call', 'read', '--args', '-']
    const child = spawn(process.execPath, argv, { cwd: folder(files) })
    const ends = exitOf(child)
    await untilReading(child)
    child.kill('SIGINT')
    await sleep(300)
    expect(child.exitCode).toBe(null)
    // Signals that come before the first one is heard are one with it.
    const again = setInterval(() => child.kill('SIGINT'), 300)
    expect(await ends).toBe(130)
    clearInterval(again)
  })
})

describe('a reader that has had enough', () => {
  test('is no failure, and no noise', async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `TODO number ${index}`).join('\n')
    const cwd = folder({ 'many.txt': text })
    const child = spawn(process.execPath, [bin, 'call', 'read', 'path=many.txt', '--expand'], { cwd })
    let err = ''
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    child.stdout.destroy()
    expect([await exitOf(child), err]).toEqual([0, ''])
  })
})

describe.runIf(process.platform === 'linux')('a process that something is wrong with', () => {
  const shell = (script: string, cwd = folder(files)): Ended => {
    const env = { PATH: process.env['PATH'], NODE: process.execPath, BIN: bin, XDG_STATE_HOME: folder() }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' })
    return { status, out: stdout, err: stderr }
  }

  test.each(['', 'tools', 'call read path=a', 'help read'])('says that its folder is gone: %s', (words) => {
    const { status, out, err } = shell(`mkdir gone && cd gone && rmdir ../gone && "$NODE" "$BIN" ${words}`)
    expect([status, out]).toEqual([2, ''])
    expect(err).toBe(
      'millrace: the current folder does not exist any more\n  another one is chosen with --cwd DIR\n',
    )
  })

  test('does without its folder where it needs none', () => {
    const cwd = folder(files)
    const gone = 'mkdir gone && cd gone && rmdir ../gone'
    expect(shell(`${gone} && "$NODE" "$BIN" --version`, cwd).status).toBe(0)
    expect(shell(`${gone} && "$NODE" "$BIN" call read path=notes.md --cwd '${cwd}'`, cwd).out).toMatch(
      /^✓ done/,
    )
  })

  test.each(['', 'tools', 'call grep pattern=TODO', '--help'])('says that the disk is full: %s', (words) => {
    const { status, err } = shell(`"$NODE" "$BIN" ${words} > /dev/full`)
    expect([status, err]).toEqual([1, 'millrace: the output cannot be written (ENOSPC)\n'])
  })

  test('does not fall over a full disk under its messages', () => {
    expect(shell('"$NODE" "$BIN" tools nope 2> /dev/full').status).toBe(2)
  })

  test('shows examples that work in any folder', () => {
    const helps = [[], ['call'], ['tools'], ['help']].map((words) => millrace([...words, '--help']).out)
    const commands = helps.flatMap((text) => text.match(/^ {2}(?:millrace|echo) .*$/gm) ?? [])
    expect(commands.length).toBe(12)
    for (const cwd of sampled([folder(), folder(files)], 2)) {
      for (const command of commands) {
        const { status, err } = shell(`millrace() { "$NODE" "$BIN" "$@"; }; ${command}`, cwd)
        expect([command, status, err]).toEqual([command, 0, toldBeside(command)])
      }
    }
  }, 600_000)
})

/** The demo says what is scripted, a program shows its calls, and both say where the session is. */
function toldBeside(command: string): unknown {
  if (command.includes('--demo')) return expect.stringMatching(/^model {2}scripted/)
  return command.includes(' code ') ? expect.stringMatching(/see it: millrace replay [\da-f]+/) : ''
}

test('the overview starts in at most 5 times the time of an empty node process', () => {
  const cwd = folder(files)
  const time = (argv: readonly string[]): number => {
    const started = performance.now()
    expect(spawnSync(process.execPath, argv, { cwd }).status).toBe(0)
    return performance.now() - started
  }
  const rounds = Array.from({ length: 9 }, () => [time(['-e', '0']), time([bin])] as const)
  // The shortest ones are those that nothing else on the machine held up.
  const [empty, overview] = [0, 1].map((which) => Math.min(...rounds.map((round) => round[which]!)))
  expect(overview! / empty!).toBeLessThanOrEqual(5)
})
