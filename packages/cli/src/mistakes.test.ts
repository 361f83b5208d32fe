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
    [['call'], 'missing required argument "tool"', 'see millrace help call\n'],
    [['run', '--limits', '3'], 'unknown option "--limits"', 'see millrace help run\n'],
    [['policy', 'replay'], 'option "--rules <file>" not specified', 'see millrace help policy replay\n'],
    [['call', 'read', '--jsno'], 'unknown option "--jsno"', 'did you mean --json?'],
    [['tools', 'reed'], 'unknown tool "reed"', 'did you mean read?'],
    [['help', 'reed'], 'no command or tool is called "reed"', 'did you mean read?'],
    [['help', 'tols'], 'no command or tool is called "tols"', 'did you mean tools or tour?'],
    [['help', 'overview'], 'no command or tool is called "overview"', 'millrace --help'],
    [['call', 'read', '-o', 'yaml'], 'Allowed choices are json', ''],
    [['call', 'read', 'notes.md'], '"notes.md" is no key=value argument', 'millrace call read path=notes.md'],
    [['call', 'read', '=x'], '"=x" is no key=value argument', 'millrace call read path=x'],
    [['call', 'read', 'path'], '"path" is no key=value argument', 'millrace call read path=…'],
    [['call', 'read', '--', '--weird'], '"--weird" is no key=value argument', 'millrace call read path=…'],
    [['call', 'read', 'a b', 'limit=5'], '"a b" is no', "millrace call read path='a b' limit=5"],
    [['call', 'read', 'path=a', 'b'], '"b" is no key=value argument', 'millrace call read path=a key=b'],
    [['call', 'read', 'path', 'notes.md'], '"path" is no key=value argument', 'millrace call read path='],
    [['call', 'read', '--path', 'notes.md'], 'unknown option "--path"', 'millrace call read path=notes.md\n'],
    [
      ['call', 'bash', 'npm', 'test', '--approve-all'],
      '"npm" is no key=value',
      "call bash command='npm test'\n",
    ],
    [
      ['call', 'bash', 'git', 'log', 'a b'],
      '"git" is no key=value',
      "call bash command='git log '\\''a b'\\'''\n",
    ],
    [['call', 'bash', 'ls', '-la', '--approve-all'], '"-la"', "call bash command='ls -la' --approve-all\n"],
    [['call', 'bash', '--command', 'ls'], 'unknown option "--command"', 'call bash command=ls\n'],
    [['call', 'bash', '--command=ls', '--cwd', '.'], 'unknown option', 'call bash command=ls --cwd .\n'],
    [['call', 'bash', 'cmd=ls'], 'no argument "cmd"', 'did you mean command=…?'],
    [['call', 'read', 'file=a'], 'no argument "file"', 'did you mean path=…?'],
    [['call', 'write', '--yes', 'path=a'], 'unknown option "--yes"', '--approve-all answers yes'],
    [['call', 'reed', '--path', 'a'], 'unknown option "--path"', 'see millrace help call\n'],
    [['call', 'read', '{"path":"a"}'], 'given with --args', `call read --args '{"path":"a"}'\n`],
    [['call', 'web_search', 'query=x'], 'unknown tool "web_search"', 'MILLRACE_SEARXNG_URL'],
    [['help', 'web_search'], 'not switched on', 'BRAVE_API_KEY'],
    [['call', 'reed', '--help'], 'no command or tool is called "reed"', 'did you mean read?'],
    [
      ['call', 'edit', 'path=a', 'edits={"oldText":"a","newText":"b"}'],
      'must be an array',
      '[{"oldText":"a","newText":"b"}]',
    ],
    [['call', 'edit', 'path=a', 'edits=[{"oldText":'], '"edits" cannot be read', 'line 1, column 13'],
    [
      ['call', 'read', 'path=notes.md', 'limit=99999'],
      'from 1 to 2000',
      'call read path=notes.md limit=2000\n',
    ],
    [['call', 'read', '--args', '{"path":"a","limit":"5"}'], '"limit" must be', 'call read path=a limit=5\n'],
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

test('a file that is there can be replaced without being read, and the hint says how', async () => {
  const ended = await millrace(['call', 'write', 'path=notes.md', 'content=x', '--approve-all'])
  expect(ended.status).toBe(3)
  expect(ended.err()).toContain('millrace call write path=notes.md content=x overwrite=true\n')
})

describe('--help with the name of a tool', () => {
  test.each([
    [['call', 'grep', '--help']],
    [['grep', '-h']],
    [['call', '--help', 'grep', 'pattern=x']],
    [['--cwd', '.', 'call', 'grep', '--help']],
  ])('%j is about the tool', async (argv) => {
    const ended = await millrace(argv)
    expect([ended.status, ended.err()]).toEqual([0, ''])
    expect(ended.out()).toMatch(/^grep\nkind search/)
  })

  test('is about the command where there is none', async () => {
    expect((await millrace(['call', '--help'])).out()).toContain('millrace call [options] <tool>')
  })
})
