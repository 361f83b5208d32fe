import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { authorizations } from '../../src/login.ts'
import { bench, browse, callOf, signal } from './support/bench.ts'
import { listen } from './support/listen.ts'

describe('a login by browser', () => {
  test('lets the official client in, with a token for this server alone', async () => {
    const { logIn, authority, server, config, store } = await bench()
    const result = await logIn()
    expect(result).toMatchObject({ server: server.url, issuer: authority.origin, isRenewed: true })
    const authorization = authorizations({ store, principal: 'ada' })('fortress', config)
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      authProvider: { token: () => authorization.token(signal) },
    })
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport)
    const answer = await client.callTool({ name: 'echo', arguments: { text: 'hi' } })
    await client.close()
    expect(answer.content).toEqual([{ type: 'text', text: 'hi' }])
    expect(authority.requests('/authorize')).toMatchObject([
      { resource: server.url, code_challenge_method: 'S256' },
    ])
    expect(authority.requests('/token')).toMatchObject([{ resource: server.url }])
  })

  test('keeps the tokens in files that this user alone can read, and nowhere else', async () => {
    const { logIn, folder, store, steps } = await bench()
    const result = await logIn()
    const names = await readdir(folder)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^[0-9a-f]{64}\.json$/)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, names[0]!))).mode & 0o777).toBe(0o600)
    const secrets = await store.secrets()
    expect(secrets).toHaveLength(2)
    const written = await readFile(join(folder, names[0]!), 'utf8')
    for (const secret of secrets) {
      expect(written).toContain(secret)
      expect(JSON.stringify([result, steps])).not.toContain(secret)
    }
  })

  test('asks for what the server wants, and for what the operator says in its place', async () => {
    const { logIn, authority } = await bench(
      {},
      { scopes: ['mcp:basic'], supported: ['mcp:basic', 'mcp:all'] },
    )
    await logIn()
    await logIn({}, { oauth: { scopes: ['only'] } })
    await logIn({ scopes: ['more'] })
    const scopes = authority.requests('/authorize').map(({ scope }) => scope)
    expect(scopes).toEqual(['mcp:basic', 'only', 'mcp:basic only more'])
  })

  test('asks for all that is supported where the server names nothing, and for no scope where it knows none', async () => {
    const knowing = await bench({}, { supported: ['a', 'b'] })
    await knowing.logIn()
    expect(knowing.authority.requests('/authorize')).toMatchObject([{ scope: 'a b' }])
    const plain = await bench()
    await plain.logIn()
    expect(plain.authority.requests('/authorize')[0]).not.toHaveProperty('scope')
  })

  test.each(['client_secret_basic', 'client_secret_post'])(
    'authenticates its client by %s where that is all there is',
    async (method) => {
      const { logIn, request, authority } = await bench({ authMethods: [method] })
      await logIn()
      authority.revokeAccess()
      expect(await request()).toBe(200)
      expect(authority.requests('/token')).toHaveLength(2)
    },
  )

  test('uses a client that was registered by hand, which comes back on any port of the path /callback', async () => {
    const { logIn, authority, request, steps } = await bench({ authMethods: ['client_secret_basic'] })
    authority.addClient('by hand', { secret: 'hidden words', redirects: ['http://127.0.0.1/callback'] })
    await logIn({}, { oauth: { clientId: 'by hand', clientSecret: 'hidden words' } })
    expect(await request()).toBe(200)
    expect(authority.requests('/register')).toEqual([])
    expect(new URL(steps[0]!.address).searchParams.get('redirect_uri')).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/callback$/,
    )
  })

  test('says how to give a client where nothing tells who gives tokens and nobody registers one', async () => {
    const { logIn } = await bench({}, { metadata: () => undefined })
    await expect(logIn({ challenge: 'Bearer' })).rejects.toMatchObject({
      code: 'MCP_LOGIN_FAILED',
      message: expect.stringMatching(/registers no client \(HTTP 404\); .*"oauth": \{ "clientId": "…" \}$/),
    })
  })

  test('is not needed for a server that lets everybody in', async () => {
    const { logIn } = await bench()
    const open = await listen(({ url }) =>
      /oauth-authorization-server|openid/.test(url)
        ? new Response(null, { status: 404 })
        : new Response('<h1>Welcome</h1>'),
    )
    const login = logIn({}, { url: `${open.origin}/mcp` })
    await expect(login).rejects.toMatchObject({ message: expect.stringMatching(/it needs no login$/) })
    await open.close()
  })

  test('lets nobody in who said no, and says so', async () => {
    const { logIn, store } = await bench({ consent: () => false })
    await expect(logIn()).rejects.toMatchObject({
      code: 'MCP_LOGIN_DENIED',
      message: 'the login to "fortress" was denied; nothing was kept',
    })
    expect(await store.secrets()).toEqual([])
  })

  test('ends when nobody comes in time, or when it is called off, and waits on no port then', async () => {
    const { logIn, store, steps } = await bench()
    const show = (step: (typeof steps)[number]): void => void steps.push(step)
    await expect(logIn({ timeoutMs: 50, show })).rejects.toMatchObject({ code: 'MCP_LOGIN_TIMEOUT' })
    const reason = new Error('called off')
    const controller = new AbortController()
    const stopped = logIn({
      signal: controller.signal,
      show: (step) => {
        show(step)
        controller.abort(reason)
      },
    })
    await expect(stopped).rejects.toBe(reason)
    expect(await store.secrets()).toEqual([])
    const redirect = new URL(steps.at(-1)!.address).searchParams.get('redirect_uri')!
    await expect(fetch(redirect)).rejects.toThrow()
  })
})

test.each(['/.well-known/oauth-authorization-server', '/register', '/token'])(
  'a login that is called off while %s is asked ends at once, with the reason',
  async (path) => {
    const controller = new AbortController()
    const reason = new Error('called off')
    const { logIn, store } = await bench({
      answer: async (_, asked) => {
        if (asked !== path) return undefined
        controller.abort(reason)
        return new Promise<never>(() => undefined)
      },
    })
    await expect(logIn({ signal: controller.signal })).rejects.toBe(reason)
    expect(await store.secrets()).toEqual([])
  },
)

describe('one login for each', () => {
  test('principal: nobody uses the tokens of another', async () => {
    const { logIn, request, server } = await bench()
    await logIn({ principal: 'ada' })
    expect(await request('ada')).toBe(200)
    expect(await request('bob')).toBe(401)
    expect(server.tokens.at(-1)).toBeUndefined()
    await logIn({ principal: 'bob' })
    expect(await request('bob')).toBe(200)
    expect(server.tokens.at(-1)).not.toBe(server.tokens[1])
  })

  test('address: a server of the same name elsewhere gets none', async () => {
    const { logIn, store, config } = await bench()
    await logIn()
    const elsewhere = { ...config, url: 'https://example.com/mcp' }
    const authorization = authorizations({ store, principal: 'ada' })('fortress', elsewhere)
    expect(await authorization.token(signal)).toBeUndefined()
  })
})

test('a call that needs more scopes fails with the command to type, and the next login asks for them', async () => {
  const { logIn, request, authority } = await bench({}, { scopes: ['basic'] })
  await logIn()
  expect(await request('ada', callOf('echo'))).toBe(200)
  await expect(request('ada', callOf('write'))).rejects.toMatchObject({
    code: 'MCP_LOGIN_REQUIRED',
    message: 'the server "fortress" wants the scopes "write"; log in with: millrace mcp login fortress',
  })
  await logIn()
  expect(authority.requests('/authorize').at(-1)).toMatchObject({ scope: 'basic write' })
  expect(await request('ada', callOf('write'))).toBe(200)
})

test('the page that a browser comes back to holds nothing of the request', async () => {
  const { logIn, steps } = await bench()
  let page = ''
  let stranger = 0
  await logIn({
    show: async (step) => {
      steps.push(step)
      const redirect = new URL(step.address).searchParams.get('redirect_uri')!
      // A wrong state does not end the wait.
      const forged = await fetch(`${redirect}?code=stolen&state=<script>alert(1)</script>`)
      stranger = forged.status
      expect(await forged.text()).not.toContain('alert')
      void browse(step).then((text) => (page = text))
    },
  })
  expect(stranger).toBe(404)
  await expect.poll(() => page).toContain('The login is done.')
  expect(page).not.toContain('code')
})
