import { describe, expect, test } from 'vitest'
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
})
