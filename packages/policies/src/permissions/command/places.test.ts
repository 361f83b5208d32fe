import { describe, expect, test } from 'vitest'
import { eitherOf, placesAfter, resolvePath } from './places.ts'

const word = (text: string, more = {}) => ({ at: 0, end: text.length, text, bare: true, ...more })

describe('resolvePath', () => {
  test.each<[string, string, string, string[]]>([
    ['', 'a/b', 'a/b', []],
    ['', '.', '.', []],
    ['', './a//b/./c', 'a/b/c', []],
    ['', '../x', '../x', []],
    ['', 'a/../../x', '../x', ['a']],
    ['a/b', '../x', 'a/x', ['a/b']],
    ['a', '/etc/../x', '/x', ['/etc']],
    ['a', '/../x', '/x', []],
    ['/srv/app', 'x', '/srv/app/x', []],
    ['~/a', 'b', '~/a/b', []],
    ['a', '~', '~', []],
    ['a', '~/../x', '~/../x', []],
    ['', './~/x', './~/x', []],
    ['../o', '../x', '../x', ['../o']],
  ])('in %j, %j is %j', (place, path, expected, through) => {
    expect(resolvePath(place, path)).toEqual({ path: expected, through })
  })
})

describe('placesAfter', () => {
  test('a certain folder is worked out from every place', () => {
    expect(placesAfter(['', 'a'], word('b'))).toEqual(['b', 'a/b'])
    expect(placesAfter(['a'], word('..'))).toEqual([''])
    expect(placesAfter(['a'], undefined)).toEqual(['~'])
    expect(placesAfter(undefined, word('/srv'))).toEqual(['/srv'])
  })

  test.each([word('-'), word('$x', { unknown: 'variable' }), word('a*', { pattern: 1 }), word('')])(
    'after %j it is not known',
    (target) => {
      expect(placesAfter([''], target)).toBeUndefined()
    },
  )
  test('nor is what is relative to a place that is not known', () => {
    expect(placesAfter(undefined, word('b'))).toBeUndefined()
  })
})

describe('eitherOf', () => {
  test('keeps each place once, and gives up where there are many', () => {
    expect(eitherOf(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(eitherOf(['a'], undefined)).toBeUndefined()
    expect(eitherOf(['a', 'b', 'c'], ['d', 'e'])).toBeUndefined()
  })
})
