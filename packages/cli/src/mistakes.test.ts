import { describe, expect, test } from 'vitest'
import { json, millrace } from '../tests/millrace.ts'

describe('exit status 2: a mistake on the command line', () => {
  test.each([
    [['call', 'reed'], 'unknown tool "reed"', 'did you mean read?'],
    [['cal', 'read'], 'unknown command "cal"', 'did you mean call?'],
    [['read', 'path=a'], 'unknown command "read"', 'millrace call read'],
    [['nonsense'], 'unknown command "nonsense"', 'millrace --help'],
    [['--bogus'], 'unknown option "--bogus"', 'millrace --help'],
    [['--colour=always'], 'unknown option "--colour"', 'did you mean --color?'],
    [['call'], 'missing required argument "tool"', 'millrace --help'],
    [['call', 'read', '--jsno'], 'unknown option "--jsno"', 'did you mean --json?'],
    [['tools', 'reed'], 'unknown tool "reed"', 'did you mean read?'],
    [['help', 'reed'], 'no command or tool is called "reed"', 'did you mean read?'],
    [['help', 'tols'], 'no command or tool is called "tols"', 'did you mean tools?'],
    [['help', 'overview'], 'no command or tool is called "overview"', 'millrace --help'],
    [['call', 'read', '-o', 'yaml'], 'Allowed choices are json', ''],
    [['call', 'read', 'notes.md'], '"notes.md" is no key=value argument', 'millrace call read path=notes.md'],
    [['call', 'read', '=x'], '"=x" is no key=value argument', 'millrace call read path=x'],
    [['call', 'read', 'path'], '"path" is no key=value argument', 'millrace call read path=…'],
    [['call', 'read', '--', '--weird'], '"--weird" is no key=value argument', 'millrace call read path=…'],
    [['call', 'read', 'a b', 'limit=5'], '"a b" is no', "millrace call read path='a b' limit=5"],
    [['call', 'read', 'path=a', 'b'], '"b" is no key=value argument', 'millrace call read path=a key=b'],
    [['call', 'read', 'paht=notes.md'], 'no argument "paht"', 'did you mean path=…?'],
    [['call', 'read', '__proto__=x'], 'no argument "__proto__"', 'it takes path'],
    [['call', 'read', 'path=a', 'path=b'], 'given twice', ''],
    [['call', 'read'], 'missing required property "path"', 'for example: millrace call read path=…'],
    [['call', 'read', 'path=a b', 'limit=abc'], '"limit" must be an integer', "call read path='a b' limit=1"],
    [['call', 'read', 'limit=0', 'path=notes.md'], '"limit" must be', 'call read limit=1 path=notes.md'],
    [['call', 'read', 'limit=[1]'], 'received an array', 'call read limit=1 path=…'],
    [['call', 'read', 'path=notes.md', 'limit=9007199254740993'], 'limit=9007199254740993', ''],
    [['call', 'read', '--args', '{"path":'], 'cannot be read', 'for example'],
    [['call', 'read', '--args', '{"path":"a","path":"b"}'], 'cannot be read', 'for example'],
    [['call', 'read', '--args', '{"paht":"a"}'], 'missing required property "path"', 'call read path=a'],
    [['call', 'read', '--args', '[1]'], 'must be', 'call read path=…'],
    [['call', 'read', '--args', '{}', 'path=a'], 'not both', ''],
    [['call', 'read', '--args', '@missing.json'], 'ENOENT', ''],
    [['call', 'read', '--args', '@src'], 'no regular file', '--args -'],
    ...[['call', 'read', 'path=a'], ['tools'], ['help', 'read'], []].flatMap(
      (words) =>
        [
          [[...words, '--cwd', 'missing'], 'the folder cannot be used', ''],
          [[...words, '--cwd', 'notes.md'], 'the folder cannot be used', ''],
          [[...words, '--cwd', '/proc'], 'the folder cannot be used', ''],
          [[...words, '--cwd', ''], '--cwd "" names no folder', ''],
        ] as const,
    ),
  ] as [string[], string, string][])('%j', async (argv, message, hint) => {
    const ended = await millrace(argv)
    expect([ended.status, ended.out()]).toEqual([2, ''])
    expect(ended.err()).toMatch(/^millrace: /)
    expect(ended.err()).toContain(message)
    expect(ended.err()).toContain(hint)
  })

  test.each([
    [['call', 'reed', '--json'], 'UNKNOWN_TOOL', 'did you mean read?'],
    [['call', 'read', '--json'], 'INVALID_ARGS', 'for example: millrace call read path='],
    [['call', 'read', 'paht=a', '--json'], 'INVALID_ARGS', 'did you mean path=…?'],
    [['call', 'read', '--args', '{', '--json'], 'INVALID_ARGS', 'for example'],
  ])('%j prints its one object all the same', async (argv, code, hint) => {
    const ended = await millrace(argv)
    expect(ended.status).toBe(2)
    expect(json(ended)).toMatchObject({ ok: false, callId: 'c1', status: 'failed', error: { code } })
    expect(json(ended)['hint']).toContain(hint)
  })
})

test.each(['1.5', 'true', '[1]'])('an argument of the wrong type is not called text: %s', async (value) => {
  const ended = await millrace(['call', 'read', 'path=notes.md', `limit=${value}`])
  expect(ended.err()).toContain('"limit" must be an integer')
  expect(ended.err()).not.toContain('received a string')
})

describe('a mistake that is found before there is a tool', () => {
  test.each([
    [['tools', '--cwd', 'missing', '--json'], 'USAGE'],
    [['call', '--json'], 'USAGE'],
    [['call', '-o', 'json', 'read', '--bogus'], 'USAGE'],
    [['tools', 'nope', '--output=json'], 'UNKNOWN_TOOL'],
    [['call', 'read', '--json', '-o', 'yaml'], 'USAGE'],
    [['--json'], 'USAGE'],
  ])('%j prints an object beside the text', async (argv, code) => {
    const ended = await millrace(argv)
    expect(ended.status).toBe(2)
    const { error, ...rest } = json(ended) as { error: { message: string; code: string } }
    expect([rest, Object.keys(error), error.code]).toEqual([{ ok: false }, ['message', 'code'], code])
    expect(ended.err()).toContain(`millrace: ${error.message}\n`)
  })

  test('prints none where the words after -- look like the option', async () => {
    const ended = await millrace(['tools', '--cwd', 'missing', '--', '--json'])
    expect([ended.status, ended.out()]).toEqual([2, ''])
  })
})
