import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestRule, parseRule } from './parse-rule.ts'
import { quoteWord } from './parse-words.ts'
import { basesOf } from './paths.ts'

const bases = basesOf({ root: '/home/dev/app', home: '/home/dev' })

describe('parseRule', () => {
  test.each([
    ['Bash', ['bash'], [{ kind: 'all' }]],
    ['bash', ['bash'], [{ kind: 'all' }]],
    ['Bash(*)', ['bash'], [{ kind: 'all' }]],
    ['mcp__a__b', ['mcp__a__b'], [{ kind: 'all' }]],
    [' TodoWrite ', ['TodoWrite', 'todo_write'], [{ kind: 'all' }]],
    ['Bash(git push *)', ['Bash', 'bash'], [{ kind: 'words', words: [['git'], ['push']], tail: true }]],
    ['Bash(npm run test:*)', ['Bash', 'bash'], [{ words: [['npm'], ['run'], ['test:', '']], tail: false }]],
    [
      String.raw`Bash(echo "a b" 'c*' \* d\ e)`,
      ['Bash', 'bash'],
      [{ words: [['echo'], ['a b'], ['c*'], ['*'], ['d e']] }],
    ],
    ['Edit', ['edit', 'write'], [{ kind: 'all' }, { kind: 'path', access: 'write' }]],
    [
      'Edit(src/**)',
      ['edit', 'write'],
      [{ pattern: { base: 'workspace', names: [['src'], '**'] }, anyTool: true }],
    ],
    ['Read(src/)', ['read', 'grep', 'glob'], [{ access: 'read', pattern: { names: [['src'], '**'] } }]],
    ['Edit(/home/dev/app/a.ts)', ['edit', 'write'], [{ pattern: { base: 'workspace', names: [['a.ts']] } }]],
    ['Edit(../x)', ['edit', 'write'], [{ pattern: { base: 'disk', names: [['home'], ['dev'], ['x']] } }]],
    ['Edit(~/.*)', ['edit', 'write'], [{ pattern: { base: 'disk', names: [['home'], ['dev'], ['.', '']] } }]],
    [
      'Edit(app/(group)/[id].ts)',
      ['edit', 'write'],
      [{ pattern: { names: [['app'], ['(group)'], ['[id].ts']] } }],
    ],
    [
      'WebFetch(domain:Example.com)',
      ['WebFetch', 'web_fetch'],
      [{ kind: 'host', name: 'example.com', below: false }],
    ],
    [
      'web_fetch(domain:*.a.b:8080)',
      ['web_fetch'],
      [{ kind: 'host', name: 'a.b', below: true, port: '8080' }],
    ],
    ['deploy(x y)', ['deploy'], [{ kind: 'words' }, { kind: 'path', access: 'both', anyTool: false }]],
    ['mcp__a__get_*', ['mcp__a__get_*'], [{ kind: 'all' }]],
    ['mcp__a__b(**)', ['mcp__a__b'], [{ kind: 'all' }]],
  ])('reads %s', (text, tools, reaches) => {
    const rule = parseRule(text, bases)
    expect(rule.text).toBe(text.trim())
    expect(rule.tools).toEqual(expect.arrayContaining(tools))
    expect(rule.reaches).toMatchObject(reaches)
  })

  test.each([
    ['', 'is empty', 0],
    ['(git)', 'does not begin with the name of a tool', 0],
    ['rm -rf *', 'goes on after the tool "rm" with something else than "("; write rm(…)', 2],
    ['mcp__a__b(x y)', 'is about arguments of a tool of a server, of which rules know nothing', 9],
    ['mcp__a__*_all', 'has a star where none is read', 8],
    ['mcp__*', 'mcp__server for all of a server', 5],
    ['Bash(git push', 'has a "(" that no ")" at its end closes', 4],
    ['Bash(git) push', 'has a "(" that no ")" at its end closes', 4],
    ['Bash()', 'has nothing in its parentheses; write Bash alone for all of its calls', 5],
    ['Bash(echo "a)', 'has a " that nothing closes', 10],
    [String.raw`Bash(echo \)`, 'ends in a backslash that quotes nothing', 10],
    ['Edit(src/*.{ts,js})', 'has "{", which paths in rules do not know', 11],
    ['Edit(src/**/../x)', 'goes back with ".." behind a wildcard', 9],
    ['WebFetch(domain:a b)', 'names no host behind "domain:"', 16],
    ['WebFetch(example.com)', 'names no host; write domain:example.com', 9],
    ['Bash(echo\nx)', 'has a line break or another control character in it', 9],
    [`Bash(${'x'.repeat(longestRule)})`, `is longer than ${longestRule} characters`, longestRule],
  ])('refuses %j, and says where and why', (text, problem, at) => {
    const read = (): unknown => parseRule(text, bases)
    expect(read).toThrow(expect.objectContaining({ code: 'PERMISSION_RULE_INVALID', at }))
    expect(read).toThrow(problem)
    expect(read).toThrow(`at character ${at + 1}`)
  })

  test('what it says of a text shows nothing that hides', () => {
    expect(() => parseRule('Bash(\u202egit\u0007)')).toThrow(String.raw`Bash(\u{202e}git\u{7})`)
  })

  test('never fails in another way, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `Bash(${text})`),
        ),
        (text) => {
          try {
            parseRule(text, bases)
          } catch (error) {
            expect(error).toMatchObject({ code: 'PERMISSION_RULE_INVALID' })
          }
        },
      ),
    )
  })

  test('quoted words are read back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme-ascii' }), { minLength: 1, maxLength: 5 }),
        (words) => {
          const rule = parseRule(`Bash(x ${words.map(quoteWord).join(' ')})`, bases)
          expect(rule.reaches).toEqual([
            { kind: 'words', words: [['x'], ...words.map((word) => [word])], tail: false },
          ])
        },
      ),
    )
  })
})
