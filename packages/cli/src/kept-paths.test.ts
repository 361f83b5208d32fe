import { join } from 'node:path'
import { entryName, protectedEntries } from '@millrace/host'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptPaths } from './kept-paths.ts'

const places = { root: '/home/me/demo', home: '/home/me' }

describe('keptPaths', () => {
  const keeps = keptPaths({ ...places, unprotected: ['package.json', '.github/workflows', '~/.gitconfig'] })

  test.each([
    ['.npmrc', true],
    ['.git/hooks/pre-commit', true],
    ['.claude/package.json', true],
    ['~/.ssh/config', true],
    // Outside of the workspace nothing can be changed, whatever is opened.
    ['~/.gitconfig', true],
    ['../other/package.json', true],
    ['package.json', false],
    ['./package.json', false],
    ['/home/me/demo/package.json', false],
    ['.github', false],
    ['.github/workflows/ci.yml', false],
    ['src/a.ts', false],
  ])('%s: %s', (path, expected) => {
    expect(keeps(path)).toBe(expected)
  })

  test('opens what is of the home folder where that is the workspace', () => {
    const own = keptPaths({ root: '/home/me', home: '/home/me', unprotected: ['~/.gitconfig'] })
    expect(['~/.gitconfig', '.gitconfig', '~/.bashrc', '.bashrc'].map(own)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('keeps every protected path but those that are opened', () => {
    const entry = fc.constantFrom(...protectedEntries)
    fc.assert(
      fc.property(entry, entry, (one, other) => {
        const { root, home } = { root: '/home/me', home: '/home/me' }
        const kept = keptPaths({ root, home, unprotected: [entryName(other)] })
        expect(kept(join(root, one.path)) || one.path === 'bin').toBe(one !== other || one.path === 'bin')
      }),
    )
  })
})
