import { totalmem } from 'node:os'

/** What all processes of one command together may use. */
export interface CommandLimits {
  /** Processes, and where the kernel counts them, threads. */
  readonly tasks: number
  readonly memoryBytes: number
}

/** Generous limits: 4,096 tasks, and three quarters of the memory that this process may use itself. */
export function defaultLimits(): CommandLimits {
  const constrained = process.constrainedMemory()
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { tasks: 4096, memoryBytes: Math.floor(memory * 0.75) }
}
