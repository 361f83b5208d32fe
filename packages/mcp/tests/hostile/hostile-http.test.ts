import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { hostileBench, type HostileBench } from './hostile-bench.ts'
import { httpBehaviours } from './http-behaviours.ts'
import { hostileHttp, type HostileHttp } from './http-server.ts'
import { said } from './lies.ts'

/** What a call of `echo` comes to, or the state of a server that has none. */
const right = 'echo: hi'
const failed = /^!MCP_(?:SERVER_ERROR|MALFORMED|CONNECTION_LOST|TIMEOUT|LOGIN_REQUIRED|NOT_CONNECTED)$/

const told: Readonly<Record<string, string | RegExp>> = {
  'sends the call elsewhere': failed,
  'sends everything elsewhere': 'MCP_CONNECT_FAILED',
  'sends in a ring': failed,
  'sends to a file': failed,
  'sends to no address': failed,
  'events without an end': failed,
  'an event without an end': failed,
  'events that end without an answer': failed,
  'events to come back for': failed,
  'an event that is no message': right,
  'events of unknown kinds': right,
  'the answer twice': right,
  'an answer to another': right,
  'requests among the events': right,
  'a packed bomb': failed,
  'a packed bomb of events': failed,
  'packed, it says': failed,
  'packed in a way that is none': /./,
  'a body without an end': failed,
  'a page': failed,
  'a picture': failed,
  'no kind of content': failed,
  'no content': failed,
  'an empty body': failed,
  'half a body': failed,
  'taken, and no more': failed,
  'a body that is shorter than it says': failed,
  'a body that stops': failed,
  'a head that stops': failed,
  'no head at all': failed,
  'noise for a head': failed,
  'a head of a megabyte': failed,
  'breaks off': failed,
  'wants a login at each call': failed,
  'wants a login at its canary': /^MCP_(?:LOGIN_REQUIRED|CONFIG_INVALID)$/,
  'wants more rights': failed,
  'has forgotten the session': failed,
  'is broken': failed,
  'wants patience': failed,
  'another session with each answer': right,
  'a session of strange letters': /./,
  'a session of eight thousand letters': /./,
  'cookies and rules for pages': right,
  'a list that ends at once': right,
  'a list that is a page': right,
  'a list that is broken': right,
  'a list of requests': right,
  'a list of changes': right,
  'does not let go': right,
}

describe('servers that lie by HTTP', () => {
  let bench: HostileBench
  let http: HostileHttp
  beforeAll(async () => {
    bench = await hostileBench()
    http = await hostileHttp()
  })
  afterAll(async () => {
    await bench.close()
    await http.close()
    // What a server sends elsewhere goes nowhere: neither the call nor the token.
    expect(http.elsewhere).toEqual([])
  })

  test('are all told of here', () => {
    expect(Object.keys(told).toSorted()).toEqual(Object.keys(httpBehaviours).toSorted())
  })

  describe.concurrent('each', () => {
    for (const [name, expected] of Object.entries(told)) {
      verifies(['security:M4', 'security:M5'], name, async () => {
        const visit = await bench.admit({
          type: 'http',
          url: http.url(name),
          headers: { 'x-api-key': 'secret' },
          startTimeoutMs: 60_000,
          idleTimeoutMs: expected === right ? 60_000 : 3000,
        })
        const { state } = visit.status()
        const came =
          state.kind === 'ready'
            ? said(await visit.call('echo', { text: 'hi' }))
            : 'error' in state
              ? state.error.code
              : ''
        if (typeof expected === 'string') expect(came).toBe(expected)
        else expect(came).toMatch(expected)
        await bench.sing()
        await visit.leave()
        const requests = http.seen(name)
        const calls = requests.filter(({ message }) => message.method === 'tools/call')
        // A call is made once, or not at all, but where the server itself sends it on within its origin.
        expect(calls.length).toBeLessThanOrEqual(name === 'sends in a ring' ? 6 : 1)
        const answers = requests.filter(
          ({ message }) => message.method === undefined && message.id !== undefined,
        )
        expect(requests.length - answers.length).toBeLessThan(30)
      })
    }
  })
})
