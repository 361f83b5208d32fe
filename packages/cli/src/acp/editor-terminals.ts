import { AcpError, type Editor, type EditorTerminal } from '@millrace/acp'
import type { CommandSpec, ProcessEnd, Processes, RunningProcess } from '@millrace/host'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceSeams } from '../workspace-seams.ts'
import type { CallScope } from './call-scope.ts'

/** Bytes of output that an editor keeps, and is asked for again and again while the command runs. */
const outputBytes = 256 * 1024

/** Milliseconds between two looks at what a terminal shows: shorter at first, as most commands are. */
const looks = { first: 50, most: 1_000, growth: 1.5 }

/** Milliseconds that an editor has to end a command, and to tell the rest of one that has ended. */
const patienceMs = 2_000

/**
 * Commands in terminals of the editor, where it has such: the person sees them run, and can end them there. Only what no
 * sandbox keeps in runs so, as such a terminal stands outside.
 */
export function editorTerminals(editor: Editor, calls: CallScope): Pick<WorkspaceSeams, 'startOutside'> {
  const { startTerminal } = editor
  if (startTerminal === undefined) return {}
  const start: Processes['start'] = async (spec) => {
    const { current } = calls
    const starting = startTerminal({
      command: spec.file,
      args: spec.args,
      cwd: spec.cwd,
      env: Object.entries(spec.env).map(([name, value]) => ({ name, value })),
      outputBytes,
      ...(current !== undefined && { callId: current.callId }),
    })
    return new TerminalProcess(await startedBefore(starting, current?.signal), spec)
  }
  return { startOutside: start }
}

/** The terminal, unless the call is cancelled before: one that comes later has its command ended. */
function startedBefore(
  starting: Promise<EditorTerminal>,
  signal: AbortSignal | undefined,
): Promise<EditorTerminal> {
  if (signal === undefined) return starting
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason)
      starting.then(endUnseen, () => {})
    }
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    starting.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Ends a command that nobody waits for any more. What the editor says of that reaches nobody. */
async function endUnseen(terminal: EditorTerminal): Promise<void> {
  await Promise.allSettled([terminal.kill()])
  await Promise.allSettled([terminal.release()])
}

/** A command in a terminal of the editor, as one of the host. */
class TerminalProcess implements RunningProcess {
  /** The editor tells none. */
  readonly pid = 0
  readonly exited: Promise<ProcessEnd>
  readonly drained: Promise<void>
  readonly exceededLimit = undefined
  readonly #terminal: EditorTerminal
  readonly #spec: CommandSpec
  readonly #over = new AbortController()
  /** Aborts once the editor has had its time. */
  readonly #givenUp = new AbortController()
  #told = ''
  #failure: unknown
  #stopping: Promise<void> | undefined
  #mayRunOn = false

  constructor(terminal: EditorTerminal, spec: CommandSpec) {
    this.#terminal = terminal
    this.#spec = spec
    this.exited = this.#end()
    this.drained = this.#follow()
  }

  get outputFailure(): unknown {
    return this.#failure
  }

  isTreeAlive(): Promise<boolean> {
    return Promise.resolve(!this.#over.signal.aborted || this.#mayRunOn)
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop())
  }

  async #stop(): Promise<void> {
    const giveUp = setTimeout(() => this.#givenUp.abort(), patienceMs)
    try {
      // An editor that says no may have lost it already: whether it ended is seen by its end.
      if (!this.#over.signal.aborted) await this.#answered(this.#terminal.kill()).catch(() => {})
      await this.drained
    } finally {
      clearTimeout(giveUp)
    }
  }

  /** What the editor answers, unless it has had its time. */
  #answered<T>(asked: Promise<T>): Promise<T> {
    const { signal } = this.#givenUp
    return new Promise((resolve, reject) => {
      const giveUp = (): void =>
        reject(new AcpError('ACP_EDITOR_ANSWER', 'the editor does not answer for its terminal'))
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
    })
  }

  /** An editor that does not answer has lost the command. */
  async #end(): Promise<ProcessEnd> {
    try {
      const { exitCode, signal } = await this.#answered(this.#terminal.exit())
      return exitCode === null && signal === null
        ? { exitCode: null, signal: 'SIGKILL' }
        : { exitCode, signal: exitCode === null ? signal : null }
    } catch (error) {
      this.#mayRunOn = this.#givenUp.signal.aborted
      this.#failure ??= error
      return { exitCode: null, signal: 'SIGKILL' }
    } finally {
      this.#over.abort()
    }
  }

  async #follow(): Promise<void> {
    const rest = this.exited.then(() => setTimeout(() => this.#givenUp.abort(), patienceMs))
    const { signal } = this.#over
    try {
      for (let pause = looks.first; !signal.aborted; pause = Math.min(pause * looks.growth, looks.most)) {
        await sleep(pause, undefined, { signal }).catch(() => {})
        await this.#look()
      }
      // What was printed last may have come after the look before.
      await this.#look()
    } catch (error) {
      this.#failure ??= error
    } finally {
      await this.exited
      await this.#answered(this.#terminal.release()).catch((error: unknown) => {
        this.#failure ??= error
      })
      clearTimeout(await rest)
    }
  }

  /** Delivers what was printed since the last look. */
  async #look(): Promise<void> {
    const { output, truncated } = await this.#answered(this.#terminal.output())
    const news = newsOf(this.#told, output, truncated)
    this.#told = output
    if (news !== '') await this.#spec.onOutput(Buffer.from(news), 'stdout')
  }
}

const leftOut = '[the editor left out a part of the output]\n'

/** UTF-16 units by which the place is found again where what was told ends. */
const overlap = 2_048

/**
 * What an output has more than before.
 * @param truncated - whether its start is gone by now.
 */
export function newsOf(before: string, now: string, truncated: boolean): string {
  if (before === '' && truncated) return leftOut + now
  if (now.startsWith(before)) return now.slice(before.length)
  const tail = before.slice(-overlap)
  const at = now.lastIndexOf(tail)
  return at >= 0 ? now.slice(at + tail.length) : `\n${leftOut}${now}`
}
