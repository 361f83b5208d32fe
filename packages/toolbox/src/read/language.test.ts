import { describe, expect, test } from 'vitest'
import { languageOf } from './language.ts'

describe('languageOf', () => {
  test.each([
    ['src/a.ts', 'typescript'],
    ['A.TSX', 'typescript'],
    ['a.sh', 'bash'],
    ['a.b.yml', 'yaml'],
    ['a.go', 'go'],
    ['a.css', 'css'],
    ['a.unknown', undefined],
    ['a.constructor', undefined],
    ['go', undefined],
    ['a.ts/readme', undefined],
    ['a.', undefined],
  ])('of %s is %s', (path, expected) => {
    expect(languageOf(path)).toBe(expected)
  })
})
