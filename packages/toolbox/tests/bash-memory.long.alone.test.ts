import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { openShell, type OwnShell } from './support/in-shell.ts'

const mebibyte = 1024 * 1024
const gigabyte = 1_000_000_000

let shell: OwnShell

beforeAll(async () => {
  shell = await openShell({ maxFileBytes: 16 * mebibyte })
})
afterAll(() => shell.close())

/** How far the resident memory of this process rose above its start while the work ran, in bytes. */
async function risen(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  let isDone = false
  const watching = (async () => {
    for (; !isDone; await sleep(10)) most = Math.max(most, process.memoryUsage.rss())
  })()
  await work()
  isDone = true
  await watching
  return most - before
}

async function run(command: string): Promise<unknown> {
  return (await shell.call('bash', { command, timeoutMs: 600_000 })).value
}

verifies(
  ['fault:B114', 'security:C7'],
  '1 GB of output costs less than 64 MB of memory, and is counted exactly',
  async () => {
    await run('yes 0123456789 | head -c 100000000')
    const rise = await risen(async () => {
      expect(await run(`yes 0123456789 | head -c ${gigabyte}`)).toMatchObject({
        totalBytes: gigabyte,
        totalLines: Math.ceil(gigabyte / 11),
        spill: { bytes: 16 * mebibyte, dropped: gigabyte - 16 * mebibyte },
      })
    })
    expect(rise).toBeLessThan(64 * mebibyte)
  },
  600_000,
)
