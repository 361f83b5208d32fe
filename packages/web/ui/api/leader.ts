/**
 * Takes part in the choice of the one tab of this browser that does something for all. It is made by a lock, so that the next
 * tab takes over as soon as that one is closed or crashes.
 *
 * @param name - what is done.
 * @param lead - begins it in this tab, once it is the one. @returns what ends it.
 * @returns what ends the taking part. Idempotent.
 */
export function leadWhenChosen(name: string, lead: () => () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const asLeader = (): Promise<void> =>
    new Promise((done) => {
      if (signal.aborted) return done()
      const end = lead()
      signal.addEventListener('abort', () => {
        end()
        done()
      })
    })
  // A browser without locks has each of its tabs do it.
  if (!('locks' in navigator)) void asLeader()
  // Who leaves before being chosen is told so by a rejection.
  else
    navigator.locks.request(name, { signal }, asLeader).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  return () => leaving.abort()
}
