import { readdirSync } from 'node:fs'
import { kernelText } from './kernel-text.ts'

const closedByExec = 0o2000000

// A look at all costs as much as a start, and Node opens none that programs get.
let known: readonly number[] | undefined

/**
 * Linux: the descriptors above 2 that this process was started with and that every program gets which it starts in turn.
 * They may lead to anything. Looked for once; later only whether they are still there.
 */
export function inheritedDescriptors(): readonly number[] {
  known = (known ?? openDescriptors()).filter(isInherited)
  return known
}

function openDescriptors(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((fd) => fd > 2)
}

function isInherited(fd: number): boolean {
  try {
    const [, flags = '0'] = /^flags:\s+(\d+)$/m.exec(kernelText(`/proc/self/fdinfo/${fd}`)) ?? []
    return (Number.parseInt(flags, 8) & closedByExec) === 0
  } catch {
    // That of the listing itself, or closed by another thread meanwhile.
    return false
  }
}
