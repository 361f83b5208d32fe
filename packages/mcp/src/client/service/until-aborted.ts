/** Resolves with why a signal was aborted. The signal is one that ends with what waits for it. */
export function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = (): void => resolve(signal.reason instanceof Error ? signal.reason.message : 'it was stopped')
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
