import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { checkModel, noChecker } from './support/spin/checked-model.ts'

describe.skipIf(noChecker !== '')(`the model of a call, in every order of events${noChecker}`, () => {
  verifies(
    ['security:R2', 'security:P1'],
    'gives exactly one result, after its body, and starts no body after an abort',
    async () => {
      const { states, ...verdict } = await checkModel('safety')
      expect(verdict).toEqual({ errors: 0, found: undefined })
      expect(states).toBeGreaterThan(100_000)
    },
  )

  verifies(['security:R2'], 'has all its results in the end, once it was aborted', async () => {
    expect(await checkModel('settles')).toMatchObject({ errors: 0, found: undefined })
  })

  verifies(['security:R5'], 'lets the process end, once that was asked for', async () => {
    expect(await checkModel('drains')).toMatchObject({ errors: 0, found: undefined })
  })

  test.each([
    ['FLUSH', 'a body that runs before the log holds its call', /durable/],
    ['BARRIER', 'an exclusive body beside another one', /exclusive/],
    ['QUESTION', 'a question that an abort does not end', /invalid end state/],
    ['CHECK', 'a body that starts after an abort', /aborted/],
    ['WAIT', 'a result before the end of the body', /inside/],
    ['LATE', 'a body that starts after the wrappers have answered', /results\[call\]==0/],
    ['TWICE', 'a second result', /results\[call\]==1/],
    ['EXIT', 'a process that ends before its calls have', /done==3/],
  ])('would tell of a fault: %s, %s', async (fault, _what, says) => {
    expect(await checkModel('safety', fault)).toMatchObject({ errors: 1, found: expect.stringMatching(says) })
  })
})
