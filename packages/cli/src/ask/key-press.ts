import type { Keyboard } from '../io.ts'
import { deafAtFirst } from './deaf-at-first.ts'

/** Why nobody pressed a key that means something. */
export type NoKey = 'interrupted' | 'ended'

const interrupt = '\u0003'

/**
 * Waits for a key that means something. A paste is none: whoever answers presses one key, perhaps with Enter.
 * @param meaning - what a key means; told of every one that means nothing by `undefined`.
 * @param signal - aborts the waiting like Ctrl+C.
 */
export function keyPress<T>(
  keyboard: Keyboard,
  meaning: (key: string) => T | undefined,
  signal: AbortSignal,
): Promise<T | NoKey> {
  const isDeaf = deafAtFirst()
  return new Promise((resolve) => {
    const done = (answer: T | NoKey): void => {
      keyboard.off('data', hear).off('end', end).off('close', end).off('error', end)
      signal.removeEventListener('abort', stop)
      keyboard.setRawMode?.(false)
      keyboard.pause()
      resolve(answer)
    }
    const hear = (chunk: string | Uint8Array): void => {
      const typed = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
      if (typed.includes(interrupt)) return done('interrupted')
      if (isDeaf()) return
      const answer = meaning(typed.replace(/[\r\n]+$/, ''))
      if (answer !== undefined) done(answer)
    }
    const end = (): void => done('ended')
    const stop = (): void => done('interrupted')
    if (signal.aborted) return resolve('interrupted')
    signal.addEventListener('abort', stop, { once: true })
    keyboard.setRawMode?.(true)
    // A terminal that is closed is an error of its stream.
    keyboard.on('data', hear).on('end', end).on('close', end).on('error', end)
    keyboard.resume()
  })
}
