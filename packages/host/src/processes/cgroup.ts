import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import { killGroup, pidsIn, removeGroup, setIn } from './cgroup-folder.ts'
import type { CommandLimits } from './command-limits.ts'

/** One control group in every hierarchy that there is for it; whatever its processes start is born into it. */
export class Cgroup {
  private readonly folders: string[] = []
  private readonly kept = new Set<keyof CommandLimits>()

  /**
   * Makes a group beneath each of these folders and limits it as far as they know limits.
   *
   * @param parents - folders of control groups, one for each hierarchy.
   */
  constructor(parents: readonly string[], name: string, limits: CommandLimits) {
    try {
      for (const parent of parents) {
        const folder = join(parent, name)
        mkdirSync(folder)
        this.folders.push(folder)
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

  /** Moves a process in, if it lives. Whatever it has started already stays where it is. */
  place(pid: number): void {
    for (const folder of this.folders) {
      try {
        setIn(folder, 'cgroup.procs', String(pid))
      } catch (error) {
        if (!isErrno(error, 'ESRCH')) throw error
      }
    }
  }

  /** The processes in it and in the groups beneath it. */
  pids(): number[] {
    return Array.from(new Set(this.folders.flatMap(pidsIn)))
  }

  /** Kills all that is in it now; to be repeated until nothing is. */
  kill(): void {
    for (const folder of this.folders) killGroup(folder)
  }

  /** Removes it. False where something still lives in it. */
  remove(): boolean {
    return this.folders.map(removeGroup).every(Boolean)
  }
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
