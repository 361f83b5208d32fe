import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandSpec, ProcessEnd, RunningProcess, StopOptions } from '../processes/command.ts'
import type { CommandLimits } from '../processes/command-limits.ts'
import type { Containment, Processes } from '../processes/host-processes.ts'
import { ProcessError } from '../processes/process-error.ts'
import type { Sandbox, SandboxedCommand } from './sandbox.ts'
import { SandboxError, unavailable } from './sandbox-error.ts'

const defaultGraceMs = 200

/**
 * The same door, with everything that goes through it in a sandbox. Closing it closes the processes, and leaves the
 * sandbox to whoever opened it.
 */
export function sandboxedProcesses(processes: Processes, sandbox: Sandbox): Processes {
  return sandbox.backend === 'none' ? processes : new SandboxedProcesses(processes, sandbox)
}

class SandboxedProcesses implements Processes {
  readonly containment: Containment
  readonly hidesParent: 'full' | 'partial'
  private readonly processes: Processes
  private readonly sandbox: Sandbox
  private readonly live = new Set<SandboxedProcess>()

  constructor(processes: Processes, sandbox: Sandbox) {
    this.processes = processes
    this.sandbox = sandbox
    const isFull = sandbox.enforcement === 'full'
    this.containment = isFull ? 'namespace' : processes.containment
    this.hidesParent = isFull ? 'full' : processes.hidesParent
  }

  /** What kept a sandbox from being built may have lasted a moment only, and the command has not run. */
  async start(spec: CommandSpec): Promise<RunningProcess> {
    return this.tryToStart(spec).catch((error: unknown) => {
      if (error instanceof SandboxError) return this.tryToStart(spec)
      throw error
    })
  }

  private async tryToStart(spec: CommandSpec): Promise<RunningProcess> {
    const command = await this.sandbox.wrap(spec)
    const running = await this.processes.start(command.spec).catch((error: unknown) => {
      command.release()
      throw isMissing(error, spec, command) ? unavailable(this.sandbox.backend, String(error)) : error
    })
    const started = new SandboxedProcess(running, command)
    this.live.add(started)
    void started.exited.then(() => {
      this.live.delete(started)
      command.release()
    })
    await command.entered(running).catch(async (error: unknown) => {
      await running.stop({ graceMs: 0 })
      throw error
    })
    return started
  }

  async close(): Promise<void> {
    await Promise.allSettled(Array.from(this.live, (started) => started.stop()))
    await this.processes.close()
  }
}

/** Whether it is the sandbox that could not be started, and not the command. */
function isMissing(error: unknown, spec: CommandSpec, { spec: wrapped }: SandboxedCommand): boolean {
  return (
    error instanceof ProcessError &&
    ['PROCESS_NOT_FOUND', 'PROCESS_PERMISSION'].includes(error.code) &&
    wrapped.file !== spec.file
  )
}

// What a sandbox makes of the two signals that are sent by `stop`.
const signalOfStatus: Readonly<Record<number, string>> = { 143: 'SIGTERM', 137: 'SIGKILL' }

class SandboxedProcess implements RunningProcess {
  readonly pid: number
  readonly exited: Promise<ProcessEnd>
  readonly drained: Promise<void>
  private readonly running: RunningProcess
  private readonly command: SandboxedCommand
  private stopping: Promise<void> | undefined
  private hasEnded = false

  constructor(running: RunningProcess, command: SandboxedCommand) {
    this.running = running
    this.command = command
    this.pid = running.pid
    this.drained = running.drained
    this.exited = running.exited.then((end) => {
      this.hasEnded = true
      const signal = this.stopping === undefined ? undefined : signalOfStatus[end.exitCode ?? 0]
      return signal === undefined ? end : { exitCode: null, signal }
    })
  }

  get outputFailure(): unknown {
    return this.running.outputFailure
  }

  get exceededLimit(): keyof CommandLimits | undefined {
    return this.running.exceededLimit
  }

  async isTreeAlive(): Promise<boolean> {
    // What is about to end with the program was not left running by it.
    if (this.hasEnded) await this.command.emptied?.()
    return this.running.isTreeAlive()
  }

  stop({ graceMs = defaultGraceMs }: StopOptions = {}): Promise<void> {
    this.stopping ??= this.end(graceMs).catch((error: unknown) => {
      this.stopping = undefined
      throw error
    })
    return this.stopping
  }

  /** Whoever asked the outermost process would end the sandbox before anybody in it could answer. */
  private async end(graceMs: number): Promise<void> {
    if (graceMs > 0 && this.command.ask()) {
      const patience = new AbortController()
      const tooLong = sleep(graceMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([this.running.exited, tooLong])
      patience.abort()
      await this.running.stop({ graceMs: 0 })
      return
    }
    await this.running.stop({ graceMs })
  }
}
