import { expect, test } from 'vitest'
import { programPresenter } from './present.ts'

test('a program is a generic card: titled by its description, with its text as the input', () => {
  expect(programPresenter.presentCall({ code: 'return 1', description: 'Count' })).toEqual({
    card: 'generic',
    kind: 'execute',
    title: 'Count',
    rawInput: 'return 1',
  })
  expect(programPresenter.presentCall({ code: 1, description: 'Count' })).toBeUndefined()
})
