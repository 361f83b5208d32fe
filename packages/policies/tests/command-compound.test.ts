import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAllowed, usualAllowList } from './command-support/allow-list.ts'
import { compoundStrings } from './command-support/compound-strings.ts'
import { noBash, stringsThatRunPwn } from './command-support/real-bash.ts'

const least = 310

describe('compound commands', () => {
  verifies(['security:C1'], 'none of the strings that beat naive checkers is allowed', () => {
    const allowed = compoundStrings.filter((text) => isAllowed(text, usualAllowList))
    expect(allowed).toEqual([])
  })

  if (noBash !== undefined) {
    test.skip(`skipped: the strings are not given to bash, as ${noBash}`, () => {})
    return
  }

  test('each of them does run another program, or writes a file, in a real bash', () => {
    const run = stringsThatRunPwn(compoundStrings)
    const idle = compoundStrings.filter((_, index) => !run.has(index))
    expect(idle).toEqual([])
    expect(run.size).toBeGreaterThanOrEqual(least)
  })
})
