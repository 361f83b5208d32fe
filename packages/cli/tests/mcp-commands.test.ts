import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entry, program, run, started, withServers } from './mcp-place.ts'
import { json } from './millrace.ts'
import { hangUp, person } from './person.ts'
import { place, settings, settingsIn, userFile, type Place } from './settings.ts'

const read = (at: Place, path: string): string => readFileSync(join(at.project, path), 'utf8')

/** A place without servers. */
function empty(files: Readonly<Record<string, string>> = {}): Place {
  return place(files, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1' })
}

interface Listed {
  readonly name: string
  readonly source: string
  readonly agreement: { readonly kind: string }
  readonly shadowedBy: string | null
}

async function listed(at: Place): Promise<readonly Listed[]> {
  return JSON.parse((await run(at, ['mcp', 'list', '--json'])).out()) as Listed[]
}

describe('millrace mcp add', () => {
  test('adds a program for the person in this folder, out of Git, and agrees to it', async () => {
    const at = empty()
    const words = ['mcp', 'add', 'one', '--env', 'A=b=c', '--', process.execPath, program, '--env', 'x']
    const ended = await run(at, words)
    expect([ended.status, ended.out()]).toEqual([
      0,
      expect.stringMatching(
        /^one +\S+ .*mcp-program\.mjs --env x\s+added to \.millrace\/local\.jsonc:\d+\n$/,
      ),
    ])
    expect(JSON.parse(read(at, '.millrace/local.jsonc'))).toEqual({
      mcpServers: { one: { command: process.execPath, args: [program, '--env', 'x'], env: { A: 'b=c' } } },
    })
    expect(read(at, '.millrace/.gitignore')).toBe('/local.jsonc\n')
    expect(await listed(at)).toMatchObject([{ name: 'one', agreement: { kind: 'agreed' }, state: 'ready' }])
    expect((await settingsIn(at)).trust.kind).toBe('trusted')
  })

  test('leaves everything else of a file as it stands', async () => {
    const at = empty()
    const before = '{\n\t// ours\n\t"mcpServers": {\n\t\t"a": {"command": "x"}, // first\n\t},\n}\n'
    at.write('.mcp.json', before)
    const added = await run(at, ['mcp', 'add', 'b', '--scope', 'project', '--', 'y'])
    expect(added.status).toBe(0)
    const text = read(at, '.mcp.json')
    expect(text).toContain('// ours')
    expect(text).toContain('// first')
    expect(text).toMatch(/\n\t\t"a": \{\s*"command": "x"\s*\},/)
    expect(text).toMatch(/\n\t\t"b": \{\n\t\t\t"command": "y"/)
    expect((await listed(at)).map(({ name, agreement }) => [name, agreement.kind])).toEqual([
      ['a', 'new'],
      ['b', 'agreed'],
    ])
    expect((await run(at, ['mcp', 'remove', 'b'])).status).toBe(0)
    expect(read(at, '.mcp.json')).toMatch(/\/\/ ours[^]*"a": \{\s*"command": "x"\s*\}/)
    expect((await listed(at)).map(({ name }) => name)).toEqual(['a'])
  })

  test('adds an address, everywhere, and warns of a key that all would get', async () => {
    const at = empty()
    const header = ['--header', 'Authorization: Bearer ${TOKEN}']
    const mine = await run(at, [
      'mcp',
      'add',
      'docs',
      '--scope',
      'user',
      '--url',
      'https://x.example/mcp',
      ...header,
    ])
    expect([mine.status, mine.err().includes('warn')]).toEqual([0, false])
    expect(JSON.parse(readFileSync(join(at.home, userFile), 'utf8'))).toEqual({
      mcpServers: {
        docs: { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      },
    })
    const ours = await run(at, ['mcp', 'add', 'k', '--scope', 'project', '--env', 'API_KEY=abc', '--', 'x'])
    expect(ours.err()).toMatch(/warn: \.mcp\.json:\d+ is for all who have the folder.*API_KEY/)
    expect(ours.out() + ours.err()).not.toContain('abc')
  })

  test.each([
    [['a b', '--', 'x'], /"a b" is no name of a server/],
    [['a'], /a program, or it has an address/],
    [['a', '--url', 'https://x', '--', 'y'], /a program, or it has an address/],
    [['a', '--url', 'https://x', '--env', 'A=b'], /--env and --sandboxed are for programs/],
    [['a', '--header', 'A: b', '--', 'x'], /--header is for addresses/],
    [['a', '--env', 'nothing', '--', 'x'], /--env "nothing" is no NAME=VALUE/],
    [['a', '--url', 'https://x', '--header', 'b c: d'], /"b c" cannot be a name of headers/],
    [['a', '--url', 'x.example/mcp'], /url must be an address, such as https:/],
    [['a', '--url', 'ftp://x.example/'], /url must begin with https:/],
    [['a', '--url', 'http://x.example/mcp'], /x\.example is another machine, and http: .*write https:/],
    [
      ['a', '--url', 'https://me:pass@x.example/mcp'],
      /its address holds credentials; put them into "headers"/,
    ],
    [['a', '--scope', 'all', '--', 'x'], /scope/],
    [['a', 'npx', '-y', 'x'], /stand behind "--": millrace mcp add NAME -- COMMAND/],
    [['there', '--scope', 'project', '--', 'x'], /\.mcp\.json:\d+ has a server there already/],
  ])('refuses %j', async (words, says) => {
    const at = empty()
    at.write('.mcp.json', settings({ mcpServers: { there: { command: 'x' } } }))
    const before = read(at, '.mcp.json')
    const ended = await run(at, ['mcp', 'add', ...words])
    expect([ended.status, read(at, '.mcp.json')]).toEqual([2, before])
    expect(ended.err()).toMatch(says)
    expect(existsSync(join(at.project, '.millrace'))).toBe(false)
  })

  test('refuses a file that it cannot read, and leaves it', async () => {
    const at = empty()
    at.write('.mcp.json', '{ "mcpServers": ')
    const ended = await run(at, ['mcp', 'add', 'a', '--scope', 'project', '--', 'x'])
    expect([ended.status, read(at, '.mcp.json')]).toEqual([2, '{ "mcpServers": '])
    const shown = await run(at, ['mcp'])
    expect([shown.status, shown.err()]).toEqual([
      0,
      expect.stringMatching(/warn: \.mcp\.json: .*expected a value/),
    ])
  })
})

describe('servers of several places', () => {
  test('shadow each other, and that is said', async () => {
    const at = empty({
      [`~/${userFile}`]: settings({
        mcpServers: { a: { command: 'user' }, u: { url: 'http://127.0.0.1:1/mcp' } },
      }),
      'millrace.jsonc': settings({ mcpServers: { a: { command: 'project' } } }),
      '.millrace/local.jsonc': settings({ mcpServers: { a: { command: 'local', disabled: true } } }),
    })
    at.write('.mcp.json', settings({ mcpServers: { a: { command: 'shared' } } }))
    const found = await listed(at)
    expect(
      found.map(({ name, source, shadowedBy }) => [name, source.split(':')[0], shadowedBy?.split(':')[0]]),
    ).toEqual([
      ['a', '.millrace/local.jsonc', undefined],
      ['a', 'millrace.jsonc', '.millrace/local.jsonc'],
      ['a', '.mcp.json', '.millrace/local.jsonc'],
      ['a', `~/${userFile}`, '.millrace/local.jsonc'],
      ['u', `~/${userFile}`, undefined],
    ])
    const table = await run(at, ['mcp'])
    expect(table.out()).toMatch(/^a +disabled +\.millrace\/local\.jsonc:3/m)
    expect(table.out()).toMatch(/^a +not used: \.millrace\/local\.jsonc:3 counts/m)
    const several = await run(at, ['mcp', 'remove', 'a'])
    expect([several.status, several.err()]).toEqual([
      2,
      expect.stringContaining('--scope local or --scope project or --scope user'),
    ])
    const one = await run(at, ['mcp', 'remove', 'a', '--scope', 'local', '--json'])
    expect(json(one)).toMatchObject({ ok: true, name: 'a' })
    expect((await run(at, ['mcp', 'remove', 'b'])).err()).toContain('there is no MCP server "b"')
  })

  test('of which two stand in the project are chosen by hand', async () => {
    const servers = settings({ mcpServers: { a: { command: 'x' } } })
    const at = empty({ 'millrace.jsonc': servers })
    at.write('.mcp.json', servers)
    const ended = await run(at, ['mcp', 'remove', 'a', '--scope', 'project'])
    expect([ended.status, ended.err()]).toEqual([
      2,
      expect.stringMatching(/out of its file, or both by hand: millrace\.jsonc:3, \.mcp\.json:3/),
    ])
  })

  test('are not listed, nor is their log shown, where there is none of the name', async () => {
    const at = empty({ 'millrace.jsonc': settings({ mcpServers: { docs: { command: '/nowhere' } } }) })
    for (const what of ['list', 'log']) {
      const ended = await run(at, ['mcp', what, 'dosc'])
      expect([ended.status, ended.err()]).toEqual([
        2,
        expect.stringMatching(/no MCP server is called "dosc"\n {2}did you mean docs\?/),
      ])
    }
    expect((await run(at, ['mcp', 'log', 'docs'])).err()).toContain('has written nothing here yet')
    const tool = await run(at, ['tools', 'mcp__docs'])
    expect(tool.err()).toContain('docs is a server; its tools are shown by: millrace mcp list docs')
  })

  test('are listed one alone without a start or a word of the others', async () => {
    const at = withServers((found) => ({
      one: entry(found),
      two: entry(found, 'other'),
      unset: entry(found, 'plain', { args: ['${NOT_SET}'] }),
    }))
    await run(at, ['mcp', 'trust', '--yes'])
    const ended = await run(at, ['mcp', 'list', 'one'])
    expect([ended.status, ended.err()]).toEqual([0, ''])
    expect(ended.out()).toMatch(/^one +connected/)
    expect(ended.out()).not.toMatch(/^two/m)
    expect(started(at)).toEqual(['plain'])
  })

  test('that are this command, for other agents, are neither agreed to nor started', async () => {
    const at = empty()
    const own = { command: 'npx', args: ['millrace', 'mcp', 'serve', '--gateway'] }
    at.write('.mcp.json', settings({ mcpServers: { guarded: own } }))
    const listed = await run(at, ['mcp', 'list'])
    expect([listed.out(), listed.err()]).toEqual([
      expect.stringMatching(/guarded +this command, for other agents/) as string,
      '',
    ])
    expect((await run(at, ['mcp', 'trust', '--yes'])).out()).toContain('there is no MCP server that nobody')
    expect((await run(at, ['trust', '--yes'])).out()).not.toContain('guarded')
  })

  test('of files that others write, too, are taken as far as they can be', async () => {
    const at = empty()
    at.write(
      '.mcp.json',
      settings({
        inputs: [],
        mcpServers: {
          good: { command: 'x', alwaysAllow: ['a'], timeout: 5, comand: 'y' },
          'bad name': { command: 'x' },
          good__tools: { command: 'x' },
          none: {},
          both: { command: 'x', url: 'y' },
          sse: { type: 'sse', url: 'https://x' },
          typed: { command: 'x', args: 'y' },
          off: { command: 'x', enabled: false },
        },
      }),
    )
    const ended = await run(at, ['tools'])
    expect(ended.status).toBe(0)
    for (const says of [
      /server good: unknown key "comand"; did you mean command\?/,
      /"bad name" is no name of a server/,
      /"good__tools" is no name of a server/,
      /server none is left out: expected "command" for a program, or "url"/,
      /server both is left out: "url" says nothing about a program/,
      /server sse is left out: .*server-sent events/,
      /server typed is left out: expected a list/,
      /the MCP server good of this folder is not started/,
    ])
      expect(ended.err()).toMatch(says)
    expect(ended.err()).not.toMatch(/alwaysAllow|"timeout"/)
  })
})

describe('millrace mcp trust', () => {
  test.each([
    ['y', 0, 'agreed'],
    ['n', 4, 'new'],
    ['x', 4, 'never'],
    [hangUp, 4, 'new'],
    ['\u0003', 130, 'new'],
  ])('%j ends with %i', async (keys, status, kind) => {
    const at = withServers(() => ({ one: { command: '/nowhere', args: ['a b', '\u001b[2J'] } }))
    const ended = await run(at, ['mcp', 'trust'], person([/Start it\?/, keys]))
    expect(ended.out()).toContain(String.raw`/nowhere 'a b' '\u{1b}[2J'`)
    expect([ended.status, (await listed(at))[0]?.agreement.kind]).toEqual([status, kind])
  })

  test('is for what was shown, needs somebody or --yes, and can be taken back', async () => {
    const at = withServers((found) => ({ one: entry(found), two: entry(found, 'other') }))
    const alone = await run(at, ['mcp', 'trust', '--json'])
    expect([alone.status, json(alone)]).toEqual([
      4,
      expect.objectContaining({
        ok: false,
        error: { message: 'nobody is here to be asked', code: 'DENIED' },
      }),
    ])
    expect((await run(at, ['mcp', 'trust', 'three', '--yes'])).err()).toMatch(/no MCP server "three"/)
    expect((await run(at, ['mcp', 'trust', '--yes', '--revoke'])).status).toBe(2)
    expect(json(await run(at, ['mcp', 'trust', 'two', '--yes', '--json']))).toMatchObject({
      ok: true,
      servers: [{ name: 'two', launch: expect.stringContaining('other') as string }],
    })
    expect((await listed(at)).map(({ agreement }) => agreement.kind)).toEqual(['new', 'agreed'])
    await run(at, ['mcp', 'trust', '--revoke'])
    expect((await listed(at)).map(({ agreement }) => agreement.kind)).toEqual(['new', 'new'])
    expect(started(at)).toEqual(['other'])
  })

  test('comes with the trust in the folder, and goes with it', async () => {
    const at = withServers(() => ({ one: { command: './x.sh' } }), {
      'millrace.jsonc': settings({ mcpServers: { two: { url: 'http://127.0.0.1:1/mcp' } } }),
    })
    const ended = await run(at, ['trust'], person([/Trust this folder/, 'y']))
    expect(ended.out()).toMatch(
      /server +\.\/x\.sh\s+is started as the MCP server one; the program is of this folder: x\.sh; outside the sandbox.*\.mcp\.json:3/s,
    )
    expect(ended.out()).toMatch(/server +http:\/\/127\.0\.0\.1:1\/mcp +is reached as the MCP server two/)
    const kinds = async (): Promise<unknown> => (await listed(at)).map(({ agreement }) => agreement.kind)
    expect(await kinds()).toEqual(['agreed', 'agreed'])
    const one = await run(at, ['mcp', 'trust', 'two', '--revoke'])
    expect(one.err()).toContain('the trust in this folder goes on agreeing to two: millrace trust --revoke')
    await run(at, ['trust', '--revoke'])
    expect(await kinds()).toEqual(['new', 'new'])
  })
})

test('an address with a variable may become one that can be used', async () => {
  const at = empty()
  const added = await run(at, ['mcp', 'add', 'a', '--url', 'http://${HOST:-localhost}:1/mcp'])
  expect([added.status, added.err()]).toEqual([0, expect.not.stringContaining('another machine')])
})

test.each([
  [['mcp', 'list'], ['--json print one JSON array']],
  [['mcp', 'login'], ['--json print one JSON object']],
  [['sessions', 'show'], ['--json print one JSON object']],
  [['mcp', 'serve'], []],
])('the help of %j says what its own machine output is, once', async (words, lines) => {
  const { status, out } = await run(empty(), [...words, '--help'])
  expect(status).toBe(0)
  const shown = out().match(/^ {2}--json .*$/gm) ?? []
  expect(shown.map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual(lines)
  expect(out()).toMatch(/Global Options:\n[^]* --cwd <dir>/)
})
