import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { serveWeb, type WebRoute } from '@millrace/web'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { raw, requestText, type HeaderChanges } from '../support/raw-http.ts'
import { serve, token, type TestServer } from '../support/served.ts'
import { trappedHost } from '../support/trapped-host.ts'

const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'] as const

/** Those that nobody has, and those that come close to one that somebody has. */
const strangers = [
  '/api',
  '/api/',
  '/api/about/',
  '/API/about',
  '//api/about',
  '/api/about?x=1',
  '/api/%61bout',
  '/index.html',
  '/?x',
  '/assets/',
  '/assets/../api/about',
]

const attacks: Readonly<Record<string, (port: number) => HeaderChanges>> = {
  'no token': () => ({ Authorization: undefined }),
  'a wrong token': () => ({ Authorization: `Bearer ${token.toUpperCase()}` }),
  'a foreign host': (port) => ({ Host: `evil.example:${port}` }),
  'a name that was bound to this machine again': (port) => ({ Host: `127.0.0.1.evil.example:${port}` }),
  'a foreign origin': () => ({ Origin: 'https://evil.example' }),
  'an opaque origin': () => ({ Origin: 'null' }),
  'the origin of another port': (port) => ({ Origin: `http://127.0.0.1:${port + 1}` }),
  'another site': () => ({ 'Sec-Fetch-Site': 'cross-site' }),
  'another port of the same site': () => ({ 'Sec-Fetch-Site': 'same-site' }),
  'two hosts': (port) => ({ Host: [`127.0.0.1:${port}`, 'evil.example'] }),
  'two tokens': () => ({ Authorization: ['Bearer x', `Bearer ${token}`] }),
}

/** Attacks that know everything but the token: what is public is read by whoever is on this machine. */
const unknown: ReadonlySet<string> = new Set(['no token', 'a wrong token'])

const addressOf = (path: string): string => path.replaceAll(/:\w+/g, 'x')

async function trapped(): Promise<{ server: TestServer; calls: string[] }> {
  const { host, calls } = trappedHost()
  return { server: await serve(host), calls }
}

describe.each(Object.entries(attacks))('a request with %s', (name, changesFor) => {
  verifies(
    ['security:W1', 'fault:B152', 'fault:B154'],
    'gets nothing from any route by any method',
    async () => {
      const { server, calls } = await trapped()
      const { port } = server
      const routes = new Set([...server.routes.map(({ path }) => addressOf(path)), ...strangers])
      const open = server.routes.filter(({ needsToken }) => !needsToken).map(({ path }) => path)
      for (const route of routes) {
        const answers = await Promise.all(
          methods.map(async (method) => ({
            method,
            ...(await raw(port, requestText(port, method, route, changesFor(port)))),
          })),
        )
        for (const { method, status, text } of answers) {
          const isRead = open.includes(route) && (method === 'GET' || method === 'HEAD')
          const wanted = isRead && unknown.has(name) ? [200] : name.startsWith('two') ? [400] : [401, 403]
          expect([route, method, status, wanted.includes(status ?? 0)]).toEqual([route, method, status, true])
          expect(text.toLowerCase()).not.toContain('access-control-')
        }
      }
      expect([calls, server.warnings]).toEqual([[], []])
    },
  )
})

describe('a request with nothing wrong', () => {
  /** Whether a route reaches the host when it has this body. */
  const bodies: Readonly<Record<string, object>> = {
    'set mode': { mode: 'plan' },
    'make call': { tool: 'x', arguments: '{}' },
    'run program': { code: 'return 1' },
    'test rules': { call: 'x' },
    'replay rules': { rules: { allow: [], ask: [], deny: [] }, mode: 'plan' },
    'start session': { prompt: 'x' },
    'send message': { text: 'x' },
    'answer question': { hash: 'x', nonce: 'x', reply: { kind: 'once' } },
    'try rules': { rules: [] },
    'answer form': { kind: 'dismissed' },
  }

  verifies(['security:W1'], 'reaches each route by its own method, and by no other', async () => {
    const { server, calls } = await trapped()
    const { port, routes } = server
    const send = ({ name, path }: WebRoute, method: string): ReturnType<typeof raw> => {
      const query = name === 'find in sessions' ? '?words=x' : ''
      const body = JSON.stringify(bodies[name] ?? {})
      const page = { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' }
      return raw(port, requestText(port, method, `${addressOf(path)}${query}`, page, body), { quietMs: 100 })
    }
    const answering = routes.filter(({ needsToken }) => needsToken)
    expect(answering.length).toBeGreaterThan(20)
    for (const route of answering) {
      const own = routes.filter(({ path }) => path === route.path).map(({ method }) => method)
      for (const method of methods) {
        calls.length = 0
        const { status, text } = await send(route, method)
        const isOwn = method === route.method
        if (isOwn) expect([route.name, calls.length]).toEqual([route.name, 1])
        else if (!own.some((other) => other === method)) {
          expect([route.name, method, status, calls]).toEqual([route.name, method, 405, []])
          expect(text).toMatch(/^allow: /im)
        }
      }
    }
  })

  test('may come by either name of this machine', async () => {
    const { server, calls } = await trapped()
    const { port } = server
    const { status } = await raw(port, requestText(port, 'GET', '/api/about', { Host: `localhost:${port}` }))
    expect([status, calls]).toEqual([422, ['about']])
  })

  test('is served to a browser that a person sends there, and its page is loaded by it alone', async () => {
    const { server } = await trapped()
    const { port } = server
    const typed = { Authorization: undefined, 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }
    expect((await raw(port, requestText(port, 'GET', '/', typed))).status).toBe(200)
    const framed = { ...typed, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' }
    expect((await raw(port, requestText(port, 'GET', '/', framed))).status).toBe(403)
    const linked = { ...framed, 'Sec-Fetch-Dest': 'document' }
    expect((await raw(port, requestText(port, 'GET', '/', linked))).status).toBe(200)
  })
})

describe('the server', () => {
  verifies(
    ['fault:B154', 'security:W1'],
    'listens on the loopback interface, and nothing makes it do otherwise',
    async () => {
      const { host } = trappedHost()
      // What would be an address elsewhere changes nothing here.
      const server = await serve(host, { host: '0.0.0.0', hostname: '0.0.0.0', address: '::' } as object)
      const others = Object.values(networkInterfaces())
        .flatMap((each) => each ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
        .map(({ address }) => address)
      // A further address of the loopback interface, for machines without any other one.
      for (const address of [...others, '127.0.0.2', '::1']) {
        expect([address, await reaches(address, server.port)]).toEqual([address, false])
      }
      expect(await reaches('127.0.0.1', server.port)).toBe(true)
    },
  )

  verifies(
    ['fault:B154'],
    'does not begin with a token that could be guessed, or that no address can carry',
    async () => {
      const { host } = trappedHost()
      for (const weak of ['', 'short', 'a'.repeat(31), `${'a'.repeat(40)}#`, 'ä'.repeat(40)]) {
        await expect(serveWeb(host, { port: 0, token: weak, files: new Map() })).rejects.toThrow(TypeError)
      }
    },
  )

  test('has its token in the part of its address that no request carries', async () => {
    const { server } = await trapped()
    const url = new URL(server.url)
    expect([url.pathname, url.search, url.hash]).toEqual(['/', '', `#token=${token}`])
  })
})

function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 20_000 })
    const end = (isOpen: boolean): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}
