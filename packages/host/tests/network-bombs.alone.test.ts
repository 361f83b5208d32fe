import { once } from 'node:events'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sampled } from '../../../tests/support/effort.ts'
import { guardedClient, networkLimits } from '../src/index.ts'
import { closed, serve } from './network-server.ts'

const megabyte = 1024 * 1024

/** A gzip of many zeros that is never in memory as a whole. */
async function gzipOfZeros(megabytes: number): Promise<Buffer> {
  const gzip = createGzip()
  const parts: Buffer[] = []
  gzip.on('data', (part: Buffer) => parts.push(part))
  const zeros = Buffer.alloc(megabyte)
  for (let left = megabytes; left > 0; left -= 1) if (!gzip.write(zeros)) await once(gzip, 'drain')
  gzip.end()
  await once(gzip, 'end')
  return Buffer.concat(parts)
}

/** How much more memory the process took at its peak while the work ran. */
async function memoryOf(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 1)
  try {
    await work()
    return Math.max(peak, process.memoryUsage().rss) - before
  } finally {
    clearInterval(timer)
  }
}

describe('a bomb', () => {
  const bombs = [
    ['of gzip', 'gzip', () => gzipOfZeros(300)],
    ['of brotli', 'br', async () => brotliCompressSync(Buffer.alloc(100 * megabyte))],
    ['of deflate', 'deflate', async () => deflateSync(Buffer.alloc(100 * megabyte))],
    ['inside a bomb', 'gzip, br', async () => brotliCompressSync(await gzipOfZeros(300))],
    ['that is packed twice', 'gzip, gzip', async () => gzipSync(await gzipOfZeros(1000))],
  ] as const
  for (const [name, contentEncoding, make] of sampled(bombs, 2)) {
    verifies(
      ['security:N4'],
      `${name} ends at the limit, in little memory`,
      async () => {
        const bomb = await make()
        expect(bomb.length).toBeLessThan(megabyte)
        const server = await serve((_, response) =>
          response.writeHead(200, { 'content-encoding': contentEncoding }).end(bomb),
        )
        const client = guardedClient({ allow: [server.place] })
        // The first request brings along what is loaded once.
        await client.get(server.url(), { maxBytes: 1000 })
        const began = performance.now()
        const growth = await memoryOf(async () => {
          const answer = await client.get(server.url())
          expect(answer.truncated).toBe(true)
          expect(answer.body.length).toBe(networkLimits.bodyBytes)
        })
        expect(growth).toBeLessThan(32 * megabyte)
        expect(performance.now() - began).toBeLessThan(30_000)
        await closed(server)
        await server.close()
      },
      180_000,
    )
  }
})
