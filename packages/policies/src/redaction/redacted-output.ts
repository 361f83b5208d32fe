import type { CommandSpec, ProcessEnd, RunningProcess, StopOptions } from '@millrace/host'
import type { SecretRedactor } from '@millrace/protocol'

/** Starts a program, as `Processes.start` does. */
export type StartProgram = (spec: CommandSpec) => Promise<RunningProcess>

type StreamName = 'stdout' | 'stderr'

/**
 * Starts programs so that whoever takes their output gets it without secrets, while it is produced: job output,
 * progress and the files that long output goes to. What may be the beginning of a secret is held back until more
 * comes, or the output ends.
 */
export function redactedOutput(start: StartProgram, redactor: Pick<SecretRedactor, 'stream'>): StartProgram {
  return async (spec) => {
    const streams = { stdout: redactor.stream(), stderr: redactor.stream() }
    const deliver = (bytes: Uint8Array, name: StreamName): void | Promise<void> => {
      if (bytes.length > 0) return spec.onOutput(bytes, name)
    }
    const running = await start({
      ...spec,
      onOutput: (chunk, name) => deliver(streams[name].push(chunk), name),
    })
    return new RedactedProcess(running, async () => {
      await deliver(streams.stdout.end(), 'stdout')
      if (spec.streams === 'separate') await deliver(streams.stderr.end(), 'stderr')
    })
  }
}

/** A program whose output is complete only when what was held back is delivered, too. */
class RedactedProcess implements RunningProcess {
  readonly drained: Promise<void>
  private readonly running: RunningProcess
  private lateFailure: unknown

  constructor(running: RunningProcess, deliverRest: () => Promise<void>) {
    this.running = running
    this.drained = this.finish(deliverRest)
  }

  get pid(): number {
    return this.running.pid
  }

  get exited(): Promise<ProcessEnd> {
    return this.running.exited
  }

  get outputFailure(): unknown {
    return this.running.outputFailure ?? this.lateFailure
  }

  get exceededLimit(): RunningProcess['exceededLimit'] {
    return this.running.exceededLimit
  }

  isTreeAlive(): Promise<boolean> {
    return this.running.isTreeAlive()
  }

  async stop(options?: StopOptions): Promise<void> {
    await this.running.stop(options)
    await this.drained
  }

  private async finish(deliverRest: () => Promise<void>): Promise<void> {
    await this.running.drained
    if (this.running.outputFailure !== undefined) return
    try {
      await deliverRest()
    } catch (error) {
      this.lateFailure = error
    }
  }
}
