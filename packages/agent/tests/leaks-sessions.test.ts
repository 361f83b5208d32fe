import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { compileSessionProgram, type SessionProgram } from './support/crash/session-program.ts'
import type { Held } from './support/leaks/many-calls.ts'
import { isLong } from '../../../tests/support/effort.ts'

const calls = isLong ? 1_000_000 : 100_000
const growthBytes = (isLong ? 5 : 2) * 1024 * 1024

/** What stays of a call in a session that goes on: its id, as none may be used twice. */
const idBytes = 200

describe(`a host after ${calls.toLocaleString('en')} calls`, () => {
  let program: SessionProgram

  beforeAll(async () => {
    program = await compileSessionProgram('../../leaks/many-calls')
  })

  afterAll(() => program.remove())

  /** Makes calls in a process of its own. @returns by how many bytes its heap grew. */
  async function growthOver(count: number, how: 'sessions' | 'one'): Promise<number> {
    // A rejection that nobody hears ends the process, and the test with it.
    const words = ['--expose-gc', '--unhandled-rejections=strict', program.path, String(count), how]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, words)
    expect(stderr).toBe('')
    const { made, interrupted, before, after } = JSON.parse(stdout) as Report
    expect(made).toBeGreaterThanOrEqual(count)
    expect(interrupted).toBeGreaterThan(count / 2_000)
    const { heapBytes: was, ...others } = before
    const { heapBytes: is, ...same } = after
    expect(same).toEqual(others)
    return is - was
  }

  verifies(
    ['security:R3', 'security:R4', 'security:R7'],
    'of agents that came and went holds no more memory, listeners, timers and descriptors than before',
    async () => {
      expect(await growthOver(calls, 'sessions')).toBeLessThanOrEqual(growthBytes)
    },
    3_600_000,
  )

  verifies(
    ['security:R3', 'security:R4'],
    'of one agent that sums up its past holds nothing of a call but its id',
    async () => {
      const some = calls / 5
      expect(await growthOver(some, 'one')).toBeLessThanOrEqual(some * idBytes)
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
