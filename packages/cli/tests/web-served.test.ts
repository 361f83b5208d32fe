import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { millrace } from './millrace.ts'
import { TestKeyboard } from './person.ts'
import { home, runs } from './running.ts'
import { workbench } from './workbench.ts'

describe('millrace web', { timeout: 120_000 }, () => {
  test('prints the address alone on the standard output, and ends when it is interrupted', async () => {
    const bench = await workbench()
    expect(bench.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    expect(bench.err()).toContain(`millrace web serves ${bench.at.project} to browsers of this machine at\n`)
    expect(bench.err()).toContain('keep it to yourself; Ctrl+C ends it')
    expect(bench.err()).not.toContain(bench.address)
    const page = await fetch(bench.address)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')])
    expect(await bench.end()).toBe(130)
    await expect(fetch(bench.address)).rejects.toThrow('fetch failed')
  })

  test('gives nothing to whoever does not know the secret', async () => {
    const bench = await workbench()
    const { origin } = new URL(bench.address)
    for (const headers of [{}, { Authorization: `Bearer ${'x'.repeat(43)}` }])
      expect((await fetch(`${origin}/api/sessions`, { headers })).status).toBe(401)
    const next = await workbench([], { at: bench.at })
    expect(next.address.split('=')[1]).not.toBe(bench.address.split('=')[1])
  })

  verifies(['fault:B154'], 'has no option by which another machine could reach it', async () => {
    for (const option of ['--host', '--bind', '--hostname', '--listen', '--address', '--public']) {
      const { status, out, err } = await millrace(['web', option, '0.0.0.0'])
      expect([option, status, out()]).toEqual([option, 2, ''])
      expect(err()).toContain(`unknown option "${option}"`)
    }
  })

  test('begins with a session where one is named', async () => {
    const at = home()
    await runs(['remember the word heron'], ['I do.'], { at })
    const [, id = ''] = /"id":"(\w+)"/.exec(at.logs()[0] ?? '') ?? []
    for (const words of [
      ['--open', id.slice(0, 6)],
      ['--open', 'latest'],
    ]) {
      const bench = await workbench(words, { at, env: { ...at.env, PATH: folder() } })
      expect(bench.address).toMatch(new RegExp(`#token=[\\w-]{43}&/session/${id}$`))
      await expect.poll(bench.err).toContain('no browser could be opened')
      await bench.end()
    }
  })

  verifies(
    ['security:W1'],
    'opens the browser by a file of this user alone, as all can see how it is started',
    async () => {
      const tools = folder({
        'xdg-open': `#!/bin/sh\nprintf %s "$1" > "$0.asked.new" && mv "$0.asked.new" "$0.asked"\n`,
      })
      chmodSync(join(tools, 'xdg-open'), 0o755)
      const at = home()
      const env = { ...at.env, PATH: `${tools}:${process.env['PATH']}`, DISPLAY: ':9' }
      const bench = await workbench(['--open'], { at, env, keyboard: new TestKeyboard(), isTTY: true })
      const asked = join(tools, 'xdg-open.asked')
      await vi.waitFor(() => expect(existsSync(asked)).toBe(true), { timeout: 20_000 })
      const words = readFileSync(asked, 'utf8')
      expect(words).not.toContain('token')
      const file = fileURLToPath(words)
      expect(readFileSync(file, 'utf8')).toContain(`href="${bench.address.replaceAll('&', '&amp;')}"`)
      expect([statSync(file).mode & 0o77, statSync(dirname(file)).mode & 0o77]).toEqual([0, 0])
      await bench.end()
      expect(existsSync(file)).toBe(false)
    },
  )
})

describe('a mistake on the command line of millrace web', { timeout: 120_000 }, () => {
  test.each([
    [['--port', '99999'], '--port "99999": expected a port from 1 to 65535'],
    [['--port', '0'], 'expected a port from 1'],
    [['--answer-timeout', 'soon'], '--answer-timeout "soon": expected a time such as 90s, 10m or 1h'],
    [['--answer-timeout', '0s'], 'expected a time'],
    [['--answer-timeout', '9999h'], 'at most 168h'],
    [['--open', 'beefbeef'], 'there is no session beefbeef, in this folder or another one'],
    [['--max-steps', 'many'], '--max-steps "many"'],
    [['--cwd', 'missing'], 'the folder cannot be used'],
    [['words'], 'too many arguments'],
  ] as const)('%j', async (words, message) => {
    const state = folder()
    const { status, out, err } = await millrace(['web', ...words], {
      env: { XDG_STATE_HOME: state, HOME: state },
    })
    expect([status, out()]).toEqual([2, ''])
    expect(err()).toContain(message)
  })

  test('a port that somebody has is said to be taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const port = String((taken.address() as AddressInfo).port)
    const { env, project: cwd } = home()
    const { status, err } = await millrace(['web', '--port', port], { env, cwd })
    expect(status).toBe(2)
    expect(err()).toContain(`the port ${port} is in use by another program (EADDRINUSE)`)
    expect(err()).toContain('without --port one is taken that is free')
  })
})

test('its help has examples', async () => {
  const { status, out } = await millrace(['web', '--help'])
  expect(status).toBe(0)
  expect(out()).toContain('millrace web --open latest')
  expect(out()).toContain('millrace web --demo --open')
  expect(out()).toContain('--answer-timeout')
})
