import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** Why there is no pseudo-terminal to test with; `undefined` where there is one. */
export const noPseudoTerminal: string | undefined =
  process.platform !== 'linux'
    ? 'the script program of other systems takes other arguments'
    : spawnSync('script', ['--version']).status === 0
      ? undefined
      : 'there is no script program (util-linux)'

/** A program that runs in a terminal of its own. */
export interface InTerminal {
  /** All that it has written, to either output. */
  readonly screen: () => string
  /** Types once something stands on the screen that did not before the last typing. */
  type(keys: string, seen: RegExp): Promise<void>
  /** Its exit status. */
  readonly ends: Promise<number | null>
  readonly child: ChildProcess
}

/** What is typed at once when a question appears was meant for something else, so a person takes a moment. */
const momentMs = 150

/** Runs a program in a terminal of 80 columns and 24 rows, until the test ends. */
export function inTerminal(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): InTerminal {
  const terminal = startInTerminal(argv, cwd, env)
  // Closing the terminal ends whatever still runs in it.
  onTestFinished(() => void terminal.child.kill('SIGKILL'))
  return terminal
}

/** The same, which goes on until it ends or its child is ended. */
export function startInTerminal(
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): InTerminal {
  const line = argv.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const child = spawn('script', ['-qefc', `tty; stty cols 80 rows 24; exec ${line}`, '/dev/null'], {
    cwd,
    // Inside the sandbox commands run without a question.
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', MILLRACE_SANDBOX: 'off', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let written = ''
  let typedAt = 0
  child.stdout.on('data', (chunk) => (written += String(chunk)))
  // The name of the terminal stands on the first row.
  const screen = (): string => written.slice(written.indexOf('\n') + 1)
  const device = (): string => written.slice(0, Math.max(0, written.indexOf('\r')))
  return {
    child,
    screen,
    ends: new Promise((resolve) => child.on('close', resolve)),
    async type(keys, seen) {
      while (!seen.test(screen().slice(typedAt))) await pause(20)
      typedAt = screen().length
      if (keys !== '') await keysCount(device())
      await pause(momentMs)
      child.stdin.write(keys)
    },
  }
}

/** Waits until keys come one by one, as whoever asks for one may be held up after the question was shown. */
async function keysCount(device: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
    const { status, stdout } = spawnSync('stty', ['-F', device, '-a'], { encoding: 'utf8' })
    // The terminal of a program that has ended is gone.
    if (status !== 0 || stdout.includes('-icanon')) return
    await pause(50)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
