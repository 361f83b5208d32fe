import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { run, withServers } from './mcp-place.ts'
import { person } from './person.ts'
import { settings, userFile, type Place } from './settings.ts'

function executable(at: Place, path: string): string {
  const file = join(at.project, path)
  mkdirSync(join(file, '..'), { recursive: true })
  at.write(path, '#!/bin/sh\nexit 1\n')
  chmodSync(file, 0o755)
  return file
}

async function shown(at: Place, env: Place['env'] = {}): Promise<string> {
  const asked = await run(at, ['mcp', 'trust'], { ...person([/Start (?:it|them)/, 'n']), env })
  expect(asked.status).toBe(4)
  return asked.out().replaceAll(/\s+/g, ' ') + asked.err()
}

async function agreements(at: Place, env: Place['env'] = {}): Promise<unknown> {
  const { out } = await run(at, ['mcp', 'list', '--json'], { env })
  return (JSON.parse(out()) as { name: string; agreement: { kind: string } }[]).map(
    ({ name, agreement: { kind } }) => `${name} ${kind}`,
  )
}

describe('agreeing to servers of a folder', () => {
  verifies(['security:M2'], 'no header hides behind another of the same name', async () => {
    const url = 'http://127.0.0.1:1/mcp'
    const at = withServers(() => ({ one: { url, headers: { 'x-team': 'a' } } }))
    expect((await run(at, ['mcp', 'trust', '--yes'])).status).toBe(0)
    at.write(
      '.mcp.json',
      settings({ mcpServers: { one: { url, headers: { 'X-Team': '${SECRET}', 'x-team': 'a' } } } }),
    )
    const listed = await run(at, ['mcp', 'list', '--json'], { env: { SECRET: 'hush-hush' } })
    expect(listed.out()).toBe('[]\n')
    expect(listed.err()).toContain('the header x-team stands there twice')
  })

  verifies(['security:M6'], 'shows what a login would send', async () => {
    const oauth = { clientId: 'id ${ONE}', clientSecret: '${TWO}', scopes: ['${THREE}'] }
    const at = withServers(() => ({ one: { url: 'http://127.0.0.1:1/mcp', oauth } }))
    const words = await shown(at)
    expect(words).toContain('a login is made as the client id ${ONE}')
    expect(words).toContain('a login sends the secret ${TWO}')
    expect(words).toContain('a login asks for ${THREE}')
  })

  verifies(['security:M6', 'security:A1'], 'tells of a program that the folder brings', async () => {
    const at = withServers(() => ({ one: { command: 'tool', env: { PATH: 'bin:/usr/bin' } } }))
    executable(at, 'bin/tool')
    expect(await shown(at)).toContain('the program is of this folder: bin/tool')
    at.write('.mcp.json', settings({ mcpServers: { one: { command: './run.sh', cwd: 'sub' } } }))
    expect(await shown(at)).toContain('the program is of this folder: sub/run.sh')
    at.write('.mcp.json', settings({ mcpServers: { one: { command: 'tool', cwd: 'bin' } } }))
    expect(await shown(at, { PATH: '.:/usr/bin' })).toContain('the program is of this folder: bin/tool')
  })

  verifies(
    ['security:M2'],
    'a program of the machine gives no room to one of the folder, where a variable leads there, too',
    async () => {
      const at = withServers(() => ({ one: { command: '${TOOL}', cwd: 'sub' } }))
      const env = { TOOL: 'tool-of-nobody', PATH: '.:/usr/bin' }
      expect((await run(at, ['mcp', 'trust', '--yes'], { env })).status).toBe(0)
      expect(await agreements(at, env)).toEqual(['one agreed'])
      // What cannot be started is not found, as the system would not find it.
      at.write('sub/tool-of-nobody', 'no program')
      expect(await agreements(at, env)).toEqual(['one agreed'])
      executable(at, 'sub/tool-of-nobody')
      expect(await agreements(at, env)).toEqual(['one changed'])
    },
  )

  test('says whose place a server takes, and names all of many', async () => {
    const own = { [`~/${userFile}`]: settings({ mcpServers: { two: { command: 'x' } } }) }
    const at = withServers(() => ({ one: { command: 'true' }, two: { command: 'true' } }), own)
    const words = await shown(at)
    expect(words).toMatch(
      /takes the place of the two of .*millrace\.jsonc:\d+: rules about that count for this/,
    )
    expect(words).toContain('Start them (one, two)?')
  })

  test('says why a file has none', async () => {
    const at = withServers(() => ({}))
    at.write('.mcp.json', '{ "mcpServers": { "a": { "command": "x", "command": "y" } } }')
    const ended = await run(at, ['mcp', 'trust', '--yes'])
    expect(ended.err()).toMatch(/\.mcp\.json.*"command"/)
  })
})
