import { setTimeout as sleep } from 'node:timers/promises'
import { ProcessError } from './process-error.ts'
import { isLiving } from './proc-table.ts'
import { signalTo } from './signal-to.ts'

/** What is to be ended: some processes, which may start others meanwhile. */
export interface Endable {
  /** Every process that can be found. */
  pids(): Promise<number[]>
  /** Those whose finding costs next to nothing. */
  cheapPids(): number[]
  /** Sends SIGTERM to each, and says which they are. */
  ask(): Promise<number[]>
  /** Kills what the kernel can name in one step. */
  killAtOnce(): Promise<void>
}

// What the kernel holds back longer than this (a dead network file system) is reported instead of awaited.
const patienceMs = 10_000

/**
 * Ends everything: asks by SIGTERM, waits at most the grace, kills until nothing is left.
 *
 * @param file - what to name in the error.
 * @throws ProcessError `PROCESS_FAILED` where something outlives SIGKILL.
 */
export async function endTree(tree: Endable, graceMs: number, file: string): Promise<void> {
  if (graceMs > 0 && (await askToEnd(tree, graceMs))) return
  await killUntilGone(tree, file)
}

/** Whether everything went by itself. */
async function askToEnd(tree: Endable, graceMs: number): Promise<boolean> {
  const until = performance.now() + graceMs
  let known = await tree.ask()
  if (known.length === 0) return true
  for (let pause = 2; ; pause = Math.min(pause * 2, 20)) {
    known = [...new Set([...tree.cheapPids(), ...known])].filter(isLiving)
    if (known.length === 0) known = await tree.pids()
    if (known.length === 0) return true
    const left = until - performance.now()
    if (left <= 0) return false
    await sleep(Math.min(pause, left))
  }
}

async function killUntilGone(tree: Endable, file: string): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    await tree.killAtOnce()
    await waitForCheap(tree)
    const left = await freeze(tree)
    if (left.length === 0) return
    for (const pid of left) signalTo(pid, 'SIGKILL')
    if (performance.now() > until) {
      const problem = `left processes that cannot be ended: ${left.slice(0, 10).join(', ')}`
      throw new ProcessError('PROCESS_FAILED', file, problem)
    }
    await sleep(2)
  }
}

/** Gives what was killed the moment that it takes to be gone. */
async function waitForCheap(tree: Endable): Promise<void> {
  for (let pause = 1; pause <= 16 && tree.cheapPids().length > 0; pause *= 2) await sleep(pause)
}

/** Stops everything until a look finds nothing new, so that nothing starts others while it is being killed. */
async function freeze(tree: Endable): Promise<number[]> {
  const stopped = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const found = await tree.pids()
    const fresh = found.filter((pid) => !stopped.has(pid))
    for (const pid of fresh) {
      signalTo(pid, 'SIGSTOP')
      stopped.add(pid)
    }
    if (fresh.length === 0) return found
  }
  return [...stopped]
}
