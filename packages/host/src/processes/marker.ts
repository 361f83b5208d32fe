import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { startTimeOf } from './proc-table.ts'
import { signalTo } from './signal-to.ts'

/** The variable by which everything that a command started is found again. */
export const markVariable = 'MILLRACE_TREE'

// A host that itself runs in a command of another one keeps that one's mark.
const inheritedLimit = 512

/** Marks for the commands of one host. Each names the host, so that what a dead one left behind is known as such. */
export class Marker {
  /** What every mark of this host begins with. */
  readonly host: string
  private last = 0

  constructor() {
    this.host = `${spelled(thisHost())}-${randomBytes(6).toString('hex')}`
  }

  /** What marks one further tree. */
  next(): string {
    return `${this.host}.${++this.last};`
  }

  /** The value of the variable for a tree with this mark. */
  value(mark: string): string {
    const inherited = process.env[markVariable] ?? ''
    return (inherited.length <= inheritedLimit ? inherited : '') + mark
  }
}

/** A process that cannot be mistaken for another one while the machine runs. */
export interface Host {
  /** The namespace in which the number means this process; `0` where there are none. */
  readonly namespace: string
  readonly pid: number
  /** Clock ticks from the start of the machine to that of the process; `0` where the system does not say. */
  readonly startTime: string
}

/** This process. */
export function thisHost(): Host {
  return { namespace: ownNamespace(), pid: process.pid, startTime: startTimeOf(process.pid) ?? '0' }
}

/** A host as a part of a name. */
export function spelled({ namespace, pid, startTime }: Host): string {
  return `${namespace}-${pid}-${startTime}`
}

/** The hosts that a name, or a value of the variable, contains. */
export function hostsIn(text: string): Host[] {
  return Array.from(text.matchAll(/(\d+)-(\d+)-(\d+)-\w+/g), ([, namespace = '', pid, startTime = '']) => ({
    namespace,
    pid: Number(pid),
    startTime,
  }))
}

/** Whether a host of this namespace is known to have ended: its number is free, or was given to another process. */
export function isDead(host: Host): boolean {
  const startTime = startTimeOf(host.pid)
  if (startTime !== undefined) return startTime !== host.startTime
  return signalTo(host.pid, 0) === 'gone'
}

/** Whether a name has that of a host of this namespace which is known to have ended. */
export function isOfDeadHost(name: string): boolean {
  const { namespace } = thisHost()
  return hostsIn(name).some((host) => host.namespace === namespace && isDead(host))
}

function ownNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}
