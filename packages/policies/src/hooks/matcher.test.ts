import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { readMatcher } from './matcher.ts'

const meant = (matcher: unknown, ...names: string[]): boolean => readMatcher(matcher, 'here')(names)

describe('readMatcher', () => {
  test('no name, an empty one and a star mean every tool', () => {
    for (const matcher of [undefined, '', '*']) expect(meant(matcher, 'Bash')).toBe(true)
  })

  test('names are met exactly', () => {
    expect(meant('Bash', 'Bash')).toBe(true)
    expect(meant('Bash', 'BashOutput')).toBe(false)
    expect(meant('Edit|Write', 'Write', 'write')).toBe(true)
    expect(meant('bash', 'Bash', 'bash')).toBe(true)
    expect(meant('Edit|Write', 'MultiEdit')).toBe(false)
  })

  test('anything else is an expression to be found anywhere', () => {
    expect(meant('mcp__.*', 'mcp__files__read')).toBe(true)
    expect(meant('Notebook.*', 'NotebookEdit')).toBe(true)
    expect(meant('^Edit$', 'MultiEdit')).toBe(false)
  })

  verifies(['fault:B105'], 'an expression that traps others ends at once', () => {
    const began = performance.now()
    expect(meant('(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false)
    expect(meant('^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000))).toBe(false)
    // A bound on a hang: a search that tries again takes years.
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  test('what cannot be read says where it stands and what to write', () => {
    expect(() => readMatcher('(?!Bash)', 'hooks.PreToolUse[0].matcher')).toThrow(
      /^hooks\.PreToolUse\[0\]\.matcher: the matcher "\(\?!Bash\)" looks around or names a group; use names/,
    )
    expect(() => readMatcher(7, 'here')).toThrow(/must be a text/)
    expect(() => readMatcher('a'.repeat(1001), 'here')).toThrow(/at most 1000/)
  })
})
