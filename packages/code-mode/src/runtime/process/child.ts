import type { Writable } from 'node:stream'
import type { CommandSpec, Processes, RunningProcess } from '@millrace/host'
import { messageOf } from '@millrace/protocol'
import { FrameReader, frame, type Frame } from '#guest/child-frames.js'

/** How a child came to its end. */
export interface ChildEnd {
  /** The name of a signal, or the status: `SIGKILL`, `status 1`. */
  readonly how: string
  /** Whether it ended because it wanted more memory than it may have. */
  readonly wantedMemory: boolean
}

/** Hears a child. What it throws is taken for a fault of the child. */
export interface ChildListener {
  onFrame(frame: Frame): void
  /** It said what is no frame or what it may not, and nothing more is heard. */
  onBroken(problem: string): void
  onEnd(end: ChildEnd): void
}

/** A process in which one program will run. Nothing that it says can do more than end it. */
export interface Child {
  /** Whether it has ended or broken the rules. */
  readonly isOver: boolean
  /** Hears it from now on. @param most - bytes of the longest body of a frame. */
  listen(listener: ChildListener, most: number): void
  send(word: string, body?: string): void
  /** Kills all of it. @throws ProcessError where something outlives that. */
  kill(): Promise<void>
}

const readyMs = 60_000
const lastWords = 4096

// What V8, and the library beneath it, say with their last breath.
const memorySaid = /out of memory|allocation failed|bad_alloc|committing semi space/i

/**
 * Starts one, and waits until it is ready for a program.
 * @throws ProcessError and SandboxError where it does not start, Error where it does not get ready.
 */
export async function startChild(
  processes: Processes,
  command: Pick<CommandSpec, 'file' | 'args' | 'cwd' | 'env'>,
): Promise<Child> {
  const child = new StartedChild()
  const ready = child.ready()
  ready.catch(() => {})
  const running = await processes.start({
    ...command,
    streams: 'separate',
    onOutput: (chunk, stream) => child.hear(chunk, stream),
    takeInput: (input) => child.takeInput(input),
  })
  child.watch(running)
  try {
    await ready
    return child
  } catch (error) {
    await child.kill()
    throw error
  }
}

class StartedChild implements Child {
  isOver = false
  private listener: ChildListener | undefined
  private readonly reader = new FrameReader(0)
  private input: Writable | undefined
  private running: RunningProcess | undefined
  private said = ''

  takeInput(input: Writable): void {
    this.input = input
  }

  /** It has said that it is ready. Rejects where it says or does anything else first. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`it was not ready after ${readyMs} ms`)), readyMs)
      const settle = (problem?: string): void => {
        clearTimeout(timer)
        this.listener = undefined
        if (problem === undefined) resolve()
        else reject(new Error(problem))
      }
      this.listener = {
        onFrame: ({ word }) =>
          settle(word === 'ready' ? undefined : 'it said something else than that it is ready'),
        onBroken: settle,
        onEnd: ({ how }) => settle(`it ended (${how}): ${firstLine(this.said)}`),
      }
    })
  }

  watch(running: RunningProcess): void {
    this.running = running
    void running.exited.then(async ({ exitCode, signal }) => {
      // What it wrote before its end may still be on its way.
      await running.stop({ graceMs: 0 }).catch(() => {})
      this.isOver = true
      const wantedMemory = running.exceededLimit === 'memoryBytes' || memorySaid.test(this.said)
      this.listener?.onEnd({ how: signal ?? `status ${exitCode}`, wantedMemory })
    })
  }

  listen(listener: ChildListener, most: number): void {
    this.reader.most = most
    this.listener = listener
  }

  send(word: string, body = ''): void {
    this.input?.write(frame(word, [], body))
  }

  async kill(): Promise<void> {
    this.isOver = true
    this.input?.destroy()
    await this.running?.stop({ graceMs: 0 })
  }

  hear(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stderr') {
      if (this.said.length < lastWords) this.said += Buffer.from(chunk).toString('latin1').slice(0, lastWords)
      return
    }
    if (this.isOver) return
    try {
      for (const heard of this.reader.read(chunk)) {
        this.listener?.onFrame(heard)
        if (this.isOver) return
      }
    } catch (error) {
      this.isOver = true
      this.listener?.onBroken(messageOf(error))
    }
  }
}

/** The first line of what a program complained of, without what could steer a terminal. */
function firstLine(said: string): string {
  const line = said.split('\n').find((text) => /\S/.test(text)) ?? 'without a word'
  return line.replace(/[^ -~]/g, '?').slice(0, 300)
}
