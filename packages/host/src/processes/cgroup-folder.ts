import { readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import { kernelText } from './kernel-text.ts'
import { signalTo } from './signal-to.ts'

/** Writes a setting of a control group. False where the group does not have it. */
export function setIn(folder: string, name: string, value: string): boolean {
  try {
    // Without O_CREAT, as the kernel answers that with another error than for a missing file.
    writeFileSync(join(folder, name), value, { flag: 'r+' })
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENODEV')) return false
    throw error
  }
}

/** The processes in a control group and in those beneath it; none where it is gone. */
export function pidsIn(folder: string): number[] {
  return [...ownPids(folder), ...childrenOf(folder).flatMap(pidsIn)]
}

/** Kills all that is in a control group now; to be repeated where the kernel does not do it in one step. */
export function killGroup(folder: string): void {
  if (setIn(folder, 'cgroup.kill', '1')) return
  // Without room for another task, nothing outruns the signals.
  setIn(folder, 'pids.max', '0')
  for (const pid of pidsIn(folder)) signalTo(pid, 'SIGKILL')
}

/** Removes a control group and those beneath it. False where that is not possible, as when something lives in one. */
export function removeGroup(folder: string): boolean {
  try {
    for (const child of childrenOf(folder)) removeGroup(child)
    rmdirSync(folder)
    return true
  } catch (error) {
    return isErrno(error, 'ENOENT')
  }
}

function ownPids(folder: string): number[] {
  return unlessGone(() => kernelText(join(folder, 'cgroup.procs')), '')
    .split('\n')
    .filter((line) => line !== '')
    .map(Number)
}

function childrenOf(folder: string): string[] {
  return unlessGone(() => readdirSync(folder, { withFileTypes: true }), [])
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}

// Commands may make groups in their own and remove them meanwhile.
function unlessGone<T>(read: () => T, gone: T): T {
  try {
    return read()
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENODEV')) return gone
    throw error
  }
}
