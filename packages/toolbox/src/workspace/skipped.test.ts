import { describe, expect, test } from 'vitest'
import { skippedParts, skippedSchema, skipReasons, SkipTally, walkReasons } from './skipped.ts'

describe('the reasons to skip', () => {
  test('are all counted, described and told, the least expected first', () => {
    const { counts } = new SkipTally()
    expect(Object.keys(counts)).toEqual(skipReasons)
    for (const field of Object.values(skippedSchema(skipReasons).properties)) {
      expect(field).toEqual({ type: 'integer', required: true, description: expect.stringMatching(/.\.$/) })
    }
    for (const reason of skipReasons) counts[reason] = 2
    expect(skippedParts(counts).join(', ')).toBe(
      '2 too large, 2 unreadable, 2 binary, 2 ignored, 2 hidden, 2 links or special files',
    )
  })

  test('of which a search for names has some', () => {
    const tally = new SkipTally()
    tally.counts.binary = 1
    tally.failed('a', new Error('no'))
    expect(tally.facts(walkReasons)).toEqual({
      skipped: { unreadable: 1, ignored: 0, hidden: 0, special: 0 },
      unreadable: [{ path: 'a', code: 'FS_IO' }],
    })
  })
})
