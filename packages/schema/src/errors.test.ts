import { describe, expect, test } from 'vitest'
import { HarnessError, isHarnessError } from './errors.ts'

class OwnError extends HarnessError {
  constructor() {
    super('OWN', 'message', { cause: 1, retryable: true })
  }
}

describe('HarnessError', () => {
  test('has a code, the name of its class, and what it was given', () => {
    expect(new OwnError()).toMatchObject({
      name: 'OwnError',
      code: 'OWN',
      message: 'message',
      cause: 1,
      retryable: true,
    })
    expect('cause' in new HarnessError('X', 'x')).toBe(false)
    expect('retryable' in new HarnessError('X', 'x')).toBe(false)
  })

  test('is recognised by its brand, in whatever shape it comes', () => {
    const fromAnotherCopy = Object.assign(new Error('x'), { [Symbol.for('millrace.error')]: true, code: 'X' })
    expect([new OwnError(), fromAnotherCopy].map(isHarnessError)).toEqual([true, true])
    const thrower = new Proxy({}, { get: () => { throw new Error('trap') } }) // oxfmt-ignore
    const uncoded = Object.assign(new Error('x'), { [Symbol.for('millrace.error')]: true })
    expect([new Error('x'), null, undefined, 'text', {}, thrower, uncoded].map(isHarnessError)).not.toContain(
      true,
    )
  })
})
