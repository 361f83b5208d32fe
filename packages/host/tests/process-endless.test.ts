import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { times } from './commands.ts'
import { compileProgram, type HostProgram } from './host-program.ts'

let program: HostProgram

beforeAll(async () => {
  program = await compileProgram('swallow-output')
})

afterAll(() => program.remove())

const bytes = times(1_000_000_000, 10_000_000_000)
const mebibyte = 1024 * 1024

const floods: readonly [name: string, line: string, streams: string, expected: object][] = [
  ['one line without an end', `head -c ${bytes} /dev/zero`, 'merged', { bytes, last: 0, exitCode: 0 }],
  ['lines', `yes | head -c ${bytes}`, 'merged', { bytes, last: 10, exitCode: 0 }],
  [
    'both streams at once',
    `head -c ${bytes / 2} /dev/zero & head -c ${bytes / 2} /dev/zero >&2; wait`,
    'separate',
    { bytes, last: 0, exitCode: 0 },
  ],
]

describe.runIf(process.platform !== 'win32').each(floods)('%s', (_name, line, streams, expected) => {
  verifies(
    ['security:C7', 'fault:B114'],
    'costs less than 64 MiB of memory, and every byte is counted',
    async () => {
      const { stdout, stderr } = await program.run(line, streams)
      expect(stderr).toBe('')
      const { growth, ...result } = JSON.parse(stdout) as { growth: number }
      expect(result).toEqual(expected)
      expect(growth).toBeLessThan(64 * mebibyte)
    },
    times(180_000, 1_800_000),
  )
})
