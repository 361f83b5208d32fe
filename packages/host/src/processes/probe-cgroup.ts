import { spawn } from 'node:child_process'
import { Cgroup } from './cgroup.ts'
import { setIn } from './cgroup-folder.ts'
import { cgroupHomes, groupName } from './cgroup-home.ts'
import type { CommandLimits } from './command-limits.ts'

/**
 * The folders of control groups in which groups for commands really work: a process was moved into one, was seen there,
 * and was moved back. Those of version 1 where there are any, as each move costs time.
 *
 * @param mark - for the name of the group that is tried and removed.
 */
export function workingHomes(mark: string, limits: CommandLimits, hierarchy: 'any' | 'unified'): string[] {
  const { counting, unified } = cgroupHomes()
  const choices = hierarchy === 'any' ? [counting, unified] : [unified]
  if (choices.flat().length === 0) return []
  const guest = spawn('sleep', ['10'], { stdio: 'ignore' })
  // Without such a program there is nobody to try it with.
  guest.on('error', () => {})
  const { pid } = guest
  if (pid === undefined) return []
  const working = choices.map((homes) => homes.filter((home) => worksIn(home, groupName(mark), limits, pid)))
  guest.kill('SIGKILL')
  return working.find((homes) => homes.length > 0) ?? []
}

function worksIn(home: string, name: string, limits: CommandLimits, guest: number): boolean {
  try {
    const group = new Cgroup([home], name, limits)
    try {
      group.place(guest)
      group.within(() => {})
      return group.pids().includes(guest)
    } finally {
      setIn(home, 'cgroup.procs', String(guest))
      group.remove()
    }
  } catch {
    // Whatever the kernel objects to, there are other ways to find a tree.
    return false
  }
}
