import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { parseIgnoreRules } from './ignore-rules.ts'
import { MatchWork } from './match-work.ts'

const verdict = (source: string, path: string, isFolder = false): string =>
  parseIgnoreRules(source).judge(path.split('/'), 0, isFolder, new MatchWork())

/** The verdict for a file as a walk finds it: no folder around it may be ignored either. */
function isIgnored(source: string, path: string): boolean {
  const rules = parseIgnoreRules(source)
  const names = path.split('/')
  return names.some((_, index) => {
    const isFolder = index < names.length - 1
    return rules.judge(names.slice(0, index + 1), 0, isFolder, new MatchWork()) === 'ignored'
  })
}

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 2 })
  .filter((each) => !/^\.+$/.test(each))
const part = fc.oneof(name, fc.constantFrom('*', '**', '*a', '?', '[ab]', '[!a]'))
const rule = fc
  .tuple(
    fc.constantFrom('', '!', '/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/'),
  )
  .map(([before, parts, after]) => before + parts.join('/') + after)
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))

/** An ignore file, and files beside it; none of them is a folder of another. */
const ignoreCase = fc
  .tuple(
    fc.array(rule, { minLength: 1, maxLength: 4 }),
    fc.uniqueArray(path, { minLength: 5, maxLength: 20 }),
  )
  .map(([rules, paths]) => ({
    rules: rules.join('\n'),
    files: paths.filter((each) => !paths.some((other) => other.startsWith(`${each}/`))),
  }))

describe('parseIgnoreRules', () => {
  test.each([
    ['*.log', 'a/b.log', 'ignored'],
    ['build', 'x/build', 'ignored'],
    ['/build', 'x/build', 'silent'],
    ['/build', 'build', 'ignored'],
    ['doc/*.txt', 'doc/a.txt', 'ignored'],
    ['doc/*.txt', 'x/doc/a.txt', 'silent'],
    ['**/doc/*.txt', 'x/doc/a.txt', 'ignored'],
    ['a/**/z', 'a/z', 'ignored'],
    ['a/**/z', 'a/b/c/z', 'ignored'],
    ['a/**', 'a', 'silent'],
    ['a/**', 'a/b', 'ignored'],
    ['*', '.hidden', 'ignored'],
    ['# no', '# no', 'silent'],
    ['\\# yes', '# yes', 'ignored'],
    ['\\!yes', '!yes', 'ignored'],
    ['*.log\n!keep.log', 'keep.log', 'kept'],
    ['trailing  ', 'trailing', 'ignored'],
    ['trailing\\ ', 'trailing ', 'ignored'],
    ['with\r\ncrlf', 'with', 'ignored'],
    ['[', '[', 'silent'],
    ['', 'a', 'silent'],
    ['!', 'a', 'silent'],
    ['/', 'a', 'silent'],
  ])('%j says of %s: %s', (source, path, expected) => {
    expect(verdict(source, path)).toBe(expected)
  })

  test('a trailing slash means folders alone', () => {
    expect(verdict('gen/', 'gen', true)).toBe('ignored')
    expect(verdict('gen/', 'gen', false)).toBe('silent')
  })

  test('rules count from the folder of their file on', () => {
    const rules = parseIgnoreRules('/b\nc/d')
    expect(rules.judge(['a', 'b'], 1, false, new MatchWork())).toBe('ignored')
    expect(rules.judge(['a', 'x', 'b'], 1, false, new MatchWork())).toBe('silent')
    expect(rules.judge(['a', 'c', 'd'], 1, false, new MatchWork())).toBe('ignored')
  })

  test.skipIf(spawnSync('git', ['--version']).status !== 0)('agrees with git, where git is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-ignore-'))
    try {
      const cases = fc.sample(ignoreCase, 200)
      for (const [index, { rules, files }] of cases.entries()) {
        for (const file of files) {
          mkdirSync(dirname(join(folder, `c${index}`, file)), { recursive: true })
          writeFileSync(join(folder, `c${index}`, file), '')
        }
        writeFileSync(join(folder, `c${index}`, '.gitignore'), rules)
      }
      execFileSync('git', ['init', '-q', folder])
      const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      })
      const kept = new Set(listing.toString().split('\0'))
      for (const [index, { rules, files }] of cases.entries()) {
        const expected = files.filter((file) => !kept.has(`c${index}/${file}`))
        expect({ rules, ignored: files.filter((file) => isIgnored(rules, file)) }).toEqual({
          rules,
          ignored: expected,
        })
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  verifies(['fault:B105'], 'hostile rules cost little for each name', () => {
    const rules = parseIgnoreRules(Array.from({ length: 500 }, () => '*a*a*a*a*a*a*a*a*b').join('\n'))
    const started = performance.now()
    expect(rules.judge(['a'.repeat(255)], 0, false, new MatchWork())).toBe('silent')
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
