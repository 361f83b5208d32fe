import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchTitle, titleFacts } from './search-card.ts'

const none = { ignored: 0, hidden: 0, binary: 0, tooLarge: 0, special: 0, unreadable: 0 }

describe('searchTitle', () => {
  test('says nothing where all was searched, and nothing of hidden files where something was found', () => {
    expect(searchTitle('dog', { total: 0, skipped: none })).toBeUndefined()
    expect(
      searchTitle('dog', { total: 1, skipped: { ...none, ignored: 9, hidden: 9, binary: 9, special: 9 } }),
    ).toBeUndefined()
    expect(searchTitle('dog', { total: 1, skipped: none }, ['a hint'])).toBeUndefined()
  })

  test('says what was not searched where nothing was found', () => {
    const skipped = { ...none, tooLarge: 1, binary: 3, hidden: 2, special: 1 }
    expect(searchTitle('dog', { total: 0, skipped }, ['a hint'])).toBe(
      'dog; a hint; not searched: 1 too large, 3 binary, 2 hidden, 1 link or special file',
    )
    expect(searchTitle('dog', { total: 0, skipped: { ...none, special: 2 } })).toBe(
      'dog; not searched: 2 links or special files',
    )
  })

  test('says where a search that found something is incomplete', () => {
    for (const [kind, word] of [
      ['tooLarge', 'too large'],
      ['unreadable', 'unreadable'],
    ] as const) {
      expect(searchTitle('dog', { total: 5, skipped: { ...none, [kind]: 1, hidden: 2 } })).toBe(
        `dog; not searched: 1 ${word}, 2 hidden`,
      )
    }
    expect(searchTitle('dog', { total: 5, incomplete: true, skipped: none })).toBe(
      'dog; the time limit ended the search early',
    )
  })

  test('keeps the facts of a value, and takes any log', () => {
    expect(titleFacts({ path: '.', skipped: none })).toEqual({ skipped: none })
    expect(titleFacts({ path: '.', skipped: none, incomplete: true })).toEqual({
      skipped: none,
      incomplete: true,
    })
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (skipped, incomplete) => {
        const meta = JSON.parse(JSON.stringify({ total: 0, skipped, incomplete })) as never
        expect(searchTitle('dog', meta) ?? 'dog').toMatch(/^dog/)
      }),
    )
  })
})
