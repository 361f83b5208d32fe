import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandSpec, RunningProcess } from '../../processes/command.ts'
import { isLiving } from '../../processes/proc-table.ts'
import { HeldOutput } from '../held-output.ts'
import type { SandboxedCommand } from '../sandbox.ts'
import { unavailable } from '../sandbox-error.ts'
import { askInside, hasBegun } from './inside.ts'
import { Report } from './report.ts'

const lookEveryMs = 1
const goneMs = 2000
const lastWordMs = 50

/** A command on its way into a sandbox. What bubblewrap itself says on the way is no output of the command. */
export class WrappedCommand implements SandboxedCommand {
  readonly spec: CommandSpec
  private readonly report = new Report()
  private readonly letGo: () => void
  private readonly output: HeldOutput

  /**
   * @param spec - what was asked for.
   * @param wrapped - the program and arguments to start instead, and the environment of both.
   * @param letGo - gives back what was set up for it.
   */
  constructor(spec: CommandSpec, wrapped: Pick<CommandSpec, 'file' | 'args' | 'env'>, letGo: () => void) {
    this.letGo = letGo
    this.output = new HeldOutput(spec)
    this.spec = {
      ...spec,
      ...wrapped,
      onOutput: (chunk, stream) => this.output.take(chunk, stream),
      takeReport: (stream) => this.report.take(stream),
    }
  }

  async entered(running: RunningProcess): Promise<void> {
    while (this.report.wasRun === undefined && !this.isRunning()) {
      await Promise.race([sleep(lookEveryMs), this.report.closed])
    }
    if (this.report.wasRun === false) {
      // What was ended meanwhile on purpose says nothing about the sandbox.
      const { signal } = await running.exited
      if (signal === null) throw unavailable('bubblewrap', await this.complaint(running))
    }
    this.output.letThrough()
  }

  ask(): boolean {
    const { first } = this.report
    if (first === undefined || this.report.wasRun !== undefined) return false
    askInside(first)
    return true
  }

  release(): void {
    void this.emptied().then(this.letGo)
  }

  /** The kernel ends what is left in the sandbox a moment after its program. */
  async emptied(): Promise<void> {
    const { first } = this.report
    const until = performance.now() + goneMs
    while (first !== undefined && isLiving(first) && performance.now() < until) await sleep(lookEveryMs)
  }

  private isRunning(): boolean {
    const { first } = this.report
    // Where the system does not show it, bubblewrap having come so far has to do.
    return first !== undefined && (hasBegun(first) ?? isLiving(first))
  }

  private async complaint(running: RunningProcess): Promise<string> {
    await Promise.race([running.drained, sleep(lastWordMs)])
    return this.output.heard || 'it ended before the command began'
  }
}
