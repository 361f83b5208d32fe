import process from 'node:process'
import { isatty } from 'node:tty'
import { exitCode } from './exit-code.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const interrupted = new AbortController()
let interruptedBy: number = exitCode.interrupted
let isCutShort = false
let isOutputAbandoned = false
const tidying = new Set<() => void>()
/** Whoever ends a process by a signal kills it a few seconds later. */
const patienceMs = 4_500
const tooLate = 'what was under way did not end in time, so it is left'

for (const [signal, status] of [
  ['SIGINT', exitCode.interrupted],
  ['SIGTERM', exitCode.terminated],
  // The terminal was closed.
  ['SIGHUP', exitCode.hungUp],
] as const) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for what is under way; a terminal that is closed hangs up more than once.
    if (interrupted.signal.aborted && signal !== 'SIGHUP')
      leave(status, 'interrupted again, so it does not wait for the call')
    interruptedBy = status
    interrupted.abort()
    // Nobody sits there who could ask twice.
    if (signal !== 'SIGINT') setTimeout(() => leave(status, tooLate), patienceMs).unref()
  })
}

function ignore(): void {}

function leave(status: number, why: string): never {
  for (const tidy of tidying) tidy()
  process.stderr.write(`millrace: ${why}\n`)
  process.exit(status)
}

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Whoever read the output has had enough of it; that is no failure of the call.
  if (code === 'EPIPE' || isCutShort) return
  isCutShort = true
  process.exitCode = exitCode.internal
  process.stderr.write(`millrace: the output cannot be written (${code ?? message})\n`)
})
// Where nothing can be told, there is nobody to tell that.
process.stderr.on('error', ignore)

function keyboard(): typeof process.stdin {
  // A terminal that is closed cannot even be given back its settings, and says so whenever that is tried.
  return process.stdin.off('error', ignore).on('error', ignore)
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const problem = code === 'ENOENT' ? 'does not exist any more' : `cannot be used (${code ?? message})`
    throw new UsageError(`the current folder ${problem}`, ['another one is chosen with --cwd DIR'])
  }
}

const { stdout, stderr, env } = process
// Continuous integration may have a terminal, but nobody before it.
const isAttended = isatty(0) && isatty(2) && (env['CI'] ?? '') === ''
const status = await run(process.argv.slice(2), {
  // Opened only where the arguments come from it.
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
  env,
  get cwd() {
    return currentFolder()
  },
  signal: interrupted.signal,
  openKeyboard: isAttended ? keyboard : undefined,
  // To the whole group, as the terminal does: others may wait for this process in it.
  raise: process.platform === 'win32' ? undefined : (signal) => void process.kill(0, signal),
  beforeLeaving: (tidy) => {
    tidying.add(tidy)
    return () => void tidying.delete(tidy)
  },
  abandonOutput: () => {
    isOutputAbandoned = true
  },
})
if (!isCutShort) process.exitCode = status === exitCode.interrupted ? interruptedBy : status
// An input that was being waited for would keep the process alive, and so does output that nobody reads.
if (interrupted.signal.aborted || isOutputAbandoned) process.exit()
