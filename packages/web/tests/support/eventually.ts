import { expect, type ExpectPollOptions } from 'vitest'

/** How long a page may take on a machine that has much else to do. */
const patience: ExpectPollOptions = { timeout: 30_000, interval: 40 }

/** Expects something that becomes true sooner or later. */
export function eventually<T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, patience)
}
