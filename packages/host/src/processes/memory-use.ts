import { readFile } from 'node:fs/promises'
import { kernelText } from './kernel-text.ts'

/**
 * Linux: whether some processes together use more memory than a limit. What they share counts once, which is costly
 * to find out and is asked only where the cheap sum is over the limit.
 */
export async function usesMoreThan(pids: readonly number[], bytes: number): Promise<boolean> {
  if (sum(pids.map(residentBytes)) <= bytes) return false
  return sum(await Promise.all(pids.map(proportionalBytes))) > bytes
}

const pageBytes = 4096

function residentBytes(pid: number): number {
  try {
    const [, resident = '0'] = kernelText(`/proc/${pid}/statm`).split(' ')
    return Number(resident) * pageBytes
  } catch {
    // It has ended.
    return 0
  }
}

async function proportionalBytes(pid: number): Promise<number> {
  const table = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(table)?.[1]
  return kilobytes === undefined ? residentBytes(pid) : Number(kilobytes) * 1024
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
