/** Why a connection is over: its own reason, or that of the signal where that comes first. Leaves no listener behind. */
export function endOf(closed: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const stop = (): void => end(signal.reason instanceof Error ? signal.reason.message : 'it was stopped')
    const end = (reason: string): void => {
      signal.removeEventListener('abort', stop)
      resolve(reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    void closed.then(end)
  })
}
