import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client'
import { verifies } from '../../../tests/spec/verifies.ts'
import { run as runCommand } from '../src/run.ts'
import { untilAborted } from '../src/until-aborted.ts'
import { listed, said, serving } from './mcp-client.ts'
import { entry, program, run, withServers } from './mcp-place.ts'
import { noSandbox, skipped } from './no-sandbox.ts'
import { place, settings, type Place } from './settings.ts'
import { terminal } from './terminal.ts'
import { tool, withTools } from './workspace.ts'

const files = { 'notes.md': '# Notes\nTODO one\n' }

function here(more: Readonly<Record<string, string>> = {}): Place {
  return place({ ...files, ...more }, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1' })
}

type Form = Extract<ElicitRequest['params'], { requestedSchema: unknown }>

const choose =
  (at: number) =>
  (params: ElicitRequest['params']): ElicitResult => {
    const { properties } = (params as Form).requestedSchema
    const { enum: choices } = properties['answer'] as { enum: string[] }
    return { action: 'accept', content: { answer: choices[at] ?? '' } }
  }

describe('the tools of a folder, served on the standard streams,', () => {
  test('are those of the command, apart from those for its own agents', async () => {
    const at = here()
    const { client, lines, end } = await serving(at.project, [], { env: at.env })
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(['bash', 'edit', 'glob', 'grep', 'read', 'write']))
    for (const own of ['ask_user', 'todo_write']) expect(names).not.toContain(own)
    const found = await client.callTool({ name: 'grep', arguments: { pattern: 'TODO' } })
    expect(found).toMatchObject({ structuredContent: { total: 1, files: [{ path: 'notes.md' }] } })
    expect(said(found)).toContain('TODO one')
    expect(await end()).toBe(0)
    for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('can be chosen, and no others can be called', async () => {
    const at = here()
    const { client } = await serving(at.project, ['--tools', 'read,grep'], { env: at.env })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['grep', 'read'])
    await expect(
      client.callTool({ name: 'write', arguments: { path: 'x', content: '' } }),
    ).rejects.toMatchObject({
      code: -32602,
    })
    const unknown = await run(at, ['mcp', 'serve', '--tools', 'read,reed'])
    expect([unknown.status, unknown.err()]).toEqual([2, expect.stringContaining('reed') as string])
  })

  verifies(
    ['fault:B056'],
    'are denied where nobody can be asked, with the rule that allows them',
    async () => {
      const at = here()
      const { client } = await serving(at.project, [], { env: at.env })
      const denied = await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
      expect(denied.isError).toBe(true)
      expect(said(denied)).toContain('"allow": ["Bash(touch made)"]')
      expect(existsSync(join(at.project, 'made'))).toBe(false)
    },
  )

  describe.skipIf(noSandbox)(`in a sandbox${skipped}`, () => {
    const sandboxed = (): Place => {
      const at = here()
      return { ...at, env: { ...at.env, MILLRACE_SANDBOX: 'required' } }
    }

    test('run no command of a stranger unasked', async () => {
      const at = sandboxed()
      const { client } = await serving(at.project, [], { env: at.env })
      const denied = await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
      expect(said(denied)).toContain('"allow": ["Bash(touch made)"]')
      expect(existsSync(join(at.project, 'made'))).toBe(false)
    })

    test('run commands where the operator said so', async () => {
      const at = sandboxed()
      const { client } = await serving(at.project, ['--run-sandboxed'], { env: at.env })
      const made = await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
      expect(made.isError ?? false).toBe(false)
      expect(existsSync(join(at.project, 'made'))).toBe(true)
    })
  })

  test('are asked about where the client can ask, and an answer for good is kept', async () => {
    const at = here()
    const elicit = vi.fn(choose(2))
    const { client } = await serving(at.project, [], { env: at.env, elicit })
    for (const file of ['made', 'made']) {
      const made = await client.callTool({ name: 'bash', arguments: { command: `touch ${file}` } })
      expect(made.isError ?? false).toBe(false)
    }
    expect(existsSync(join(at.project, 'made'))).toBe(true)
    // The rule that was kept allows it from then on.
    expect(elicit).toHaveBeenCalledTimes(1)
    expect(elicit.mock.calls[0]?.[0]?.message).toContain('command: touch made')
    const listed = await run(at, ['permissions', 'list', '--json'])
    expect(listed.out()).toContain('Bash(touch made)')
  })

  test.each([
    ['--deny-all', 'denied by --deny-all'],
    ['--approve-reads', 'denied by --approve-reads'],
  ])('with %s nobody is asked', async (flag, why) => {
    const at = here()
    const elicit = vi.fn(choose(0))
    const { client } = await serving(at.project, [flag], { env: at.env, elicit })
    const denied = await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
    expect([denied.isError, said(denied)]).toEqual([true, expect.stringContaining(why) as string])
    expect(elicit).not.toHaveBeenCalled()
  })

  test('are under the rules of the settings', async () => {
    const at = here({ 'millrace.jsonc': settings({ permissions: { deny: ['Read(notes.md)'] } }) })
    const { client } = await serving(at.project, ['--approve-all'], { env: at.env })
    const denied = await client.callTool({ name: 'read', arguments: { path: 'notes.md' } })
    expect([denied.isError, said(denied)]).toEqual([
      true,
      expect.stringContaining('Read(notes.md)') as string,
    ])
    const made = await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
    expect(made.isError ?? false).toBe(false)
  })

  test('leave a session that can be replayed and explained, without secrets', async () => {
    const at = here()
    const token = 'a-very-secret-value'
    const secret = tool('login', {
      parameters: { type: 'object', properties: { key: { type: 'string' } } },
      secrets: ['/key'],
      execute: async () => 'welcome',
    })
    const stop = new AbortController()
    const lasting = tool('lasting', {
      execute: async (_args, { signal }) => {
        stop.abort()
        await untilAborted(signal)
        throw signal.reason
      },
    })
    const { client, end } = await serving(at.project, [], {
      env: at.env,
      open: withTools(secret, lasting),
      name: 'an-agent',
    })
    await client.callTool({ name: 'login', arguments: { key: token } })
    await client.callTool({ name: 'grep', arguments: { pattern: 'TODO' } })
    await client.callTool({ name: 'bash', arguments: { command: 'touch made' } })
    const given = client.callTool({ name: 'lasting' }, { signal: stop.signal })
    await expect(given).rejects.toThrow()
    await end()
    const sessions = JSON.parse((await run(at, ['sessions', '--json'])).out()) as {
      id: string
      title: string
    }[]
    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.title).toContain('an-agent')
    const replayed = await run(at, ['replay', sessions[0]?.id ?? '', '--json'])
    expect(replayed.out()).not.toContain(token)
    const counts = { done: 2, failed: 0, denied: 1, cancelled: 1 }
    expect(replayed.out()).toContain(`"calls":${JSON.stringify(counts)}`)
    const cards = (await run(at, ['replay', sessions[0]?.id ?? ''])).out()
    expect(cards).toMatch(/done .*grep[^]*denied .*bash/)
    const explained = await run(at, ['explain', '3'])
    expect(explained.out()).toContain('bash')
    const none = await serving(at.project, ['--no-session'], { env: at.env })
    await none.client.callTool({ name: 'grep', arguments: { pattern: 'TODO' } })
    await none.end()
    expect(JSON.parse((await run(at, ['sessions', '--json'])).out())).toHaveLength(1)
  })

  test.each([
    [
      ['--code'],
      [
        'bash',
        'edit',
        'glob',
        'grep',
        'job_list',
        'job_output',
        'job_stop',
        'read',
        'run_code',
        'web_fetch',
        'write',
      ],
    ],
    [['--code-only'], ['run_code']],
  ])('with %j let the agent write programs', async (argv, names) => {
    const at = here()
    const { client } = await serving(at.project, argv, { env: at.env })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
    const code = 'const { files } = await tools.grep({ pattern: "TODO" }); return files.length'
    const ran = await client.callTool({ name: 'run_code', arguments: { description: 'Counts files', code } })
    expect([ran.isError ?? false, said(ran)]).toEqual([false, expect.stringContaining('1') as string])
  })

  test('take no options that contradict each other', async () => {
    const at = here()
    for (const argv of [
      ['--code', '--code-only'],
      ['--with-tools'],
      ['--runtime', 'inline'],
      ['--http', 'x'],
      ['--tools', ''],
      ['--approve-all', '--deny-all'],
      ['--print-config', 'emacs'],
      ['--print-config', 'codex', '--http'],
    ]) {
      const { status, err } = await run(at, ['mcp', 'serve', ...argv])
      expect([argv, status, err()]).toEqual([argv, 2, expect.stringMatching(/^millrace: /) as string])
    }
  })
})

describe('a gateway', () => {
  test.each(['legacy', 'modern'] as const)(
    'guards the servers of a folder, for a client of the %s era',
    async (era) => {
      const at = withServers(
        (found) => ({
          one: entry(found),
          millrace: { command: 'millrace', args: ['mcp', 'serve', '--gateway'] },
        }),
        files,
      )
      await run(at, ['mcp', 'trust', '--yes'])
      const elicit = vi.fn(choose(0))
      const { client, err } = await serving(at.project, ['--gateway'], { env: at.env, elicit, era })
      await listed(client, 'mcp__one__fail')
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'mcp__one__add',
        'mcp__one__ask',
        'mcp__one__echo',
        'mcp__one__environment',
        'mcp__one__fail',
      ])
      expect(tools.find(({ name }) => name === 'mcp__one__add')).toMatchObject({
        title: 'one: add',
        outputSchema: { type: 'object', required: ['sum'] },
      })
      expect(tools.find(({ name }) => name === 'mcp__one__echo')).not.toHaveProperty('outputSchema')
      const sum = await client.callTool({ name: 'mcp__one__add', arguments: { a: 2, b: 3 } })
      expect(sum).toMatchObject({
        structuredContent: { sum: 5 },
        content: [{ type: 'text', text: '{"sum":5}' }],
      })
      expect(elicit).toHaveBeenCalledTimes(1)
      expect(elicit.mock.calls[0]?.[0]?.message).toContain('mcp__one__add')
      const failed = await client.callTool({ name: 'mcp__one__fail' })
      expect([failed.isError, said(failed)]).toEqual([
        true,
        expect.stringContaining('it cannot be done') as string,
      ])
      expect(err()).not.toContain('millrace: warn')
    },
  )

  test('passes on what a server asks the person, and only a yes hands anything over', async () => {
    const at = withServers((found) => ({ one: entry(found) }), files)
    await run(at, ['mcp', 'trust', '--yes'])
    const elicit = vi.fn((params: ElicitRequest['params']): ElicitResult =>
      params.message.includes('Who are you?')
        ? { action: 'accept', content: { name: 'Ada', sure: true } }
        : choose(0)(params),
    )
    const { client } = await serving(at.project, ['--gateway'], { env: at.env, elicit })
    await listed(client, 'mcp__one__ask')
    const asked = await client.callTool({ name: 'mcp__one__ask' })
    expect(said(asked)).toContain('"Ada"')
    expect(elicit.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringContaining('mcp__one__ask'),
      'one asks: Who are you?',
    ])
    const silent = await serving(at.project, ['--gateway', '--approve-all'], { env: at.env })
    await listed(silent.client, 'mcp__one__ask')
    expect(said(await silent.client.callTool({ name: 'mcp__one__ask' }))).toMatch(
      /decline|cancel|refus|cannot/i,
    )
  })

  test('has the tools of the folder where they are wanted, and starts nothing that nobody agreed to', async () => {
    const at = withServers((found) => ({ one: entry(found) }), files)
    const { client, err } = await serving(at.project, ['--gateway', '--with-tools'], { env: at.env })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('grep')
    expect(names.filter((name) => name.startsWith('mcp__'))).toEqual([])
    expect(err()).toContain('millrace mcp trust')
  })
})

describe('--print-config', () => {
  test.each([
    ['claude-code', /"mcpServers": \{\s+"millrace"/],
    [
      'codex',
      /^\[mcp_servers\.millrace\]\ncommand = ".*"\nargs = \[".*millrace\.js", "mcp", "serve", "--cwd"/,
    ],
    ['vscode', /"servers": \{\s+"millrace": \{\s+"type": "stdio"/],
    ['zed', /"context_servers"/],
    ['opencode', /"type": "local"/],
    ['cursor', /"mcpServers"/],
    ['gemini', /"mcpServers"/],
  ])('prints what to paste for %s, with the options that were given', async (client, says) => {
    const at = here()
    const { status, out } = await run(at, [
      'mcp',
      'serve',
      '--code',
      '--tools',
      'read',
      '--print-config',
      client,
    ])
    expect([status, out()]).toEqual([0, expect.stringMatching(says) as string])
    expect(out()).toMatch(/"--code",\s+"--tools",\s+"read"/)
    expect(out()).toContain(JSON.stringify(at.project))
  })

  test('of a gateway says where the servers go that the client has now', async () => {
    const at = withServers(
      () => ({ one: { command: process.execPath, args: [program], env: { KEY: '${KEY}' } } }),
      files,
    )
    const before = readFileSync(join(at.project, '.mcp.json'), 'utf8')
    const { out, err } = await run(at, ['mcp', 'serve', '--gateway', '--print-config', 'claude-code'])
    expect(out()).toContain('"--gateway"')
    expect(out()).not.toContain(program)
    expect(err()).toMatch(/millrace\.jsonc[^]*"mcpServers"[^]*"one"[^]*\$\{KEY\}/)
    expect(readFileSync(join(at.project, '.mcp.json'), 'utf8')).toBe(before)
    const other = await run(at, ['mcp', 'serve', '--gateway', '--print-config', 'cursor'])
    expect(other.err()).toMatch(
      /out of \.cursor\/mcp\.json; they belong into "mcpServers" of millrace\.jsonc in /,
    )
  })
})

test.each([
  [['mcp', 'serve'], 'millrace mcp serve --print-config'],
  [['acp'], 'millrace acp --print-config'],
])('%j at a terminal says that it waits for a client', async (argv, printing) => {
  const at = here()
  const io = terminal({ cwd: at.project, env: at.env, typesInput: true })
  expect(await runCommand(argv, io)).toBe(0)
  expect([io.out(), io.err()]).toEqual(['', expect.stringContaining(`is printed by: ${printing}\n`)])
})

test('a token that could be guessed is refused before anything listens', async () => {
  const at = here()
  const io = terminal({ cwd: at.project, env: { ...at.env, MILLRACE_MCP_TOKEN: 'short' } })
  expect(await runCommand(['mcp', 'serve', '--http'], io)).toBe(2)
  expect(io.err()).toContain('MILLRACE_MCP_TOKEN is too short')
})
