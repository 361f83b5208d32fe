import type { Processes, RunningProcess } from '@millrace/host'
import { OutputBuffer } from './output-buffer.ts'

/** Bytes of each stream that are read at most. */
const mostOutput = 64 * 1024 * 1024

/** How a program ended that was only run for its output. */
export interface ProgramOutput {
  readonly exitCode: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/**
 * Runs a program to its end, with an empty environment. An abort stops it, and rejects with the signal's reason; so
 * does output without end.
 */
export async function runProgram(
  processes: Pick<Processes, 'start'>,
  file: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<ProgramOutput> {
  signal.throwIfAborted()
  const stdout = new OutputBuffer(mostOutput)
  const stderr = new OutputBuffer(mostOutput)
  const running = await processes.start({
    file,
    args,
    cwd,
    env: {},
    streams: 'separate',
    onOutput(chunk, stream) {
      const buffer = stream === 'stdout' ? stdout : stderr
      buffer.add(chunk)
      if (buffer.isOverfull) throw new Error(`${file} printed more than ${mostOutput} bytes`)
    },
  })
  await endOf(running, signal)
  signal.throwIfAborted()
  if (running.outputFailure !== undefined) throw running.outputFailure
  return { exitCode: (await running.exited).exitCode, stdout: stdout.bytes(), stderr: stderr.bytes() }
}

async function endOf(running: RunningProcess, signal: AbortSignal): Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = (): void => void (stopped ??= running.stop({ graceMs: 0 }))
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    await running.exited
    await running.drained
    await stopped
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
