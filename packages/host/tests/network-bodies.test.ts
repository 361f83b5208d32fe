import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { guardedClient, type WebAnswer } from '../src/index.ts'
import { closed, serve, serveSecurely, type TestServer } from './network-server.ts'
import { certificate } from './network-certificate.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function getFrom(
  answer: (response: ServerResponse) => void,
  maxBytes?: number,
): Promise<WebAnswer & { readonly text: string }> {
  server = await serve((_, response) => answer(response))
  const client = guardedClient({ allow: [server.place], limits: { bodyBytes: 1_000_000 } })
  const got = await client.get(server.url(), maxBytes === undefined ? {} : { maxBytes })
  return { ...got, text: Buffer.from(got.body).toString() }
}

const coded = (contentEncoding: string, body: Uint8Array) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-encoding': contentEncoding }).end(body)

describe('a body', () => {
  test.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['GZIP', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['identity', Buffer.from('hello')],
    ['', Buffer.from('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['br,identity,deflate', deflateSync(brotliCompressSync('hello'))],
    ['gzip', Buffer.concat([gzipSync('hel'), gzipSync('lo')])],
  ])('in the coding %j is decoded', async (contentEncoding, body) => {
    expect(await getFrom(coded(contentEncoding, body))).toMatchObject({ text: 'hello', truncated: false })
  })

  test.each(['gzip', 'deflate', 'br'])('that is empty is empty in %s as well', async (contentEncoding) => {
    expect(await getFrom(coded(contentEncoding, Buffer.alloc(0)))).toMatchObject({
      text: '',
      truncated: false,
    })
  })

  test.each(['compress', 'sdch', 'gzip, gzip, gzip', 'br;q=1', '\u00e9'])(
    'in the coding %j is refused',
    async (contentEncoding) => {
      await expect(getFrom(coded(contentEncoding, Buffer.from('x')))).rejects.toMatchObject({
        code: 'WEB_UNSUPPORTED_ENCODING',
      })
    },
  )

  test.each([
    ['gzip', Buffer.from('no gzip at all')],
    ['br', Buffer.from('\xff\xff\xff no brotli', 'latin1')],
    ['gzip', gzipSync('hello'.repeat(100)).subarray(0, 20)],
  ])('that is no valid %s is an error', async (contentEncoding, body) => {
    await expect(getFrom(coded(contentEncoding, body))).rejects.toMatchObject({ code: 'WEB_BAD_RESPONSE' })
  })

  test('that ends before its announced length is an error that may pass', async () => {
    const breaking = getFrom((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('abc')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(breaking).rejects.toMatchObject({ code: 'WEB_BAD_RESPONSE', retryable: true })
  })

  verifies(
    ['fault:B127', 'security:N4'],
    'without a declared length ends at the limit, and the server sees it',
    async () => {
      let sent = 0
      let noteEnd: (sentByThen: number) => void = () => undefined
      const ended = new Promise<number>((resolve) => (noteEnd = resolve))
      server = await serve((_, response) => {
        const send = (): void => {
          while (!response.destroyed && sent < 50_000_000 && response.write(Buffer.alloc(65_536, 'x')))
            sent += 65_536
        }
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .on('drain', send)
          .once('close', () => noteEnd(sent))
        send()
      })
      const client = guardedClient({ allow: [server.place] })
      const answer = await client.get(server.url())
      expect(answer).toMatchObject({ truncated: true, status: 200 })
      expect(answer.body.length).toBe(5 * 1024 * 1024)
      expect(await ended).toBeLessThan(25_000_000)
      await closed(server)
    },
  )

  verifies(['security:N4'], 'of exactly the limit is whole, of a byte more it is cut', async () => {
    const body = Buffer.alloc(1000, 'x')
    expect(await getFrom(coded('', body), 1000)).toMatchObject({ truncated: false })
    await server?.close()
    expect(await getFrom(coded('gzip', gzipSync(body)), 999)).toMatchObject({
      truncated: true,
      text: 'x'.repeat(999),
    })
    await server?.close()
    expect((await getFrom(coded('', Buffer.alloc(2_000_000)), 9_000_000)).body.length).toBe(1_000_000)
  })

  verifies(['security:N4'], 'that decodes to nothing for long is cut as well', async () => {
    // Empty blocks: five bytes each that stand for none.
    const empty = Buffer.concat([Buffer.from('789c', 'hex'), Buffer.alloc(20_000_000, '000000ffff', 'hex')])
    const answer = await getFrom(coded('deflate, br', brotliCompressSync(empty, { params: { 1: 1 } })))
    expect(answer).toMatchObject({ text: '', truncated: true })
  })
})

describe('TLS', () => {
  verifies(
    ['security:N1'],
    'with a certificate that nobody trusts is refused, and the request never sent',
    async () => {
      let requests = 0
      server = await serveSecurely((_, response) => {
        requests += 1
        response.end('x')
      })
      const { place } = server
      const self = `canary.test:${server.port}`
      const resolve = async (): Promise<string[]> => ['127.0.0.1']
      for (const url of [server.url(), `https://${self}/`]) {
        const client = guardedClient({ allow: [place, self], resolve })
        await expect(client.get(url)).rejects.toMatchObject({
          code: 'WEB_TLS',
          message: expect.stringContaining('its certificate is not trusted'),
        })
      }
      // Trusted, but for another name.
      const trusting = guardedClient({ allow: [place, self], resolve, certificates: [certificate] })
      await expect(trusting.get(server.url())).rejects.toMatchObject({ code: 'WEB_TLS' })
      expect(requests).toBe(0)
      expect((await trusting.get(`https://${self}/`)).status).toBe(200)
      await closed(server)
    },
  )

  test('where the server speaks none, and none where it speaks it, is a clear error', async () => {
    server = await serve((_, response) => response.end('x'))
    const client = guardedClient({ allow: [server.place] })
    await expect(client.get(`https://${server.place}/`)).rejects.toMatchObject({ code: 'WEB_TLS' })
    await server.close()
    server = await serveSecurely((_, response) => response.end('x'))
    const plain = guardedClient({ allow: [server.place] })
    await expect(plain.get(`http://${server.place}/`)).rejects.toMatchObject({ code: 'WEB_BAD_RESPONSE' })
  })
})
