import { afterEach, beforeEach, expect } from 'vitest'
import { settle } from './setup.ts'

/** Fails a test of this file after which a rejection was left unhandled or an exception escaped. */
export function forbidStrays(): void {
  const strays: unknown[] = []
  const collect = (reason: unknown): void => void strays.push(reason)
  beforeEach(() => {
    strays.length = 0
    process.on('unhandledRejection', collect)
    process.on('uncaughtException', collect)
  })
  afterEach(async () => {
    await settle()
    process.off('unhandledRejection', collect)
    process.off('uncaughtException', collect)
    expect(strays).toEqual([])
  })
}
