import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { compileSessionProgram, type SessionProgram } from './support/crash/session-program.ts'
import type { Held } from './support/leaks/many-calls.ts'

const isLong = process.env['MILLRACE_LONG'] !== undefined
const calls = isLong ? 1_000_000 : 100_000
const growthBytes = (isLong ? 5 : 2) * 1024 * 1024

describe(`a host after ${calls.toLocaleString('en')} calls of agents that came and went`, () => {
  let program: SessionProgram

  beforeAll(async () => {
    program = await compileSessionProgram('../../leaks/many-calls')
  })

  afterAll(() => program.remove())

  verifies(
    ['security:R3', 'security:R4', 'security:R7'],
    'holds no more memory, listeners, timers and descriptors than before',
    async () => {
      // A rejection that nobody hears ends the process, and the test with it.
      const flags = ['--expose-gc', '--unhandled-rejections=strict']
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [
        ...flags,
        program.path,
        String(calls),
      ])
      expect(stderr).toBe('')
      const { made, interrupted, before, after } = JSON.parse(stdout) as Report
      expect(made).toBeGreaterThanOrEqual(calls)
      expect(interrupted).toBeGreaterThan(calls / 2_000)
      const { heapBytes: was, ...others } = before
      const { heapBytes: is, ...same } = after
      expect(same).toEqual(others)
      expect(is - was).toBeLessThanOrEqual(growthBytes)
    },
    3_600_000,
  )
})

/** What the program prints. */
interface Report {
  readonly made: number
  readonly interrupted: number
  readonly before: Held
  readonly after: Held
}
