import { describe, expect, test } from 'vitest'
import { markdownParts } from './markdown-parts.ts'
import { mayBeParsed, parsedLength } from './parse-bounds.ts'

const list = '- **a name**: `value` and [more](https://example.org) of it\n'.repeat(100)

describe('mayBeParsed', () => {
  test('lets an answer of thirty thousand characters in lists through as a whole', () => {
    const parts = markdownParts(Array.from({ length: 5 }, () => `${list}\nand\n\n# so`).join('\n\n'))
    expect(mayBeParsed(parts)).not.toContain(false)
  })

  test('bounds what all parts together take, and never changes its mind about an earlier one', () => {
    const parts = markdownParts(Array.from({ length: 10 }, () => `a ${'[('.repeat(3_900)}`).join('\n\n'))
    const may = mayBeParsed(parts)
    expect(may).toContain(false)
    expect(mayBeParsed(parts.slice(0, 4))).toEqual(may.slice(0, 4))
  })

  test('refuses marks with which the time of the grammar grows faster than their text', () => {
    expect(mayBeParsed([{ kind: 'text', text: '*a_'.repeat(1_000) }])).toEqual([false])
  })
})

describe('parsedLength', () => {
  test('parses a costly text a bounded number of times while it grows by a character each', () => {
    const text = '[(> '.repeat(1_000)
    const lengths = Array.from({ length: text.length }, (_, at) => parsedLength(text.slice(0, at + 1)))
    expect(new Set(lengths.slice(1_200)).size).toBeLessThan(30)
  })
})
