import { DiskError } from '@millrace/host'
import type { DiskOperationKind } from './disk-fault.ts'

/** Errors of the operating system that a simulated disk knows. */
export type Errno = 'EIO' | 'ENOSPC' | 'EINTR' | 'EBADF'

const meanings: Readonly<Record<Errno, string>> = {
  EIO: 'i/o error',
  ENOSPC: 'no space left on device',
  EINTR: 'interrupted system call',
  EBADF: 'bad file descriptor',
}

/** What a disk says of an operation that the operating system refused. */
export function diskFailure(errno: Errno, operation: DiskOperationKind, path: string): DiskError {
  const code = errno === 'ENOSPC' ? 'DISK_FULL' : 'DISK_FAILED'
  const cause = Object.assign(new Error(`${errno}: ${meanings[errno]}, ${operation}`), { code: errno })
  return new DiskError(code, path, `failed at "${operation}": ${meanings[errno]} (${errno}).`, { cause })
}
