import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAllowed } from './command-support/allow-list.ts'
import { argumentRunners } from './command-support/argument-runners.ts'
import { noBash, stringsThatRunPwn } from './command-support/real-bash.ts'

const commands = argumentRunners.map(([, command]) => command)

describe('programs that run their arguments', () => {
  verifies(
    ['security:C2'],
    'no rule for a program with any arguments allows those that run or write something',
    () => {
      const allowed = argumentRunners.filter(([program, command]) => isAllowed(command, [program]))
      expect(allowed).toEqual([])
    },
  )

  if (noBash !== undefined) {
    test.skip(`skipped: the arguments are not tried, as ${noBash}`, () => {})
    return
  }

  test('the arguments do run or write something, where the program is installed', () => {
    const run = stringsThatRunPwn(commands)
    const idle = commands.filter((_, index) => !run.has(index))
    console.log(`${run.size} of ${commands.length} ran here; not: ${idle.join(' | ')}`)
    expect(run.size).toBeGreaterThanOrEqual(40)
  })
})
