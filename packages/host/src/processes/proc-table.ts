import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isErrno } from '../files/file-error.ts'
import { signalTo } from './signal-to.ts'

// So many are looked at before others get their turn; one takes about 20 µs.
const stretch = 100

/**
 * Linux: the processes whose environment contains a text, without this one. What may not be looked into is none.
 *
 * @param known - these are left out: looking into a process that is busy multiplying takes long.
 */
export async function bearersOf(mark: string, known: readonly number[] = []): Promise<number[]> {
  const skipped = new Set(known)
  const pids = allPids().filter((pid) => !skipped.has(pid))
  const found: number[] = []
  for (let from = 0; from < pids.length; from += stretch) {
    if (from > 0) await nextTurn()
    found.push(...pids.slice(from, from + stretch).filter((pid) => environmentOf(pid).includes(mark)))
  }
  return found
}

/** The same at once, for the moment in which this process ends. */
export function bearersNow(mark: string): number[] {
  return allPids().filter((pid) => environmentOf(pid).includes(mark))
}

/** The environment that a process was started with; empty where it is gone or may not be looked into. */
export function environmentOf(pid: number): string {
  return read(pid, 'environ') ?? ''
}

/** What a process has started and what that has started, as far as the parents live and the system says. */
export function descendantsOf(pid: number): number[] {
  const children = (read(pid, `task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** The process group of a process; undefined where it is gone or the system does not say. */
export function processGroupOf(pid: number): number | undefined {
  const group = statFields(pid)?.[2]
  return group === undefined ? undefined : Number(group)
}

/** When a process started, in clock ticks from the start of the machine; undefined as above. */
export function startTimeOf(pid: number): string | undefined {
  return statFields(pid)?.[19]
}

/** Whether a process exists and does more than wait for its parent to collect it. */
export function isLiving(pid: number): boolean {
  return signalTo(pid, 0) !== 'gone' && statFields(pid)?.[0] !== 'Z'
}

function allPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid)
}

// The fields after the name of the program, which stands in parentheses and may contain anything.
function statFields(pid: number): string[] | undefined {
  const stat = process.platform === 'linux' ? read(pid, 'stat') : undefined
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return undefined
    throw error
  }
}
