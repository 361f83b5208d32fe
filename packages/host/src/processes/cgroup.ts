import { mkdirSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import { killGroup, pidsIn, removeGroup, setIn } from './cgroup-folder.ts'
import type { CommandLimits } from './command-limits.ts'

/** One control group in every hierarchy that there is for it; whatever its processes start is born into it. */
export class Cgroup {
  private readonly homes: readonly string[]
  private readonly name: string
  private readonly kept = new Set<keyof CommandLimits>()
  private birthplaces: readonly string[] = []

  /**
   * Makes a group in each of these folders and limits it as far as they know limits.
   *
   * @param homes - folders of control groups, one for each hierarchy; this process is in them.
   */
  constructor(homes: readonly string[], name: string, limits: CommandLimits) {
    this.homes = homes
    this.name = name
    try {
      for (const folder of this.folders()) {
        mkdirSync(folder)
        for (const limit of limitIn(folder, limits)) this.kept.add(limit)
      }
    } catch (error) {
      this.remove()
      throw error
    }
  }

  /** Whether the kernel keeps one of its limits. */
  keeps(limit: keyof CommandLimits): boolean {
    return this.kept.has(limit)
  }

  /**
   * Starts a process from within the group, in the hierarchies where a single thread can go in and out: no moment is
   * left in which something could be started outside.
   *
   * @returns what `start` returned, and whether there is such a hierarchy.
   */
  within<T>(start: () => T): { readonly started: T; readonly born: boolean } {
    this.birthplaces = this.homes.filter((home) => setIn(this.folderIn(home), 'tasks', ownThread()))
    try {
      return { started: start(), born: this.birthplaces.length > 0 }
    } finally {
      for (const home of this.birthplaces) setIn(home, 'tasks', ownThread())
    }
  }

  /** Moves processes in, where they were not born in it. Whatever they have started already stays where it is. */
  place(...pids: readonly number[]): void {
    for (const home of this.homes) {
      if (!this.birthplaces.includes(home)) for (const pid of pids) moveTo(this.folderIn(home), pid)
    }
  }

  /** The processes in it and in the groups beneath it. */
  pids(): number[] {
    return Array.from(new Set(this.folders().flatMap(pidsIn)))
  }

  /** Kills all that is in it now; to be repeated until nothing is. */
  kill(): void {
    for (const folder of this.folders()) killGroup(folder)
  }

  /** Removes it. False where something still lives in it. */
  remove(): boolean {
    return this.folders().map(removeGroup).every(Boolean)
  }

  private folders(): string[] {
    return this.homes.map((home) => this.folderIn(home))
  }

  private folderIn(home: string): string {
    return join(home, this.name)
  }
}

function moveTo(folder: string, pid: number): void {
  try {
    setIn(folder, 'cgroup.procs', String(pid))
  } catch (error) {
    // It has ended already.
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

/** The number of the thread that runs this. */
function ownThread(): string {
  return basename(readlinkSync('/proc/thread-self'))
}

/** Sets the limits that a hierarchy knows, and says which. */
function limitIn(folder: string, { tasks, memoryBytes }: CommandLimits): (keyof CommandLimits)[] {
  const memory = String(memoryBytes)
  const kept: (keyof CommandLimits)[] = []
  if (setIn(folder, 'pids.max', String(tasks))) kept.push('tasks')
  if (setIn(folder, 'memory.max', memory) || setIn(folder, 'memory.limit_in_bytes', memory)) {
    kept.push('memoryBytes')
  }
  return kept
}
