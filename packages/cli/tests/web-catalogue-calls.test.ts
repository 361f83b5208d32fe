import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHarnessError } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { noSandbox, skipped } from './no-sandbox.ts'
import { place, settings, type Place } from './settings.ts'
import { catalogue, dataOf } from './web-catalogue.ts'
import { tool } from './workspace.ts'

/** A place in which nothing real is touched. */
function here(
  files: Readonly<Record<string, string>> = { 'notes.md': '# Notes\n', 'README.md': 'Hi\n' },
): Place {
  const at = place(files, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1' })
  return { ...at, env: { ...at.env, XDG_STATE_HOME: join(at.home, 'state') } }
}

describe('the tools of a page', () => {
  test('are those of the folder, with what becomes of their calls, and because of what', async () => {
    const at = here({
      'millrace.jsonc': settings({ permissions: { deny: [{ rule: 'grep', reason: 'use glob' }] } }),
    })
    const { host } = await catalogue(at, { tools: [tool('weather', { effects: 'other' })] })
    const tools = await host.tools()
    const of = (name: string) => tools.find((each) => each.name === name)
    expect(of('read')).toMatchObject({
      kind: 'read',
      source: 'built in',
      permission: 'auto',
      why: 'auto: runs without a question (changes nothing)',
      parameters: { type: 'object', required: ['path'] },
      output: expect.objectContaining({}),
      example: { path: expect.any(String) },
    })
    expect(of('grep')).toMatchObject({
      permission: 'deny',
      why: expect.stringMatching(
        /^refused: a rule or the mode denies all its calls \(rule grep of millrace\.jsonc:\d+ .*use glob/,
      ),
    })
    expect(of('weather')).toMatchObject({ source: 'host', permission: 'ask' })
  })

  test.skipIf(noSandbox)(`are asked about only where no sandbox keeps commands in${skipped}`, async () => {
    const at = here()
    const bash = async (sandbox: string) => {
      const { host } = await catalogue({ ...at, env: { ...at.env, MILLRACE_SANDBOX: sandbox } })
      return (await host.tools()).find(({ name }) => name === 'bash')?.permission
    }
    expect([await bash('auto'), await bash('off')]).toEqual(['auto', 'ask'])
  })

  test('have examples that calls can be made of', async () => {
    const { host, ended } = await catalogue(here())
    for (const name of ['read', 'glob', 'grep', 'todo_write']) {
      const entry = (await host.tools()).find((each) => each.name === name)
      const { events } = await ended(await host.call(name, JSON.stringify(entry?.example)))
      expect(dataOf(events, 'tool/result')).toMatchObject([{ isError: false }])
    }
  })
})

describe('a call that a person makes', () => {
  test('is a session like any other, with the arguments as they were typed', async () => {
    const { host, ended } = await catalogue(here())
    const typed = '{ "path":"notes.md" }\n'
    const { result, events } = await ended(await host.call('read', typed))
    expect(result.reason).toBe('done')
    expect(dataOf(events, 'user/message')).toMatchObject([
      { message: { content: 'call read path=notes.md' } },
    ])
    expect(dataOf(events, 'tool/call')).toMatchObject([{ name: 'read', arguments: typed }])
    expect(dataOf(events, 'tool/trace')).toHaveLength(1)
    expect(dataOf(events, 'tool/result')).toMatchObject([{ isError: false }])
    expect(dataOf(events, 'step/start')).toMatchObject([{ model: { provider: 'millrace', id: 'call' } }, {}])
  })

  test('is asked about like one of a model, and does not run where somebody says no', async () => {
    const at = here()
    const { host, ended } = await catalogue(at, { reply: { kind: 'deny', message: 'not here' } })
    const { events } = await ended(await host.call('write', '{"path":"new.txt","content":"x"}'))
    expect(dataOf(events, 'approval/decided')).toMatchObject([
      { outcome: 'rejected', by: 'user', message: 'not here' },
    ])
    expect(dataOf(events, 'tool/result')).toMatchObject([{ isError: true }])
    const { host: other, ended: otherEnded } = await catalogue(at)
    const listed = await otherEnded(await other.call('glob', '{"pattern":"new.txt"}'))
    expect(JSON.stringify(dataOf(listed.events, 'tool/result'))).not.toContain('new.txt"')
  })

  test('runs once it is allowed', async () => {
    const { host, ended } = await catalogue(here())
    const { events } = await ended(await host.call('bash', '{"command":"echo made by hand"}'))
    expect(dataOf(events, 'tool/result')[0]?.content).toEqual([
      expect.objectContaining({ text: expect.stringContaining('made by hand') }),
    ])
  })

  test('keeps secrets of its tool out of the title of its session', async () => {
    const login = tool('login', {
      parameters: { type: 'object', properties: { key: { type: 'string' } } },
      secrets: ['/key'],
      execute: async () => 'ok',
    })
    const { host, ended } = await catalogue(here(), { tools: [login] })
    const { events } = await ended(await host.call('login', '{"key":"hunter2-hunter2"}'))
    expect(JSON.stringify(dataOf(events, 'user/message'))).toContain('call login key=')
    expect(JSON.stringify(events)).not.toContain('hunter2')
  })

  test('does not go round in circles where its tool asks a model', async () => {
    const { host, ended } = await catalogue(here())
    const args = { description: 'look', prompt: 'look around' }
    const { events } = await ended(await host.call('task', JSON.stringify(args)))
    expect(dataOf(events, 'tool/call')).toHaveLength(1)
  })

  test.each([
    ['raed', '{}', 'UNKNOWN_TOOL', 'unknown tool "raed"', 'did you mean read?'],
    ['read', '{"path":', 'INVALID_ARGS', 'the arguments of "read" cannot be read: ', 'for example: {"path":'],
    ['read', '{"path":"a","path":"b"}', 'INVALID_ARGS', 'twice', 'for example: {"path":'],
    ['read', '[1]', 'INVALID_ARGS', 'invalid arguments', 'for example: millrace call read path='],
    ['write', '{"path":1}', 'INVALID_ARGS', 'invalid arguments', 'for example: millrace call write path='],
    ['mcp__nobody__x', '{}', 'UNKNOWN_TOOL', 'unknown tool', 'this folder has no MCP servers'],
  ])(
    'is refused as the command refuses it, and begins no session: %s %s',
    async (name, args, code, message, hint) => {
      const { host } = await catalogue(here())
      const error: unknown = await host.call(name, args).catch((thrown: unknown) => thrown)
      expect(isHarnessError(error)).toBe(true)
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining(message),
        hints: expect.arrayContaining([expect.stringContaining(hint)]),
      })
      expect((await host.rules()).callsRead).toBe(0)
    },
  )
})

describe('a program that a person runs', () => {
  test('is a session with the calls that it makes', async () => {
    const { host, ended } = await catalogue(here())
    const code = 'const found = await tools.glob({ pattern: "*.md" })\nreturn found.paths'
    const { result, events } = await ended(await host.program(code))
    expect(result.reason).toBe('done')
    expect(dataOf(events, 'user/message')).toMatchObject([
      { message: { content: 'Run the program: const found = await tools.glob({ pattern: "*.md" })' } },
    ])
    expect(dataOf(events, 'tool/code-dispatch')).toMatchObject([{ name: 'glob', isError: false }])
    expect(JSON.stringify(dataOf(events, 'tool/result'))).toContain('notes.md')
  })

  test.each([
    [' \n', 'there is no program'],
    ['/'.repeat(4 * 1024 * 1024 + 1), 'which is no program'],
  ])('is refused where it is none', async (code, message) => {
    const { host } = await catalogue(here())
    const error: unknown = await host.program(code).catch((thrown: unknown) => thrown)
    expect([isHarnessError(error), (error as Error).message]).toEqual([
      true,
      expect.stringContaining(message),
    ])
  })

  test('is written with the types of all tools, and nothing else', async () => {
    const { host } = await catalogue(here())
    const { declarations } = await host.sdk()
    expect(declarations).toMatch(/^type JsonValue/)
    expect(declarations).toContain('interface ToolArgsMap {')
    expect(declarations).toMatch(/ {2}read: \{/)
    expect(declarations).not.toContain('```')
  })
})

test('a call sees files as they are now', async () => {
  const at = here()
  const { host, ended } = await catalogue(at)
  writeFileSync(join(at.project, 'notes.md'), 'second')
  const { events } = await ended(await host.call('read', '{"path":"notes.md"}'))
  expect(JSON.stringify(dataOf(events, 'tool/result'))).toContain('second')
})
