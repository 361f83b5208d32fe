import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { person } from './person.ts'
import { place, settings, type Place } from './settings.ts'
import type { TerminalOptions } from './terminal.ts'

const program = fileURLToPath(new URL('./mcp-program.mjs', import.meta.url))

/** An entry for the program, which says in a file that it was started. */
function entry(at: Place, mode = 'plain', more: object = {}): object {
  return {
    command: process.execPath,
    args: [program, mode],
    env: { STARTED: join(at.home, 'started') },
    ...more,
  }
}

/** A place whose `.mcp.json` has these servers. */
function withServers(servers: (at: Place) => object, files: Readonly<Record<string, string>> = {}): Place {
  const at = place(files, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1' })
  at.write('.mcp.json', settings({ mcpServers: servers(at) }))
  return at
}

/** The modes of the servers that were started. */
function started(at: Place): string[] {
  const file = join(at.home, 'started')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
}

function run(at: Place, argv: readonly string[], more: TerminalOptions = {}): ReturnType<typeof millrace> {
  return millrace(argv, { cwd: at.project, ...more, env: { ...at.env, ...more.env } })
}

describe('servers of .mcp.json', () => {
  test('are not started before somebody agreed, and a warning says what would', async () => {
    const at = withServers((found) => ({ one: entry(found), two: entry(found, 'other') }))
    const ended = await run(at, ['tools'])
    expect([ended.status, started(at)]).toEqual([0, []])
    expect(ended.err()).toContain(
      'the MCP servers one, two of this folder are not started: nobody agreed to them',
    )
    expect(ended.err()).toContain('millrace mcp trust')
    const called = await run(at, ['call', 'mcp__one__echo', 'message=hi', '--approve-all', '--json'])
    expect([called.status, started(at)]).toEqual([4, []])
    expect(json(called)).toMatchObject({ status: 'denied', error: { code: 'MCP_NOT_TRUSTED' } })
  })

  test('are asked about once at a terminal, and their tools are there then', async () => {
    const at = withServers((found) => ({ one: entry(found) }))
    const ended = await run(at, ['tools'], person([/\[y\] yes {3}\[n\] not now {3}\[x\] never/, 'y']))
    expect(ended.err()).toContain(`${program} plain`)
    expect(ended.err()).toContain('STARTED=')
    expect(ended.out()).toMatch(/mcp__one__echo +other +ask +mcp: one +.*Says what it is told/)
    expect([ended.status, started(at)]).toEqual([0, ['plain']])
    const called = await run(at, ['call', 'mcp__one__echo', 'message=hi', '--approve-all'])
    expect([called.status, called.err()]).toEqual([0, ''])
    expect(called.out()).toContain('hi')
  })
})
