import { atExit } from './at-exit.ts'
import { Cgroup } from './cgroup.ts'
import { groupName } from './cgroup-home.ts'
import { defaultLimits, type CommandLimits } from './command-limits.ts'
import type { CommandSpec, RunningProcess } from './command.ts'
import { endTree } from './end-tree.ts'
import { systemFinder, type Finder } from './finder.ts'
import { killAllNow } from './kill-all-now.ts'
import { LimitWatch } from './limit-watch.ts'
import { Marker, markVariable } from './marker.ts'
import { endOrphans } from './orphans.ts'
import { closePipes, type Pipe } from './lone-pipe.ts'
import { OutputPipes } from './output-pipes.ts'
import { workingHomes } from './probe-cgroup.ts'
import { ProcessError } from './process-error.ts'
import { RunningCommand } from './running-command.ts'
import { requireStartable, startFailure } from './start-failure.ts'
import { startProgram } from './start-program.ts'
import { Tree } from './tree.ts'
import { TurnByTurn } from './turn-by-turn.ts'

/** How the processes of a command are found when it is ended, the best way first. `namespace` takes a sandbox. */
export type Containment = 'namespace' | 'cgroup' | 'marker' | 'group'

/** What commands may use. */
export interface ProcessOptions {
  /**
   * For all processes of one command together: 4,096 tasks and three quarters of the memory unless given. Kept on Linux
   * alone. A command that uses more is killed, or is refused further tasks or memory.
   */
  readonly limits?: Partial<CommandLimits>
  /**
   * Unless given, the best way to find what a program started that the machine has. `group` is for trusted programs that
   * start none: only what stays in the process group is ended, and a start takes about 12 ms less of a busy machine.
   */
  readonly containment?: 'group'
}

/** The programs of the machine, and their end. */
export interface Processes {
  readonly containment: Containment
  /** Whether a command is kept from reading the environment and memory of this process. */
  readonly hidesParent: 'full' | 'partial'
  /**
   * Starts a program.
   *
   * @throws ProcessError where it cannot be started.
   */
  start(spec: CommandSpec): Promise<RunningProcess>
  /**
   * Refuses further starts, and ends everything that any command started and that still lives.
   *
   * @throws ProcessError `PROCESS_FAILED` where something outlives SIGKILL.
   */
  close(): Promise<void>
}

/** Opens the door to the programs of the machine; whoever opens it closes it. */
export function openProcesses(options: ProcessOptions = {}): Processes {
  return openContained(options, options.containment ?? 'cgroup')
}

/** A way to contain that is no better than asked; `unified` is `cgroup` with version 2 of control groups alone. */
export type Best = Exclude<Containment, 'namespace'> | 'unified'

/** The same in the best way up to one. Not exported by the package; tests try the ways of other systems with it. */
export function openContained(options: ProcessOptions, best: Best): Processes {
  return new HostProcesses({ ...defaultLimits(), ...options.limits }, best)
}

const closingGraceMs = 200

class HostProcesses implements Processes {
  readonly containment: Containment
  readonly hidesParent = 'partial'
  private readonly limits: CommandLimits
  private readonly homes: readonly string[]
  private readonly finder: Finder | undefined
  private readonly marker = new Marker()
  private readonly pipes = new OutputPipes()
  private readonly watch: LimitWatch
  private readonly commands = new Set<RunningCommand>()
  private readonly starts = new TurnByTurn()
  private readonly starting = new Set<Promise<unknown>>()
  private readonly orphans: Promise<void>
  private readonly lingering = new Set<RunningCommand>()
  private readonly stayAtExit: () => void
  private closing: Promise<void> | undefined

  constructor(limits: CommandLimits, best: Best) {
    this.limits = limits
    this.finder = best === 'group' ? undefined : systemFinder()
    const hierarchy = best === 'cgroup' ? 'any' : best === 'unified' ? best : undefined
    this.homes = hierarchy === undefined ? [] : workingHomes(this.marker.next(), limits, hierarchy)
    this.containment = this.homes.length > 0 ? 'cgroup' : this.finder === undefined ? 'group' : 'marker'
    this.watch = new LimitWatch(limits)
    this.orphans = endOrphans().catch((error: unknown) => {
      process.emitWarning(`What a former host left running could not be ended: ${String(error)}`)
    })
    this.stayAtExit = atExit(() => {
      killAllNow(
        Array.from(this.commands, ({ tree }) => tree),
        () => this.finder?.findNow(`${this.marker.host}.`) ?? [],
      )
      this.pipes.closeNow()
    })
  }

  start(spec: CommandSpec): Promise<RunningProcess> {
    const started = this.starts.run(() => this.startCommand(spec))
    this.starting.add(started)
    const settled = () => void this.starting.delete(started)
    started.then(settled, settled)
    return started
  }

  close(): Promise<void> {
    this.closing ??= this.endEverything()
    return this.closing
  }

  private async startCommand(spec: CommandSpec): Promise<RunningProcess> {
    requireStartable(spec)
    const pipes = await this.pipesFor(spec)
    this.forgetEnded()
    const mark = this.marker.next()
    const tree = new Tree(mark, this.finder, this.groupFor(mark, spec, pipes))
    const env = { ...spec.env, [markVariable]: this.marker.value(mark) }
    try {
      return this.keep(new RunningCommand(spec, await startProgram(spec, env, pipes, tree), tree))
    } catch (error) {
      tree.release()
      throw error
    }
  }

  private async pipesFor(spec: CommandSpec): Promise<Pipe[]> {
    const closed = () =>
      new ProcessError('PROCESS_CLOSED', spec.file, 'was not started, as processes are closed')
    if (this.closing !== undefined) throw closed()
    const pipes = await this.pipes.take(spec.streams === 'merged' ? 1 : 2).catch((error: unknown) => {
      throw startFailure(error, spec)
    })
    if (this.closing === undefined) return pipes
    closePipes(pipes)
    throw closed()
  }

  private groupFor(mark: string, spec: CommandSpec, pipes: readonly Pipe[]): Cgroup | undefined {
    try {
      return this.homes.length > 0 ? new Cgroup(this.homes, groupName(mark), this.limits) : undefined
    } catch (error) {
      closePipes(pipes)
      throw startFailure(error, spec)
    }
  }

  private keep(command: RunningCommand): RunningCommand {
    this.commands.add(command)
    this.watch.add(command)
    void Promise.all([command.exited, command.drained]).then(() => this.forget(command))
    return command
  }

  /** What was left in the background without output is looked at again with each start. */
  private forget(command: RunningCommand): void {
    if (!isOver(command.tree)) {
      this.lingering.add(command)
      return
    }
    this.commands.delete(command)
    this.lingering.delete(command)
    this.watch.delete(command)
  }

  private forgetEnded(): void {
    for (const command of this.lingering) this.forget(command)
  }

  private async endEverything(): Promise<void> {
    await Promise.allSettled(this.starting)
    const stopped = await Promise.allSettled(Array.from(this.commands, (command) => command.stop()))
    const leftovers = new Tree(`${this.marker.host}.`, this.finder, undefined)
    const swept = await Promise.allSettled([endTree(leftovers, closingGraceMs, 'a command'), this.orphans])
    await Promise.allSettled([this.pipes.close()])
    for (const command of this.commands) this.forget(command)
    this.stayAtExit()
    const failed = [...stopped, ...swept].find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

function isOver(tree: Tree): boolean {
  try {
    return tree.seemsEmpty() && tree.release()
  } catch {
    // Without a free descriptor nothing can be seen; there will be another look.
    return false
  }
}
