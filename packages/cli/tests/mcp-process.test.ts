import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isAlive } from './is-alive.ts'
import { entry, processesOf, run, withServers } from './mcp-place.ts'
import type { Place } from './settings.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

function compiled(at: Place, argv: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [bin, ...argv], { cwd: at.project, env: at.env, encoding: 'utf8' })
}

describe('the compiled command', { timeout: 120_000 }, () => {
  test('calls a tool of a server, and ends by itself with all that it started', () => {
    const at = withServers((found) => ({ one: entry(found) }))
    expect(compiled(at, ['mcp', 'trust', '--yes']).status).toBe(0)
    const { status, stdout, stderr } = compiled(at, [
      'call',
      'mcp__one__add',
      'a=1',
      'b=2',
      '--approve-all',
      '--json',
    ])
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: { sum: 3 } })
    expect(processesOf(at).filter(isAlive)).toEqual([])
  })

  test.runIf(process.platform !== 'win32')(
    'leaves when it is told to while a server does not answer',
    async () => {
      const silent =
        "require('node:fs').writeFileSync(process.env.PID, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
      const at = withServers((found) => ({
        silent: { command: process.execPath, args: ['-e', silent], env: { PID: join(found.home, 'pid') } },
      }))
      await run(at, ['mcp', 'trust', '--yes'])
      const child = spawn(process.execPath, [bin, 'tools'], { cwd: at.project, env: at.env })
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      const pid = join(at.home, 'pid')
      await vi.waitFor(() => expect(existsSync(pid) && readFileSync(pid, 'utf8')).toMatch(/^\d+$/), {
        timeout: 60_000,
      })
      child.kill('SIGINT')
      expect(await ended).toBe(130)
      expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
    },
  )
})
