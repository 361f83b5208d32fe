import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { parseGlob, type GlobPattern } from './glob-pattern.ts'
import { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'

/** Walks a path as the tree walk does, from the workspace on. */
function verdict(pattern: GlobPattern, path: string): string {
  const names = path.split('/')
  const file = names.pop() ?? ''
  if (pattern.base.some((name, index) => names[index] !== name)) return 'differs'
  let progress = pattern.start()
  for (const name of names.slice(pattern.base.length)) {
    const inside = pattern.folder(progress, name, new MatchWork())
    if (typeof inside === 'string') return inside
    progress = inside
  }
  return pattern.file(progress, file, new MatchWork())
}

const matches = (source: string, path: string, options?: { anyDepth: boolean }): boolean =>
  verdict(parseGlob(source, options), path) === 'matches'

describe('parseGlob', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/a.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'src', false],
    ['src/', 'src/a/b', true],
    ['**', 'a/b/c', true],
    ['src/**/test/*.ts', 'src/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/a.ts', false],
    ['a/**/b/**/c', 'a/x/b/y/z/c', true],
    ['a/**/b/**/c', 'a/x/y/c', false],
    ['{src,test}/**/*.{ts,js}', 'test/x/a.js', true],
    ['{a,b/c}', 'b/c', true],
    ['./src/*.ts', 'src/a.ts', true],
    ['a**b', 'aXb', true],
    ['a**b', 'a/b', false],
    ['app/(auth)/**', 'app/(auth)/page.tsx', true],
    ['!**/*.ts', 'a.js', true],
    ['!**/*.ts', 'src/a.ts', false],
    ['!src/**', 'test/a.ts', true],
    ['\\!a', '!a', true],
    ['-tjs', '-tjs', true],
  ])('%s against %s is %s', (source, path, expected) => {
    expect(matches(source, path)).toBe(expected)
  })

  test('without a slash, a pattern may match at any depth', () => {
    expect(matches('*.ts', 'src/a.ts', { anyDepth: true })).toBe(true)
    expect(matches('!*.test.ts', 'src/a.test.ts', { anyDepth: true })).toBe(false)
    expect(matches('!*.test.ts', 'src/a.ts', { anyDepth: true })).toBe(true)
    expect(matches('{*.ts,lib/*.js}', 'x/lib/a.js', { anyDepth: true })).toBe(false)
    expect(matches('/*.ts', 'src/a.ts', { anyDepth: true })).toBe(false)
  })

  test('a leading dot is matched by a dot alone', () => {
    expect(verdict(parseGlob('**/*.yml'), 'a/.x.yml')).toBe('hidden')
    expect(verdict(parseGlob('**/*.yml'), '.github/x.yml')).toBe('hidden')
    expect(verdict(parseGlob('*/x.yml'), '.github/x.yml')).toBe('hidden')
    expect(verdict(parseGlob('*/x.yml'), '.github/y.ts')).toBe('hidden')
    expect(verdict(parseGlob('a/x.yml'), '.github/x.yml')).toBe('differs')
    expect(verdict(parseGlob('!*.ts'), '.env')).toBe('hidden')
    expect(matches('.github/**', '.github/a/b.yml')).toBe(true)
    expect(matches('**/.env*', 'a/.env.local')).toBe(true)
    expect(verdict(parseGlob('.github/**'), '.github/.x')).toBe('hidden')
  })

  test('knows the folder that all matches share, and a pattern that is one path', () => {
    expect(parseGlob('src/lib/**/*.ts').base).toEqual(['src', 'lib'])
    expect(parseGlob('{src/a,src/b}/*.ts').base).toEqual(['src'])
    expect(parseGlob('!src/*.ts').base).toEqual([])
    expect(parseGlob('src/a.ts')).toMatchObject({ base: ['src'], literal: true })
    expect(parseGlob('src/*.ts').literal).toBe(false)
    expect(parseGlob('{src,src/a}').base).toEqual([])
  })

  test('folders that cannot hold a match are not entered', () => {
    const pattern = parseGlob('*/b/*.ts')
    expect(pattern.folder(pattern.start(), 'x', new MatchWork())).not.toBe('differs')
    const inside = pattern.folder(pattern.start(), 'x', new MatchWork())
    expect(typeof inside === 'object' && pattern.folder(inside, 'c', new MatchWork())).toBe('differs')
  })

  test.each(['', '!', '[', '{a', '../x', 'a/../b', '!(a).ts', '+(a)', '*(a|b)'])(
    '%s is refused',
    (source) => {
      expect(() => parseGlob(source)).toThrow(PatternError)
    },
  )

  test('a pattern that is too long is refused', () => {
    expect(() => parseGlob('x'.repeat(5000))).toThrow(PatternError)
  })

  test('agrees with picomatch where both give a pattern the same meaning', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 3 })
    const path = fc.array(name, { minLength: 1, maxLength: 4 })
    const part = fc.oneof(name, fc.constantFrom('*', '**', '*a', 'a*', '?', '[ab]', '{a,b}', '*.a', '{a,b*}'))
    const source = fc.array(part, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(source, path, (segments, names) => {
        fc.pre([...segments, ...names].every((each) => !/^\.+$/.test(each)))
        // For picomatch a trailing `**` stands for the folder itself as well.
        fc.pre(segments.at(-1) !== '**')
        fc.pre(!(segments.includes('**') && names.some((each) => each.startsWith('.'))))
        fc.pre(!segments.some((each) => /^[?[]/.test(each)) || !names.some((each) => each.startsWith('.')))
        const glob = segments.join('/')
        expect([glob, names, matches(glob, names.join('/'))]).toEqual([
          glob,
          names,
          picomatch.isMatch(names.join('/'), glob),
        ])
      }),
      { numRuns: 5000 },
    )
  })

  verifies(
    ['fault:B105', 'security:J4'],
    'a hostile pattern on long names and deep paths stays quick',
    () => {
      const long = 'a'.repeat(255)
      const deep = Array.from({ length: 200 }, () => 'a').join('/')
      const started = performance.now()
      for (const source of ['**/*a*a*a*a*b', '**/a/**/a/**/a/**/a/**/b', '{*a,a*}{*a,a*}{*a,a*}{*a,a*}*b']) {
        expect(matches(source, long)).toBe(false)
        expect(matches(source, `${deep}/${long}`)).toBe(false)
      }
      expect(performance.now() - started).toBeLessThan(10_000)
    },
  )
})
