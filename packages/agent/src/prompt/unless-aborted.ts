import { follow } from '../loop/follow.ts'

/** What a promise comes to, unless the signal is aborted first; the work itself goes on, and its failure is nobody's. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let unfollow = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    unfollow = follow(signal, reject)
  })
  try {
    // The first of those that have settled: one that is aborted already does not wait for the work.
    return await Promise.race([aborted, work])
  } finally {
    unfollow()
  }
}
