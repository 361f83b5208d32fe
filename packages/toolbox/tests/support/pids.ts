import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The numbers that a command wrote to a file, one for each process. */
export async function pidsIn(path: string): Promise<number[]> {
  return (await readFile(path, 'utf8')).trim().split(/\s+/).map(Number)
}

/** Which of these processes live; one that has ended and was not collected yet does not. */
export async function living(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(pids.map(isAlive))
  return pids.filter((_, index) => states[index])
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/^\d+ \(.*\) Z/.test(stat)
}

/** Waits until something holds, for some seconds at most. */
export async function eventually(holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  for (const until = performance.now() + ms; !(await holds());) {
    if (performance.now() > until) throw new Error(`it still does not hold after ${ms} ms`)
    await sleep(20)
  }
}

/** How many descriptors this process has open. */
export async function openDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd')).length
}
