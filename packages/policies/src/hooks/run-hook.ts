import type { CommandSpec, RunningProcess } from '@millrace/host'
import { alarm } from '../signals/alarm.ts'
import type { HooksConfig } from './contract.ts'
import type { Hook } from './read-settings.ts'

/** What became of one hook. */
export type HookRun =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** It has no answer; `problem` completes the sentence that begins with its name. */
  | { readonly kind: 'failed'; readonly problem: string; readonly stderr: string; readonly timedOut: boolean }
  /** Nobody waits for its answer any more. */
  | { readonly kind: 'abandoned' }

/** How hooks are run. */
export type HookRunner = Pick<HooksConfig, 'start' | 'root' | 'env'> & {
  readonly shell: string
  readonly timeoutMs: number
  readonly outputBytes: number
}

/**
 * Runs one hook to its own end, whatever it leaves running: who still holds its output is ended with everything else
 * that it started.
 * @param input - what it reads, followed by the end of input.
 * @param signal - ends it early.
 */
export async function runHook(
  hook: Hook,
  input: string,
  runner: HookRunner,
  signal: AbortSignal,
): Promise<HookRun> {
  if (signal.aborted) return { kind: 'abandoned' }
  const printed = new Printed(runner.outputBytes)
  const { timeoutMs = runner.timeoutMs } = hook
  let running: RunningProcess
  try {
    running = await runner.start(specOf(hook, input, runner, printed))
  } catch (error) {
    return failed(`could not be started: ${messageOf(error)}`, printed)
  }
  const cause = await firstOf(running, timeoutMs, signal)
  try {
    await running.stop()
  } catch (error) {
    return failed(`left something running that cannot be ended: ${messageOf(error)}`, printed)
  }
  if (cause === 'aborted') return { kind: 'abandoned' }
  if (cause === 'time') return failed(`did not end within ${timeoutMs / 1000} s and was ended`, printed, true)
  return outcomeOf(running, printed)
}

function specOf(hook: Hook, input: string, runner: HookRunner, printed: Printed): CommandSpec {
  const { root, env, shell } = runner
  const { command, args } = hook
  return {
    ...(args === undefined ? { file: shell, args: ['-c', command] } : { file: command, args }),
    cwd: root,
    env: { ...env, CLAUDE_PROJECT_DIR: root },
    stdin: new TextEncoder().encode(input),
    streams: 'separate',
    onOutput: (chunk, stream) => printed.add(chunk, stream),
  }
}

/** What happens first: the end of the program itself, the end of its time, or that nobody waits. */
async function firstOf(
  running: RunningProcess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<'end' | 'time' | 'aborted'> {
  let release = (): void => {}
  const interrupted = new Promise<'time' | 'aborted'>((resolve) => {
    const silence = alarm(timeoutMs, () => resolve('time'))
    const abort = (): void => resolve('aborted')
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    release = () => {
      silence()
      signal.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([running.exited.then(() => 'end' as const), interrupted])
  } finally {
    release()
  }
}

async function outcomeOf(running: RunningProcess, printed: Printed): Promise<HookRun> {
  if (printed.isFlooding) return failed(`printed more than ${printed.most} bytes and was ended`, printed)
  if (running.outputFailure !== undefined) {
    return failed(`could not be read: ${messageOf(running.outputFailure)}`, printed)
  }
  const { exitCode, signal } = await running.exited
  if (exitCode === null) return failed(`was killed by ${signal ?? 'a signal'}`, printed)
  if (exitCode === 126 || exitCode === 127) {
    return failed(`could not be started (exit code ${exitCode})`, printed)
  }
  return { kind: 'ended', code: exitCode, stdout: printed.text('stdout'), stderr: printed.text('stderr') }
}

function failed(problem: string, printed: Printed, timedOut = false): HookRun {
  return { kind: 'failed', problem, stderr: printed.text('stderr'), timedOut }
}

/** What a hook printed, up to a bound; an error beyond it makes the host stop the program. */
class Printed {
  readonly most: number
  private readonly chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  private bytes = 0

  constructor(most: number) {
    this.most = most
  }

  get isFlooding(): boolean {
    return this.bytes > this.most
  }

  add(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
    this.bytes += chunk.length
    if (this.isFlooding) throw new Error(`more than ${this.most} bytes of output`)
    this.chunks[stream].push(chunk)
  }

  text(stream: 'stdout' | 'stderr'): string {
    const decoder = new TextDecoder()
    const parts = this.chunks[stream].map((chunk) => decoder.decode(chunk, { stream: true }))
    return parts.join('') + decoder.decode()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
