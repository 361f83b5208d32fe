import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldedPath, matchesPath, parsePath, resemblesPath, type PathPattern } from './path-reach.ts'
import { basesOf, foldedName, placeOf } from './paths.ts'

const bases = basesOf({ root: '/home/dev/app', home: '/home/dev' })

function pattern(text: string): PathPattern {
  const parsed = parsePath(text, bases)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed
}

function resembles(text: string, path: string): string | undefined {
  const folded = foldedPath(pattern(text))
  const place = placeOf(path, bases)
  if (folded.base === 'workspace' && !place.inside) return undefined
  return resemblesPath(folded, (folded.base === 'workspace' ? place.names : place.absolute).map(foldedName))
}

describe('placeOf', () => {
  test.each([
    ['src/a.ts', true, 'src/a.ts'],
    ['./src/../a.ts', true, 'a.ts'],
    ['', true, '.'],
    ['/home/dev/app', true, '.'],
    ['/home/dev/app-evil/x', false, '~/app-evil/x'],
    ['../x', false, '~/x'],
    ['~/x', false, '~/x'],
    ['~x', true, '~x'],
    ['./~/x', true, '~/x'],
    ['/etc//passwd', false, '/etc/passwd'],
    ['../../../../..', false, '/'],
  ])('"%s"', (path, inside, spelled) => {
    expect(placeOf(path, bases)).toMatchObject({ inside, spelled })
  })

  test('without a home folder "~" stands for itself', () => {
    expect(placeOf('~/x', { root: ['app'] })).toMatchObject({ inside: false, spelled: '~/x' })
  })
})

describe('matchesPath', () => {
  test.each([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'src', true],
    ['src/**', 'source/a.ts', false],
    ['src/*', 'src/a/b.ts', false],
    ['**/a.ts', 'a.ts', true],
    ['**/a.ts', 'x/y/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/test/c.ts', true],
    ['a.ts', 'x/a.ts', false],
    ['src', 'src/a.ts', false],
    ['src/', 'src/a.ts', true],
    ['SRC/**', 'src/a.ts', false],
    ['**', '../x', false],
    ['/**', '/etc/passwd', true],
    ['/**', 'a.ts', true],
    ['~/**', 'a.ts', true],
    ['~/x/*', '~/x/y', true],
    ['[id].ts', '[id].ts', true],
    ['[id].ts', 'i.ts', false],
  ])('"%s" about "%s": %s', (text, path, matches) => {
    expect(matchesPath(pattern(text), placeOf(path, bases))).toBe(matches)
  })
})

describe('resemblesPath', () => {
  test.each([
    ['.env', 'packages/a/.env', 'meant'],
    ['.env', '.ENV', 'meant'],
    ['secret', 'a/secret/b', 'meant'],
    ['src/secret', 'src/secret/b', 'meant'],
    ['src/secret', 'src', 'may hold it'],
    ['src/secret', 'lib', undefined],
    ['~/.ssh', '~/.ssh/id', 'meant'],
    ['*.pem', 'a/b.pem', 'meant'],
  ])('"%s" about "%s": %s', (text, path, likeness) => {
    expect(resembles(text, path)).toBe(likeness)
  })

  test('is at least as wide as matching', () => {
    const name = fc.constantFrom('a', 'b', 'src', '.env', 'x.ts')
    const names = fc.array(fc.oneof(name, fc.constantFrom('*', '**', '*.ts')), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(names, fc.array(name, { maxLength: 6 }), (texts, path) => {
        const text = texts.join('/')
        if (!matchesPath(pattern(text), placeOf(path.join('/'), bases))) return
        expect(resembles(text, path.join('/'))).toBe('meant')
      }),
    )
  })

  test('many wildcards and many names hold nothing up', () => {
    const text = Array.from({ length: 60 }, () => '**/a').join('/')
    const path = Array.from({ length: 1_500 }, () => 'a').join('/')
    expect(matchesPath(pattern(`${text}/b`), placeOf(path, bases))).toBe(false)
  })
})
