import { signalTo } from './signal-to.ts'
import type { Tree } from './tree.ts'

const rounds = 20
const pauseMs = 2

/**
 * Kills trees without giving anybody else a turn, for the moment in which this process ends.
 *
 * @param leftovers - finds what carries a mark of this host.
 */
export function killAllNow(trees: readonly Tree[], leftovers: () => number[]): void {
  for (const tree of trees) tree.killNow()
  for (let round = 0; round < rounds; round++) {
    const found = leftovers()
    for (const pid of found) signalTo(pid, 'SIGKILL')
    const released = trees.map((tree) => tree.release()).every(Boolean)
    if (found.length === 0 && released) return
    for (const tree of trees) tree.killNow()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
}
