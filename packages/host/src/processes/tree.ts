import { execFile, execFileSync, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '../files/file-error.ts'
import type { Cgroup } from './cgroup.ts'
import type { CommandLimits } from './command-limits.ts'
import type { Finder } from './finder.ts'
import { kernelText } from './kernel-text.ts'
import { descendantsOf, processGroupOf } from './proc-table.ts'
import { signalTo } from './signal-to.ts'

/** A command and everything that it started, found by its control group, its mark and its process group. */
export class Tree {
  private readonly mark: string
  private readonly finder: Finder | undefined
  private readonly group: Cgroup | undefined
  private leader: number | undefined
  private oldest = 0
  private whole = false

  /**
   * @param mark - what its processes carry in their environment.
   * @param group - empty; undefined where there are no control groups.
   */
  constructor(mark: string, finder: Finder | undefined, group: Cgroup | undefined) {
    this.mark = mark
    this.finder = finder
    this.group = group
  }

  /** Starts the program, and takes it in. */
  plant(start: () => ChildProcess): ChildProcess {
    const { started, born } = this.group?.within(start) ?? { started: start(), born: false }
    const { pid } = started
    if (pid === undefined) return started
    this.leader = pid
    this.oldest = pid
    try {
      giveUpFirst(pid)
      this.group?.place(pid)
      this.whole = this.group !== undefined && (born || newestPid() === pid)
      if (!this.whole) this.group?.place(...descendantsOf(pid))
    } catch (error) {
      started.kill('SIGKILL')
      throw error
    }
    return started
  }

  /** The program itself has ended, and its number may mean another process from now on. */
  leaderEnded(): void {
    this.leader = undefined
  }

  /** Whether anything of it lives; the cheap signs come first. */
  async isAlive(): Promise<boolean> {
    if (this.cheapPids().length > 0) return true
    if (!this.whole) return (await this.marked([])).length > 0
    // Only what left the group can be left. Numbers are given in ascending order, until they begin anew.
    const isInOrder = (newestPid() ?? 0) >= this.oldest
    return (await this.marked([], isInOrder ? this.oldest : 0)).length > 0
  }

  /** Whether what costs next to nothing to ask knows of nothing that lives. */
  seemsEmpty(): boolean {
    return this.cheapPids().length === 0
  }

  /** Every process of it that can be found. */
  async pids(): Promise<number[]> {
    const known = this.cheapPids()
    return [...known, ...(await this.marked(known))]
  }

  /** Those whose finding costs next to nothing. */
  cheapPids(): number[] {
    return [...(this.group?.pids() ?? []), ...(this.leader === undefined ? [] : [this.leader])]
  }

  /** Those that count against its limits. */
  async countedPids(): Promise<number[]> {
    return this.group?.pids() ?? (await this.pids())
  }

  /** Whether the kernel keeps one of its limits. */
  keeps(limit: keyof CommandLimits): boolean {
    return this.group?.keeps(limit) === true
  }

  /** Sends SIGTERM to each process where there are signals, and says which they are. */
  async ask(): Promise<number[]> {
    const { leader } = this
    this.signalGroup('SIGTERM')
    const near = this.whole ? this.cheapPids() : []
    const pids = near.length > 0 ? near : await this.pids()
    for (const pid of process.platform === 'win32' ? [] : pids) {
      if (leader === undefined || processGroupOf(pid) !== leader) signalTo(pid, 'SIGTERM')
      // A stopped process hears nothing before it goes on.
      signalTo(pid, 'SIGCONT')
    }
    return pids
  }

  /** Kills what the kernel can name in one step. */
  async killAtOnce(): Promise<void> {
    this.killNamed()
    if (process.platform !== 'win32' || this.leader === undefined) return
    const { leader } = this
    await new Promise<void>((resolve) => {
      execFile('taskkill', windowsKill(leader), () => resolve())
    })
  }

  /** The same for the moment in which this process ends. */
  killNow(): void {
    this.killNamed()
    if (process.platform === 'win32' && this.leader !== undefined) {
      execFileSync('taskkill', windowsKill(this.leader), { stdio: 'ignore' })
    }
  }

  /** Gives back what the tree occupied. False where something still lives in it. */
  release(): boolean {
    return this.group?.remove() ?? true
  }

  private killNamed(): void {
    this.group?.kill()
    this.signalGroup('SIGKILL')
  }

  private async marked(known: readonly number[], above = 0): Promise<number[]> {
    if (this.finder === undefined) return []
    const found = await this.finder.find(this.mark, known, above)
    if (found.length > 0 || this.group !== undefined) return found
    // A process shows no environment in the moment in which it becomes another program.
    await sleep(1)
    return this.finder.find(this.mark, known, above)
  }

  // Only until the program was collected: its number cannot mean another group before.
  private signalGroup(signal: NodeJS.Signals): void {
    if (this.leader !== undefined && process.platform !== 'win32') signalTo(-this.leader, signal)
  }
}

/** Where the machine runs out of memory, its kernel ends commands before it ends this process. */
function giveUpFirst(pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500', { flag: 'r+' })
  } catch (error) {
    // It has ended, or became another user's.
    if (!isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) throw error
  }
}

function windowsKill(pid: number): string[] {
  return ['/T', '/F', '/PID', String(pid)]
}

/**
 * The number that was given to a process last. Where it is still the program's own after it was placed, nothing can
 * have been started outside its control group.
 */
function newestPid(): number | undefined {
  try {
    return Number(kernelText('/proc/loadavg').trim().split(' ').at(-1))
  } catch {
    return undefined
  }
}
