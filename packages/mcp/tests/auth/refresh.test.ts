import { manualClock, privateDisk } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { authorizations, logOut, tokenStore } from '../../src/login.ts'
import { bench, signal } from './support/bench.ts'

const minute = 60_000

describe('a token', () => {
  test('is renewed before it ends, once for all who ask at the same time', async () => {
    const { logIn, authority, config, store } = await bench()
    const clock = manualClock(Date.now())
    await logIn({ clock })
    const authorization = authorizations({ store, principal: 'ada', clock })('fortress', config)
    const first = await authorization.token(signal)
    clock.advance(58 * minute)
    expect(await authorization.token(signal)).toBe(first)
    clock.advance(minute)
    const renewed = new Set(await Promise.all(Array.from({ length: 8 }, () => authorization.token(signal))))
    expect(renewed.size).toBe(1)
    expect(renewed).not.toContain(first)
    expect(authority.requests('/token').map(({ grant_type }) => grant_type)).toEqual([
      'authorization_code',
      'refresh_token',
    ])
  })

  test('that the server refuses is renewed once, and the request is made again once', async () => {
    const { logIn, request, authority, server } = await bench()
    await logIn()
    authority.revokeAccess()
    expect(await request()).toBe(200)
    expect(new Set(server.tokens).size).toBe(3)
    expect(authority.requests('/token')).toHaveLength(2)
  })

  test('that is refused however often it is renewed does not keep the authorization server busy', async () => {
    const { logIn, request, authority } = await bench({}, { refuseAll: true })
    await logIn()
    for (let count = 0; count < 5; count++) expect(await request()).toBe(401)
    expect(authority.requests('/token')).toHaveLength(2)
  })

  test('is told of before any request bears it, and so is the one that takes its place', async () => {
    const { logIn, config, store } = await bench()
    await logIn()
    const hidden: string[] = []
    const onSecrets = (secrets: readonly string[]): void => void hidden.push(...secrets)
    const authorization = authorizations({ store, principal: 'ada', onSecrets })('fortress', config)
    const first = await authorization.token(signal)
    expect(hidden).toEqual(await store.secrets())
    await authorization.refused(undefined, signal, first)
    expect(hidden).toEqual(expect.arrayContaining([...(await store.secrets())]))
    expect(hidden).toContain(await authorization.token(signal))
  })

  test('that another request has renewed since is not renewed again', async () => {
    const { logIn, config, store, authority } = await bench()
    await logIn()
    const authorization = authorizations({ store, principal: 'ada' })('fortress', config)
    const old = await authorization.token(signal)
    expect(await authorization.refused(undefined, signal, old)).toBe(true)
    expect(await authorization.refused(undefined, signal, old)).toBe(true)
    expect(authority.requests('/token')).toHaveLength(2)
  })

  test('lives on while the authorization server is away, as long as it lasts', async () => {
    let isAway = false
    const { logIn, config, store } = await bench({
      answer: (_, path) => (isAway && path === '/token' ? new Response('no', { status: 503 }) : undefined),
    })
    const clock = manualClock(Date.now())
    await logIn({ clock })
    isAway = true
    const authorization = authorizations({ store, principal: 'ada', clock })('fortress', config)
    clock.advance(59.5 * minute)
    expect(await authorization.token(signal)).toMatch(/^access-/)
    clock.advance(minute)
    await expect(authorization.token(signal)).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
    isAway = false
    expect(await authorization.token(signal)).toMatch(/^access-/)
  })

  test('that cannot be renewed ends the login: the next call says what to type, and no secret', async () => {
    const { logIn, config, store } = await bench({ refreshes: false })
    const clock = manualClock(Date.now())
    await logIn({ clock })
    const authorization = authorizations({ store, principal: 'ada', clock })('fortress', config)
    clock.advance(61 * minute)
    await expect(authorization.token(signal)).rejects.toMatchObject({
      code: 'MCP_LOGIN_REQUIRED',
      message: 'the login to "fortress" has ended; log in with: millrace mcp login fortress',
    })
  })

  test('whose refresh token was used by a thief ends for both, and another login mends it', async () => {
    const { logIn, config, store, request, authority } = await bench()
    await logIn()
    const [, refresh] = await store.secrets()
    const client = authority.requests('/token')[0]!.client_id!
    const parameters = { grant_type: 'refresh_token', refresh_token: refresh!, client_id: client }
    await fetch(`${authority.origin}/token`, { method: 'POST', body: new URLSearchParams(parameters) })
    authority.revokeAccess()
    const authorization = authorizations({ store, principal: 'ada' })('fortress', config)
    await authorization.token(signal)
    expect(await authorization.refused(undefined, signal)).toBe(false)
    expect(await store.secrets()).toEqual([])
    expect(await request()).toBe(401)
    await logIn()
    expect(await request()).toBe(200)
  })

  test('is found by a client that runs already when somebody logs in', async () => {
    const { logIn, request } = await bench()
    expect(await request()).toBe(401)
    await logIn()
    expect(await request()).toBe(200)
  })
})

test('processes that renew at once lose no token, though each is good for one use', async () => {
  const { logIn, folder, config, store, authority, request } = await bench()
  const clock = manualClock(Date.now())
  await logIn({ clock })
  // As in processes of their own: nothing is common to them but the folder.
  const others = await Promise.all(
    Array.from({ length: 4 }, async () =>
      authorizations({ store: tokenStore(await privateDisk(folder)), principal: 'ada', clock })(
        'fortress',
        config,
      ),
    ),
  )
  for (let count = 1; count <= 3; count++) {
    clock.advance(61 * minute)
    const tokens = await Promise.all(others.map((authorization) => authorization.token(signal)))
    expect(new Set(tokens).size).toBe(1)
    expect(authority.verify(tokens[0]!)).toBeDefined()
    expect(authority.requests('/token')).toHaveLength(count + 1)
  }
  expect(await store.secrets()).toHaveLength(2)
  expect(await request()).toBe(200)
})

describe('a logout', () => {
  test('forgets the tokens and has them taken back', async () => {
    const { logIn, request, store, config, authority } = await bench()
    await logIn()
    const secrets = await store.secrets()
    const ended = await logOut('fortress', config, { store, principal: 'ada' }, signal)
    expect(ended).toEqual({ wasLoggedIn: true, revocation: 'done' })
    expect(authority.requests('/revoke').map(({ token }) => token)).toEqual(secrets.toReversed())
    expect(secrets.map((token) => authority.verify(token))).toEqual([undefined, undefined])
    expect(await store.secrets()).toEqual([])
    expect(await request()).toBe(401)
  })

  test('forgets them where nobody takes them back, and says so', async () => {
    const { logIn, store, config } = await bench({
      answer: (_, path) => (path === '/revoke' ? new Response(null, { status: 500 }) : undefined),
    })
    await logIn()
    const surroundings = { store, principal: 'ada' }
    expect(await logOut('fortress', config, surroundings, signal)).toMatchObject({
      wasLoggedIn: true,
      revocation: 'failed',
      problem: expect.stringContaining('HTTP 500'),
    })
    expect(await store.secrets()).toEqual([])
    expect(await logOut('fortress', config, surroundings, signal)).toEqual({
      wasLoggedIn: false,
      revocation: 'none',
    })
  })
})
