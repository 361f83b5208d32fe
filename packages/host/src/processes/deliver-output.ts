import type { Readable } from 'node:stream'

/** Output on its way to whoever wants it. */
export interface Delivery {
  /** Everything was delivered, or reading was ended. Never rejects. */
  readonly done: Promise<void>
  /** What the taker threw, or the system while it was read; undefined so far. */
  failure(): unknown
  /** Ends reading now. */
  cancel(): void
}

/**
 * Hands each piece of a stream on, in order, and reads no further while the taker is busy with one.
 *
 * @param onFailure - called once, where the taker or the system failed; reading has ended then.
 */
export function deliverOutput(
  source: Readable,
  take: (chunk: Uint8Array) => void | Promise<void>,
  onFailure: () => void,
): Delivery {
  let failed: { readonly error: unknown } | undefined
  let busy = false
  let ended = false
  let announce = () => {}
  const done = new Promise<void>((resolve) => {
    announce = resolve
  })
  const fail = (error: unknown) => {
    if (failed !== undefined) return
    failed = { error }
    source.destroy()
    onFailure()
  }
  const settled = () => {
    busy = false
    source.resume()
    if (ended) announce()
  }
  source.on('data', (chunk: Uint8Array) => {
    try {
      const pending = take(chunk)
      if (pending === undefined) return
      busy = true
      source.pause()
      pending.then(settled, (error: unknown) => {
        fail(error)
        settled()
      })
    } catch (error) {
      fail(error)
    }
  })
  source.on('error', fail)
  source.on('close', () => {
    ended = true
    if (!busy) announce()
  })
  const cancel = () => {
    source.destroy()
    announce()
  }
  return { done, failure: () => failed?.error, cancel }
}
