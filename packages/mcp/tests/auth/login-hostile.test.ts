import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { bench, browse } from './support/bench.ts'
import { listen } from './support/listen.ts'

const elsewhere = 'https://evil.example'

describe('an authorization server that', () => {
  test.each([
    ['names another issuer in its metadata', { issuer: elsewhere }, 'names another issuer in its metadata'],
    [
      'sends people to a script',
      { authorization_endpoint: 'javascript:alert(1)' },
      'not what the standard says',
    ],
    ['sends people to a file', { authorization_endpoint: 'file:///etc/passwd' }, 'is not https'],
    ['takes tokens in clear', { token_endpoint: 'http://tokens.example/' }, 'is not https'],
    ['registers in clear', { registration_endpoint: 'http://tokens.example/' }, 'is not https'],
    ['takes tokens back in clear', { revocation_endpoint: 'http://tokens.example/' }, 'is not https'],
    ['has devices ask in clear', { device_authorization_endpoint: 'http://tokens.example/' }, 'is not https'],
    ['hides a password in an address', { token_endpoint: 'https://a:b@tokens.example/' }, 'a password'],
    ['knows no PKCE', { code_challenge_methods_supported: undefined }, 'does not say that it supports PKCE'],
    ['knows only weak PKCE', { code_challenge_methods_supported: ['plain'] }, 'code challenge method'],
    ['registers nobody', { registration_endpoint: undefined }, 'registers no clients by itself'],
    ['has metadata that are none', { response_types_supported: 'code' }, 'not what the standard says'],
  ])('%s is refused before anybody is asked', async (_, wrong, words) => {
    const { logIn, steps, store, authority } = await bench({ metadata: (good) => ({ ...good, ...wrong }) })
    const failure = await logIn().catch((error: unknown) => error as Error & { code: string })
    expect(failure).toMatchObject({ name: 'McpError', message: expect.stringContaining(words) })
    expect(steps).toEqual([])
    expect(authority.requests('/authorize')).toEqual([])
    expect(await store.secrets()).toEqual([])
  })

  test('answers in the name of another one gets no code', async () => {
    const { logIn, authority } = await bench({ iss: elsewhere })
    await expect(logIn()).rejects.toMatchObject({
      code: 'MCP_LOGIN_UNSAFE',
      message: expect.stringMatching(/^(?!.*evil).*another issuer/),
    })
    expect(authority.requests('/token')).toEqual([])
  })

  test('redirects its endpoints to another place is followed nowhere', async () => {
    const reached: string[] = []
    const trap = await listen((request) => {
      reached.push(request.url)
      return Response.json({})
    })
    for (const [path, status] of [
      ['/token', 307],
      ['/register', 308],
      ['/.well-known/oauth-authorization-server', 302],
    ] as const) {
      const headers = { location: `${trap.origin}/` }
      const { logIn } = await bench({
        answer: (_, asked) => (asked === path ? new Response(null, { status, headers }) : undefined),
      })
      await expect(logIn()).rejects.toMatchObject({ name: 'McpError' })
    }
    await trap.close()
    expect(reached).toEqual([])
  })

  test.each(['/.well-known/oauth-authorization-server', '/register', '/token'])(
    'answers %s without end is left',
    async (path) => {
      let isLeft = false
      const body = (): ReadableStream<Uint8Array> =>
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
          cancel: () => {
            isLeft = true
          },
        })
      const { logIn } = await bench({
        answer: (_, asked) => (asked === path ? new Response(body(), { status: 200 }) : undefined),
      })
      await expect(logIn()).rejects.toMatchObject({ code: 'MCP_MALFORMED' })
      await expect.poll(() => isLeft).toBe(true)
    },
  )

  test.each([
    ['a token that would end a header', { access_token: 'a\r\nx-evil: 1', token_type: 'Bearer' }],
    ['an endless token', { access_token: 'a'.repeat(20_000), token_type: 'Bearer' }],
    ['a token of another type', { access_token: 'abc', token_type: 'mac' }],
    ['no token', { token_type: 'Bearer' }],
    ['no JSON', '<html>'],
  ])('gives %s is refused', async (_, answer) => {
    const { logIn, store } = await bench({
      answer: (_request, path) => (path === '/token' ? Response.json(answer) : undefined),
    })
    await expect(logIn()).rejects.toMatchObject({ code: 'MCP_MALFORMED' })
    expect(await store.secrets()).toEqual([])
  })

  test('repeats secrets in its errors does not get them into ours', async () => {
    let verifier = ''
    const { logIn } = await bench({
      answer: async (request, path) => {
        if (path !== '/token') return undefined
        verifier = new URLSearchParams(await request.clone().text()).get('code_verifier')!
        return Response.json(
          { error: 'invalid_grant', error_description: `bad ${verifier} \u202e` },
          { status: 400 },
        )
      },
    })
    await expect(logIn()).rejects.toMatchObject({
      code: 'MCP_LOGIN_FAILED',
      message: expect.stringContaining('"bad [redacted] \\u{202e}"'),
    })
    expect(verifier).toHaveLength(43)
  })
})

describe('a server that', () => {
  test.each([
    ['asks for a login to another server', { resource: 'https://bank.example/mcp' }, 'MCP_LOGIN_UNSAFE'],
    [
      'names an authorization server without https',
      { authorization_servers: ['http://as.example'] },
      'MCP_LOGIN_UNSAFE',
    ],
    ['names one that is a script', { authorization_servers: ['javascript:alert(1)'] }, 'MCP_MALFORMED'],
    ['has metadata that are none', { resource: 7 }, 'MCP_MALFORMED'],
  ])('%s is refused', async (_, wrong, code) => {
    const { logIn, authority } = await bench({}, { metadata: (good) => ({ ...good, ...wrong }) })
    await expect(logIn()).rejects.toMatchObject({ code })
    expect(authority.seen).toEqual([])
  })

  test('is public leads to no private place, neither at once nor by a redirect', async () => {
    const asked: string[] = []
    const metadata = { resource: 'https://mcp.example/mcp', authorization_servers: ['https://192.168.1.1'] }
    const fetch = (async (url: URL) => {
      asked.push(url.href)
      return url.href.includes('.well-known') ? Response.json(metadata) : new Response(null, { status: 401 })
    }) as typeof globalThis.fetch
    const { logIn } = await bench()
    const url = 'https://mcp.example/mcp'
    await expect(logIn({ fetch }, { url })).rejects.toMatchObject({
      code: 'MCP_LOGIN_UNSAFE',
      message: expect.stringContaining('of a private network'),
    })
    for (const challenge of ['http://127.0.0.1:1/', 'https://169.254.169.254/latest', 'https://[::1]/']) {
      const named = `Bearer resource_metadata="${challenge}"`
      await expect(logIn({ fetch, challenge: named }, { url })).rejects.toMatchObject({
        code: 'MCP_LOGIN_UNSAFE',
      })
    }
    expect(asked.every((address) => address.startsWith('https://mcp.example/'))).toBe(true)
  })

  test.each(['http://mcp.example/mcp', 'ftp://mcp.example', 'https://a:b@mcp.example/', 'nowhere'])(
    'stands at %s gets no login at all',
    async (url) => {
      const { logIn, steps } = await bench()
      await expect(logIn({}, { url })).rejects.toMatchObject({ code: 'MCP_CONFIG_INVALID' })
      expect(steps).toEqual([])
    },
  )
})

/** The status of an answer to a request that names another host than it goes to, as after a rebinding of names. */
function statusFor(address: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}

test('an answer with two codes, by another method, to another host or to another path is none', async () => {
  const { logIn, authority } = await bench()
  const statuses: number[] = []
  await logIn({
    show: async (step) => {
      const { searchParams } = new URL(step.address)
      const [redirect, state] = [searchParams.get('redirect_uri')!, searchParams.get('state')!]
      statuses.push((await fetch(`${redirect}?code=a&code=b&state=${state}`)).status)
      statuses.push((await fetch(`${redirect}?code=a&state=${state}`, { method: 'POST' })).status)
      statuses.push(await statusFor(`${redirect}?code=a&state=${state}`, 'evil.example'))
      statuses.push((await fetch(redirect.replace(/[^/]*$/, `?code=a&state=${state}`))).status)
      void browse(step)
    },
  })
  expect(statuses).toEqual([404, 404, 404, 404])
  expect(authority.requests('/token')).toHaveLength(1)
})
