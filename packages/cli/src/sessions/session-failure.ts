import { isHarnessError } from '@millrace/protocol'
import { UsageError } from '../usage-error.ts'

/** Does something with sessions. One that cannot be used is told of without a stack, with its code. */
export async function withSessions<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!isHarnessError(error) || !/^(?:SESSION|DISK)_/.test(error.code)) throw error
    throw new UsageError(error.message, [], error.code)
  }
}
