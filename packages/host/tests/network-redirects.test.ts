import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { guardedClient, type GuardedClient } from '../src/index.ts'
import { closed, serve, type TestServer } from './network-server.ts'

let open: TestServer
let secret: TestServer
let client: GuardedClient

beforeAll(async () => {
  secret = await serve((_, response) => response.end('SECRET'))
  open = await serve(route)
  client = guardedClient({ allow: [open.place] })
})
afterAll(async () => {
  await open.close()
  await secret.close()
})

/** `/to?status=…&location=…` redirects there, `/hops/3` three times, everything else says where it is. */
function route(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://open')
  const hops = /^\/hops\/(\d+)$/.exec(url.pathname)?.[1]
  if (url.pathname === '/to') {
    const location = Buffer.from(url.searchParams.get('location') ?? '').toString('latin1')
    response.writeHead(Number(url.searchParams.get('status') ?? 302), { location }).end('moved')
  } else if (hops !== undefined && hops !== '0') {
    response.writeHead(301, { location: `${Number(hops) - 1}` }).end('moved')
  } else if (url.pathname === '/self') {
    response.writeHead(302, { location: '/self' }).end()
  } else response.end(`at ${request.url} with ${JSON.stringify(request.headers)}`)
}

const to = (location: string, status = 302): string =>
  open.url(`/to?${new URLSearchParams({ location, status: String(status) }).toString()}`)

const textOf = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString()

describe('redirects', () => {
  verifies(
    ['security:N3', 'fault:B122'],
    'to other origins are refused by name, and nothing is sent there',
    async () => {
      const places = [
        secret.url('/secret'),
        `http://localhost:${secret.port}/`,
        `http://[::ffff:127.0.0.1]:${secret.port}/`,
        `//127.0.0.1:${secret.port}/secret`,
        `http:\\\\127.0.0.1:${secret.port}`,
        'http://169.254.169.254/',
        `https://${open.place}/`,
        `http://localhost:${open.port}/`,
        'https://example.com/a',
      ]
      for (const location of places) {
        for (const status of [301, 302, 303, 307, 308]) {
          await expect(client.get(to(location, status))).rejects.toMatchObject({
            code: 'WEB_REDIRECT_BLOCKED',
            message: expect.stringContaining(new URL(location, open.url()).host),
          })
        }
      }
      expect(secret.received).toEqual([])
    },
  )

  verifies(
    ['security:N3', 'fault:B122'],
    'to other schemes, with credentials or to nowhere are refused',
    async () => {
      for (const location of [
        'file:///etc/passwd',
        'ftp://127.0.0.1/',
        'data:text/plain,x',
        'javascript:alert(1)',
        'gopher://x/',
        `http://user:secret@${open.place}/`,
        'http://',
        'http://a b/',
        'http://127.0.0.1:99999/',
      ]) {
        await expect(client.get(to(location))).rejects.toMatchObject({ code: 'WEB_REDIRECT_BLOCKED' })
      }
    },
  )

  verifies(['security:N3', 'fault:B122'], 'end after five, in a loop too', async () => {
    const five = await client.get(open.url('/hops/5'))
    expect(five).toMatchObject({ url: open.url('/hops/0'), status: 200 })
    expect(five.redirects).toEqual(['4', '3', '2', '1', '0'].map((left) => open.url(`/hops/${left}`)))
    for (const path of ['/hops/6', '/self']) {
      const before = open.received.length
      await expect(client.get(open.url(path))).rejects.toMatchObject({ code: 'WEB_TOO_MANY_REDIRECTS' })
      expect(open.received.length - before).toBe(6)
    }
  })

  verifies(['security:N3'], 'are judged by the addresses behind the name at every hop', async () => {
    let asked = 0
    const turning = guardedClient({
      resolve: async () => [(asked += 1) === 1 ? '1.1.1.1' : '127.0.0.1'],
      // The first hop is led to the open server, as if that stood at the public address.
      connect: ({ port }) => {
        const socket = openSocket({ host: '127.0.0.1', port })
        return Object.defineProperty(socket, 'remoteAddress', { value: '1.1.1.1' })
      },
    })
    await expect(turning.get(`http://turning.example:${open.port}/hops/1`)).rejects.toMatchObject({
      code: 'WEB_PRIVATE_ADDRESS',
      message: expect.stringContaining('turning.example leads to a private address'),
    })
    expect(asked).toBe(2)
  })

  test('within the origin are followed by GET, with what the request said and no more', async () => {
    const answer = await client.get(to('/there?x=1#part', 307), { headers: { accept: 'text/plain' } })
    expect(answer.url).toBe(open.url('/there?x=1'))
    expect(textOf(answer)).toContain('at /there?x=1 with')
    expect(textOf(answer)).toContain('"accept":"text/plain"')
    expect(textOf(answer)).not.toMatch(/cookie|authorization|referer/i)
    expect(textOf(await client.get(to('/grüße')))).toContain('at /gr%C3%BC%C3%9Fe')
  })

  test('to another port of a private host say whether that is open', async () => {
    const other = await serve((_, response) => response.end())
    await expect(client.get(to(other.url()))).rejects.toMatchObject({
      code: 'WEB_REDIRECT_BLOCKED',
      message: expect.stringContaining(`of this host only port ${open.port} may be reached`),
    })
    const both = guardedClient({ allow: [open.place, other.place] })
    await expect(both.get(to(other.url()))).rejects.toMatchObject({
      code: 'WEB_REDIRECT_BLOCKED',
      message: expect.stringContaining('which is another host; request that address itself'),
    })
    expect(other.received).toEqual([])
    await other.close()
  })

  test('without a target, and other statuses, are answers', async () => {
    const bare = await serve((_, response) => response.writeHead(302).end('nowhere'))
    const reader = guardedClient({ allow: [bare.place, open.place] })
    expect(await reader.get(bare.url())).toMatchObject({ status: 302, redirects: [] })
    expect(await reader.get(to('/x', 300))).toMatchObject({ status: 300 })
    await bare.close()
  })

  test('leave no connection behind', async () => {
    await client.get(open.url('/hops/3'))
    await closed(open)
  })
})
