import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { isProtected, protectedEntries } from './protected-paths.ts'

const protectedOnes = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.git/commondir',
  '.git',
  './.git/../.git/config',
  'src/../package.json',
  'packages/x/package.json',
  'vendor/lib/.git/hooks/post-checkout',
  '.GIT/Config',
  'Package.JSON',
  '.git./config',
  '.g\u200cit/config',
  '.git::$INDEX_ALLOCATION/config',
  '.vscode',
  '.vscode/tasks.json',
  '.github',
  '.github/workflows/ci.yml',
  'a\\.git\\config',
  '~/.ssh/authorized_keys',
  '~/.bashrc',
  '~/bin/ls',
  '~',
  '/home/me/.ssh/id_rsa',
  '/work/project/.mcp.json',
  '.claude/settings.json',
  'millrace.jsonc',
]

const free = [
  'src/index.ts',
  '.gitignore',
  'git/hooks/pre-commit',
  'docs/.git-notes.md',
  'package.json.md',
  'my-package.json',
  '.github/ISSUE_TEMPLATE.md',
  'bin/run.sh',
  'packages/cli/bin/millrace.js',
  '.config/prettier.json',
  '.env',
  'workflows/ci.yml',
  '~/notes.txt',
]

describe('isProtected', () => {
  test.each(protectedOnes.filter((path) => path !== '~'))('protects %s', (path) => {
    expect(isProtected(path)).toBe(true)
  })

  test.each(free)('leaves %s alone', (path) => {
    expect(isProtected(path)).toBe(false)
  })

  verifies(['security:F5'], 'at least 40 paths, each with what lies in it, in any folder', () => {
    expect(protectedEntries.length).toBeGreaterThanOrEqual(40)
    const entry = fc.constantFrom(...protectedEntries)
    const names = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 3 })
    fc.assert(
      fc.property(entry, names, names, ({ base, path }, before, after) => {
        const start = base === 'home' ? ['~'] : before
        expect(isProtected([...start, path, ...after].join('/'))).toBe(true)
        expect(isProtected(`/${['home', 'me', path, ...after].join('/')}`)).toBe(path !== 'bin')
      }),
    )
  })
})
