import { readlinkSync } from 'node:fs'
import { kernelText } from '../../processes/kernel-text.ts'
import { allPids } from '../../processes/proc-table.ts'
import { signalTo } from '../../processes/signal-to.ts'

/**
 * Whether the program has begun in a sandbox.
 * @param first - the first process of the sandbox, whose child becomes the program.
 * @returns undefined where the system does not show it.
 */
export function hasBegun(first: number): boolean | undefined {
  const own = read(`/proc/${first}/cmdline`)
  const children = read(`/proc/${first}/task/${first}/children`)
  if (own === undefined || children === undefined) return undefined
  const [program] = children.split(' ').filter(Boolean)
  const line = program === undefined ? undefined : read(`/proc/${program}/cmdline`)
  return line !== undefined && line !== '' && line !== own
}

/** Asks everything in a sandbox but its first process to end. */
export function askInside(first: number): void {
  const namespace = namespaceOf(first)
  if (namespace === undefined) return
  for (const pid of allPids()) {
    if (pid === first || namespaceOf(pid) !== namespace) continue
    signalTo(pid, 'SIGTERM')
    // A stopped process hears nothing before it goes on.
    signalTo(pid, 'SIGCONT')
  }
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    // Gone, or somebody else's.
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return kernelText(file)
  } catch {
    return undefined
  }
}
