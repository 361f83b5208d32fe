import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { compileJsonSchema } from './json-schema/compile.ts'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  const tools = ['read', 'glob', 'grep', 'write', 'search_files', 'web-fetch']

  test('finds what differs by a few typing errors', () => {
    expect(nearest('reed', tools)).toEqual(['read'])
    expect(nearest('rread', tools)).toEqual(['read'])
    expect(nearest('raed', tools)).toEqual(['read'])
    expect(nearest('rea', tools)).toEqual(['read'])
    expect(nearest('gerp', tools)).toEqual(['grep'])
    expect(nearest('WRITE', tools)).toEqual(['write'])
    expect(nearest('searchFile', tools)).toEqual(['search_files'])
    expect(nearest('web_fetch', tools)).toEqual(['web-fetch'])
  })

  test('finds what begins alike', () => {
    expect(nearest('search', tools)).toEqual(['search_files'])
    expect(nearest('grepFiles', tools)).toEqual(['grep'])
  })

  test('finds what ends alike', () => {
    expect(nearest('run_in_background', ['command', 'background'])).toEqual(['background'])
    expect(nearest('file_path', ['path', 'content'])).toEqual(['path'])
  })

  test('finds nothing where nothing is near', () => {
    expect(nearest('telephone', tools)).toEqual([])
    expect(nearest('', tools)).toEqual([])
    expect(nearest('x', ['y', 'z'])).toEqual([])
    expect(nearest('ab', [''])).toEqual([])
  })

  test('puts the nearest first, then by name, and returns so many', () => {
    const known = ['reads', 'tread', 'read', 'bread', 'reed']
    expect(nearest('read', known)).toEqual(['read', 'bread', 'reads'])
    expect(nearest('read', known, 1)).toEqual(['read'])
    expect(nearest('read', known, 9)).toEqual(['read', 'bread', 'reads', 'reed', 'tread'])
  })

  test('takes swaps at the very limit', () => {
    expect(nearest('ba', ['ab'])).toEqual(['ab'])
    expect(nearest('bacd', ['abdc'])).toEqual(['abdc'])
  })

  test('looks at a bounded number of names, of a bounded length', () => {
    let looked = 0
    function* endless(): Generator<string> {
      for (;;) yield `name${looked++}`
    }
    expect(nearest('name5', endless(), 1)).toEqual(['name5'])
    expect(looked).toBeLessThan(30_000)
    expect(nearest('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toEqual([])
  })

  test('counts typing errors exactly, up to its tolerance', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 9, maxLength: 12 })
    fc.assert(
      fc.property(name, name, (a, b) => {
        const isNear = whole(a, b) <= 3 || a.startsWith(b) || b.startsWith(a)
        const endsAlike = a.endsWith(b) || b.endsWith(a)
        const beginsAlike = a[0] === b[0] || a[0] === b[1] || a[1] === b[0] || a[1] === b[1]
        expect(nearest(a, [b]).length > 0).toBe((isNear && beginsAlike) || endsAlike)
      }),
      { numRuns: 2_000 },
    )
  })

  verifies(['security:J3'], 'costs little for many violations of a large enum', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `${'a'.repeat(58)}${index}`)
    const { violations } = compileJsonSchema({ type: 'array', items: { type: 'string', enum: texts } })
    const started = performance.now()
    const lines = violations(Array.from({ length: 100 }, (_, index) => `${'a'.repeat(58)}x${index}`))
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(lines).toHaveLength(100)
    expect(lines.filter((line) => line.includes('did you mean'))).toHaveLength(5)
  })
})

/** The edit distance with swaps of neighbours, by the whole table. */
function whole(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const cell = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      const cost = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + change, swapped)
      table[i]?.splice(j, 1, cost)
    }
  }
  return cell(a.length, b.length)
}
