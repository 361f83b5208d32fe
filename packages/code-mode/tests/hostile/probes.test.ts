import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../../../../tests/support/effort.ts'
import { forSuite, openInline, openProcess, openWorker, type Opened } from '../support/hostile-runtimes.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { foreignOnly, probeProgram, type Probe } from './probe.ts'
import { probes } from './probes.ts'

const canary = `millrace-canary-${process.pid}`
const file = join(tmpdir(), canary)
let server: Server
let connections = 0

beforeAll(async () => {
  process.env['CANARY'] = canary
  server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  delete process.env['CANARY']
  server.close()
})

const suites: readonly (readonly [string, () => Promise<Opened>, readonly Probe[]])[] = [
  ['inline', openInline, probes],
  ['worker', openWorker, probes],
  ['process', openProcess(), sampled(probes, 4)],
  ['process without a sandbox', openProcess('off'), sampled(probes, 6)],
]

test('there are enough of them, each with a name of its own', () => {
  expect(probes.length).toBeGreaterThanOrEqual(60)
  expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length)
})

describe.each(suites)('%s', (_, open, chosen) => {
  const suite = forSuite(open)

  test.each(chosen)('$name', async (probe) => {
    const traps = { port: (server.address() as AddressInfo).port, file }
    const outcome = await runHostile(suite.runtime, probeProgram(probe, traps), {
      limits: { ...tight, cpuMs: 20_000 },
      wallMs: 60_000,
    })
    if (outcome.ok) {
      const isForeign = suite.runtime.isolation.startsWith('process') && probe.mayBeForeign === true
      expect(outcome.value).toMatch(isForeign ? foreignOnly : /^\[\]$/)
    } else expect(probe.mayBe ?? [], outcome.message).toContain(outcome.kind)
    expect(existsSync(file)).toBe(false)
    expect(connections).toBe(0)
  })
})
