import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { grepLimits } from './limits.ts'
import { preview } from './preview.ts'

describe('preview', () => {
  test('a line within the cap is whole', () => {
    const line = 'x'.repeat(grepLimits.lineLength)
    expect(preview(line, 0)).toEqual({ line })
  })

  verifies(
    ['fault:B107', 'fault:B026'],
    'a longer one shows the match, is marked, and splits no character',
    () => {
      const line = `${'a'.repeat(100_000)}NEEDLE${'b'.repeat(900_000)}`
      const shown = preview(line, 100_000)
      expect(shown.cut).toBe(true)
      expect(shown.line).toMatch(/^…a+NEEDLEb+…$/)
      expect(shown.line).toHaveLength(grepLimits.lineLength)
      fc.assert(
        fc.property(
          fc.string({ unit: 'binary', minLength: 300, maxLength: 900 }),
          fc.nat(900),
          (text, at) => {
            const { line: cut } = preview(text, Math.min(at, text.length))
            expect(cut.isWellFormed()).toBe(true)
            expect(cut.length).toBeLessThanOrEqual(grepLimits.lineLength)
          },
        ),
      )
    },
  )

  test('at the start and the end it fills the room', () => {
    const line = `${'a'.repeat(500)}${'b'.repeat(500)}`
    expect(preview(line, 0).line).toBe(`${'a'.repeat(398)}…`)
    expect(preview(line, 999).line).toBe(`…${'b'.repeat(398)}`)
  })
})
