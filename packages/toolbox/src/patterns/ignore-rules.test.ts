import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { parseIgnoreRules } from './ignore-rules.ts'

const verdict = (source: string, path: string, isFolder = false): string =>
  parseIgnoreRules(source).judge(path.split('/'), 0, isFolder)

/** The verdict for a file as a walk finds it: no folder around it may be ignored either. */
function isIgnored(source: string, path: string): boolean {
  const rules = parseIgnoreRules(source)
  const names = path.split('/')
  return names.some((_, index) => {
    const isFolder = index < names.length - 1
    return rules.judge(names.slice(0, index + 1), 0, isFolder) === 'ignored'
  })
}

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
    expect(rules.judge(['a', 'b'], 1, false)).toBe('ignored')
    expect(rules.judge(['a', 'x', 'b'], 1, false)).toBe('silent')
    expect(rules.judge(['a', 'c', 'd'], 1, false)).toBe('ignored')
  })

  test.skipIf(spawnSync('git', ['--version']).status !== 0)('agrees with git, where git is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-ignore-'))
    try {
      execFileSync('git', ['init', '-q', folder])
      const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 2 })
      const plain = name.filter((each) => !/^\.+$/.test(each))
      const part = fc.oneof(plain, fc.constantFrom('*', '**', '*a', '?', '[ab]', '[!a]'))
      const rule = fc
        .tuple(fc.constantFrom('', '!', '/'), fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
        .map(([before, parts, after]) => before + parts.join('/') + after)
      const source = fc.array(rule, { minLength: 1, maxLength: 4 }).map((rules) => rules.join('\n'))
      const path = fc.array(plain, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
      const paths = fc.uniqueArray(path, { minLength: 5, maxLength: 30 })
      fc.assert(
        fc.property(source, paths, (rules, all) => {
          // A path cannot be a file and a folder at once.
          const files = all.filter((each) => !all.some((other) => other.startsWith(`${each}/`)))
          writeFileSync(join(folder, '.gitignore'), rules)
          for (const file of files) {
            mkdirSync(dirname(join(folder, 'w', file)), { recursive: true })
            writeFileSync(join(folder, 'w', file), '')
          }
          writeFileSync(join(folder, 'w', '.gitignore'), rules)
          writeFileSync(join(folder, '.gitignore'), '')
          const kept = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'w'], { cwd: folder })
            .toString()
            .split('\0')
          const expected = files.filter((file) => !kept.includes(`w/${file}`))
          rmSync(join(folder, 'w'), { recursive: true })
          expect(files.filter((file) => isIgnored(rules, file))).toEqual(expected)
        }),
        { numRuns: 300 },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  verifies(['fault:B105'], 'hostile rules cost little for each name', () => {
    const rules = parseIgnoreRules(Array.from({ length: 500 }, () => '*a*a*a*a*a*a*a*a*b').join('\n'))
    const started = performance.now()
    expect(rules.judge(['a'.repeat(255)], 0, false)).toBe('silent')
    expect(performance.now() - started).toBeLessThan(100)
  })
})
