import type { Timers } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { bench } from './support/bench.ts'

/** Waits no time, and remembers how long it should have been. @param before - told of the number of each wait. */
function quickTimers(
  before: (count: number) => void = () => undefined,
): Timers & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    sleep: async (milliseconds, signal) => {
      waits.push(milliseconds)
      before(waits.length)
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    },
  }
}

describe('a login by device code', () => {
  test('shows the code, asks as often as it may, and lets in', async () => {
    const { logIn, request, authority, steps, server } = await bench()
    let code = ''
    // The person takes their time.
    const timers = quickTimers((count) => {
      if (count === 3) authority.approve(code)
    })
    const result = await logIn({
      how: 'device',
      timers,
      show: (step) => {
        steps.push(step)
        if (step.kind === 'device') code = step.code
      },
    })
    expect(result).toMatchObject({ server: server.url, isRenewed: true })
    expect(code).not.toBe('')
    expect(steps).toEqual([
      {
        kind: 'device',
        address: `${authority.origin}/activate`,
        completeAddress: `${authority.origin}/activate?user_code=${code}`,
        code,
        expiresInMs: 600_000,
      },
    ])
    // The first answer was to slow down.
    expect(timers.waits).toEqual([1000, 6000, 6000])
    expect(authority.requests('/device')).toMatchObject([{ resource: server.url }])
    expect(await request()).toBe(200)
  })

  test('that the person denies keeps nothing', async () => {
    const { logIn, authority, store } = await bench()
    const denied = logIn({
      how: 'device',
      timers: quickTimers(),
      show: (step) => authority.approve(step.kind === 'device' ? step.code : '', false),
    })
    await expect(denied).rejects.toMatchObject({ code: 'MCP_LOGIN_DENIED' })
    expect(await store.secrets()).toEqual([])
  })

  test('whose code ends says so', async () => {
    const device = {
      device_code: 'x',
      user_code: 'y',
      verification_uri: 'http://127.0.0.1/',
      expires_in: 600,
    }
    const { logIn } = await bench({
      answer: (_, path) => (path === '/device' ? Response.json(device) : undefined),
    })
    const late = logIn({ how: 'device', timers: quickTimers(), show: () => undefined })
    await expect(late).rejects.toMatchObject({ code: 'MCP_LOGIN_TIMEOUT' })
  })

  test('is offered only where there is one', async () => {
    const { logIn, steps } = await bench({
      metadata: (good) => ({ ...good, device_authorization_endpoint: undefined }),
    })
    await expect(logIn({ how: 'device' })).rejects.toMatchObject({
      code: 'MCP_LOGIN_FAILED',
      message:
        'the authorization server of "fortress" knows no logins by device code; log in by browser, without --device',
    })
    expect(steps).toEqual([])
  })

  test.each([
    ['a page that is no web page', { verification_uri: 'javascript:alert(1)' }, 'MCP_LOGIN_UNSAFE'],
    ['a complete page elsewhere', { verification_uri_complete: 'file:///etc/passwd' }, 'MCP_LOGIN_UNSAFE'],
    ['no code', { user_code: '' }, 'MCP_MALFORMED'],
    ['an end that is no time', { expires_in: 'soon' }, 'MCP_MALFORMED'],
  ])('is refused with %s', async (_, wrong, code) => {
    const good = { device_code: 'x', user_code: 'y', verification_uri: 'http://127.0.0.1/', expires_in: 600 }
    const { logIn, steps } = await bench({
      answer: (_request, path) => (path === '/device' ? Response.json({ ...good, ...wrong }) : undefined),
    })
    await expect(logIn({ how: 'device' })).rejects.toMatchObject({ code })
    expect(steps).toEqual([])
  })
})
