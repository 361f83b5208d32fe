import process from 'node:process'
import { exitCode } from './exit-code.ts'
import { run } from './run.ts'

const interrupted = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for what is under way.
    if (interrupted.signal.aborted) process.exit(exitCode.interrupted)
    interrupted.abort()
  })
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has had enough of it; that is no failure of the call.
    if (error.code !== 'EPIPE') throw error
  })
}

const { stdout, stderr, env } = process
process.exitCode = await run(process.argv.slice(2), {
  // Opened only where the arguments come from it.
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  signal: interrupted.signal,
})
// An input that was being waited for would keep the process alive.
if (interrupted.signal.aborted) process.exit()
