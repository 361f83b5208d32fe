import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { peer } from '../../../../tests/peers/peers.ts'
import { conformanceServer, failingChecks, leftOut } from '../support/conformance-server.ts'

const suite = peer('conformance')
const patienceMs = 180_000

/** What the suite prints about a server of ours. */
async function conformance(...argv: readonly string[]): Promise<string> {
  const server = await conformanceServer()
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  })
  return new Promise((resolve, reject) => {
    const words = [suite?.script ?? '', 'server', '--url', server.url, ...argv]
    const child = spawn(suite?.node ?? '', words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (out += String(chunk)))
    child.on('error', reject)
    child.on('close', () => resolve(out))
  })
}

describe.runIf(suite !== undefined)('the official conformance suite', () => {
  test.each([
    ['2025-11-25', 18],
    ['2026-07-28', 22],
  ])(
    'passes all that revision %s requires of a server of tools',
    async (revision, least) => {
      const out = await conformance('--requirements', revision)
      const found = [...out.matchAll(/^([✓✗]) ([\w-]+): \d+ passed/gm)].map(([, sign, name = '']) => ({
        sign,
        name,
      }))
      const optional = Object.values(leftOut).flat()
      const failed = found.filter(({ sign }) => sign === '✗').map(({ name }) => name)
      expect(failed.filter((name) => !optional.includes(name))).toEqual([])
      expect(found.length - failed.length).toBeGreaterThanOrEqual(least)
      // What passes by now is left out no longer.
      expect(found.filter(({ sign, name }) => sign === '✓' && optional.includes(name))).toEqual([])
    },
    patienceMs,
  )

  test.each(Object.entries(failingChecks))(
    'of %s, only that fails which is left out',
    async (scenario, expected) => {
      const out = await conformance('--scenario', scenario, '--spec-version', '2026-07-28')
      const failed = [...out.matchAll(/\[([\w-]+) *\][^\n]*FAILURE/g)].map(([, id]) => id)
      expect(new Set(failed)).toEqual(new Set(expected))
    },
    patienceMs,
  )
})
