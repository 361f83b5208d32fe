import { isErrno } from '../files/file-error.ts'

/** What became of a signal: it was sent, there was no such process, or it is not to be reached. */
export type SignalOutcome = 'sent' | 'gone' | 'denied'

/**
 * Sends a signal, or with 0 asks whether a process exists.
 *
 * @param target - a process, or the negative number of a process group. This process, the first one of the machine and
 * whole sets of processes are never meant and answered with `denied`.
 */
export function signalTo(target: number, signal: NodeJS.Signals | 0): SignalOutcome {
  const number = Math.abs(target)
  if (!Number.isSafeInteger(number) || number <= 1 || number === process.pid) return 'denied'
  try {
    process.kill(target, signal)
    return 'sent'
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return 'gone'
    if (isErrno(error, 'EPERM', 'ENOSYS')) return 'denied'
    throw error
  }
}
