import { readdirSync } from 'node:fs'
import { isErrno } from '../files/file-error.ts'
import { kernelText } from './kernel-text.ts'
import { signalTo } from './signal-to.ts'

/** The environment that a process was started with; undefined where it is gone or may not be looked into. */
export function environmentOf(pid: number): string | undefined {
  return read(pid, 'environ')
}

/** Whether a process is just becoming another program, and shows no environment before it has. */
export function isBecoming(pid: number): boolean {
  const fields = statFields(pid)
  // Its memory is there, which threads of the kernel and ended processes have not, but no end of an environment in it.
  return fields !== undefined && fields[0] !== 'Z' && fields[20] !== '0' && fields[48] === '0'
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

/** Every process but the first of the machine and this one. */
export function allPids(): number[] {
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
    return kernelText(`/proc/${pid}/${name}`)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return undefined
    throw error
  }
}
