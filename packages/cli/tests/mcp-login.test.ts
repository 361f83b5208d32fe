import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AuthorizationServer, type Twists } from '../../mcp/tests/auth/support/authorization-server.ts'
import { protectedServer } from '../../mcp/tests/auth/support/protected-server.ts'
import { json, millrace } from './millrace.ts'
import { person } from './person.ts'
import { place, settings, userFile, type Place } from './settings.ts'
import type { TerminalOptions } from './terminal.ts'

/** A place whose person has a server that wants a login. */
async function withFortress(
  twists: Twists = {},
): Promise<Place & { readonly authority: AuthorizationServer }> {
  const authority = await AuthorizationServer.open(twists)
  const server = await protectedServer(authority)
  onTestFinished(async () => {
    await Promise.all([authority.close(), server.close()])
  })
  const mcpServers = { fortress: { type: 'http', url: server.url }, program: { command: 'nothing-here' } }
  const at = place(
    { [`~/${userFile}`]: settings({ mcpServers }) },
    { PATH: process.env['PATH'], NO_COLOR: '1', MILLRACE_SANDBOX: 'off' },
  )
  return { ...at, authority }
}

function run(at: Place, argv: readonly string[], more: TerminalOptions = {}): ReturnType<typeof millrace> {
  return millrace(argv, { cwd: at.project, ...more, env: { ...at.env, ...more.env } })
}

/** Somebody who opens the address that the command shows. */
function reader(): TerminalOptions {
  let isOpened = false
  return {
    watch: (err) => {
      const [address] = /http:\S+\/authorize\S+/.exec(err) ?? []
      if (address === undefined || isOpened) return
      isOpened = true
      void fetch(address).then((answer) => answer.text())
    },
  }
}

const tokensOf = (at: Place): string => join(at.home, '.local/state/millrace/mcp/tokens')

describe('millrace mcp login', () => {
  test('logs in, so that the tools of the server are there, and logout takes them away', async () => {
    const at = await withFortress()
    const before = await run(at, ['call', 'mcp__fortress__echo', 'text=hi', '--approve-all'])
    expect(before.status).toBe(3)
    expect(before.err()).toContain('millrace mcp login fortress')
    const ended = await run(at, ['mcp', 'login', 'fortress'], reader())
    expect([ended.status, ended.out()]).toEqual([0, `logged in to fortress by ${at.authority.origin}\n`])
    const called = await run(at, ['call', 'mcp__fortress__echo', 'text=hi', '--approve-all'])
    expect([called.status, called.err()]).toEqual([0, ''])
    const left = await run(at, ['mcp', 'logout', 'fortress', '--json'])
    expect(json(left)).toEqual({ ok: true, name: 'fortress', wasLoggedIn: true, revocation: 'done' })
    expect(readdirSync(tokensOf(at))).toEqual([])
    const after = await run(at, ['call', 'mcp__fortress__echo', 'text=hi', '--approve-all'])
    expect(after.status).toBe(3)
  })

  test('opens the browser where somebody sits at a screen, unless told not to', async () => {
    const at = await withFortress()
    const tools = join(at.home, 'tools')
    mkdirSync(tools)
    // Whatever stands in the address, it is one word of the command.
    const browser = `#!${process.execPath}\nfetch(process.argv[2]).then((answer) => answer.text())\n`
    const opened = join(tools, process.platform === 'darwin' ? 'open' : 'xdg-open')
    writeFileSync(opened, browser)
    chmodSync(opened, 0o700)
    const env = { ...at.env, PATH: `${tools}${delimiter}${at.env['PATH']}`, DISPLAY: ':0' }
    const ended = await run(at, ['mcp', 'login', 'fortress'], { ...person(), env })
    expect(ended.status).toBe(0)
    expect(ended.err()).toContain('with the browser that opens')
    const shown = await run(at, ['mcp', 'login', 'fortress', '--no-browser'], {
      ...person(),
      ...reader(),
      env,
    })
    expect(shown.status).toBe(0)
    expect(shown.err()).toContain('Open this address in a browser of this machine')
  })

  test('logs in by device code', async () => {
    const at = await withFortress()
    const ended = await run(at, ['mcp', 'login', 'fortress', '--device', '--json'], {
      watch: (err) => {
        const [, code] = /give this code, within 10 minutes:\n\n {2}(\S+)\n/.exec(err) ?? []
        if (code !== undefined) at.authority.approve(code)
      },
    })
    expect(ended.err()).toContain(`${at.authority.origin}/activate`)
    expect(json(ended)).toMatchObject({ ok: true, name: 'fortress', renewed: true })
  })

  test('says with an exit status of its own that somebody said no, or stopped it', async () => {
    const denied = await withFortress({ consent: () => false })
    const ended = await run(denied, ['mcp', 'login', 'fortress', '--json'], reader())
    expect(ended.status).toBe(4)
    expect(json(ended)).toMatchObject({ ok: false, error: { code: 'MCP_LOGIN_DENIED' } })
    const controller = new AbortController()
    const stopped = await run(denied, ['mcp', 'login', 'fortress'], {
      signal: controller.signal,
      watch: (err) => err.includes('Waiting for it') && controller.abort(),
    })
    expect(stopped.status).toBe(130)
  })

  test('shows no token anywhere, also where the server tells it', async () => {
    const at = await withFortress()
    await run(at, ['mcp', 'login', 'fortress'], reader())
    const token = at.authority.newest()
    const called = await run(at, ['call', 'mcp__fortress__echo', `text=${token}`, '--approve-all'])
    expect(called.status).toBe(0)
    expect(called.out() + called.err()).not.toContain(token)
    expect(called.out()).toContain('[redacted]')
    // One that took its place only in the course of the call is none the less hidden.
    at.authority.revokeAccess()
    const renewed = await run(at, ['call', 'mcp__fortress__reveal', 'text=hi', '--approve-all'])
    expect(renewed.status).toBe(0)
    expect(at.authority.newest()).not.toBe(token)
    expect(renewed.out() + renewed.err()).not.toContain(at.authority.newest())
    expect(renewed.out()).toContain('[redacted]')
  })

  test('refuses servers without a login, unknown ones, and those that nobody agreed to', async () => {
    const at = await withFortress()
    at.write(
      '.mcp.json',
      settings({
        mcpServers: {
          foreign: { type: 'http', url: 'https://example.com/' },
          clear: { type: 'http', url: 'http://example.com/' },
        },
      }),
    )
    const program = await run(at, ['mcp', 'login', 'program'])
    expect([program.status, program.err()]).toEqual([
      2,
      expect.stringContaining('the MCP server program is a program of this machine, and has no login'),
    ])
    const unknown = await run(at, ['mcp', 'logout', 'fortres'])
    expect([unknown.status, unknown.err()]).toEqual([2, expect.stringContaining('fortress')])
    const clear = await run(at, ['mcp', 'logout', 'clear'])
    expect([clear.status, clear.err()]).toEqual([2, expect.stringContaining('is not https')])
    const foreign = await run(at, ['mcp', 'login', 'foreign'])
    expect([foreign.status, foreign.err()]).toEqual([4, expect.stringContaining('millrace mcp trust')])
    const port = await run(at, ['mcp', 'login', 'fortress', '--port', '70000'])
    expect(port.status).toBe(2)
    expect(existsSync(tokensOf(at)) ? readdirSync(tokensOf(at)) : []).toEqual([])
  })
})
