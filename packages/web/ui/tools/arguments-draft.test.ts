import { describe, expect, it } from 'vitest'
import { RawText } from '../kit/json/exact.ts'
import { filledForm, writtenText } from './arguments-draft.ts'

describe('arguments that are being written', () => {
  const begun = filledForm({ path: 'a.ts' })

  it('stand in the form as they stand in the text, with each digit', () => {
    const { text, value, fault } = writtenText(begun, '{"n":12345678901234567890}')
    expect([text, value, fault]).toEqual([
      '{"n":12345678901234567890}',
      { n: new RawText('12345678901234567890') },
      undefined,
    ])
  })

  it('keep the form while the text is no JSON', () => {
    const half = writtenText(begun, '{"path":')
    expect(half).toMatchObject({ value: { path: 'a.ts' }, fault: { kind: 'json' } })
  })

  it('have to be an object', () => {
    expect(writtenText(begun, '[1]').fault).toEqual({ kind: 'object' })
  })

  it('cannot be sent while a number is half typed', () => {
    const half = filledForm({ limit: new RawText('1e') })
    expect(half).toMatchObject({ text: '{\n  "limit": 1e\n}', fault: { kind: 'json' } })
  })
})
