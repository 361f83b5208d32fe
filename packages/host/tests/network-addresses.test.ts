import { get as httpGet, globalAgent } from 'node:http'
import { connect as openSocket } from 'node:net'
import { isHarnessError } from '@millrace/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { guardedClient, privateHostReason, type Connect, type GuardedClientOptions } from '../src/index.ts'
import { hostileAnswers, hostileHosts, hostileUrls } from './network-hostile-hosts.ts'
import { serve, type TestServer } from './network-server.ts'

let canary: TestServer
let requests = 0

beforeAll(async () => {
  canary = await serve((_, response) => {
    requests += 1
    response.end('CANARY')
  })
})
afterAll(() => canary.close())

const resolve = async (hostname: string): Promise<string[]> => {
  const index = /^answer-(\d+)\.example$/.exec(hostname)?.[1]
  return [index === undefined ? '127.0.0.1' : (hostileAnswers[Number(index)] ?? '')]
}

function forms(port: number): string[] {
  return [
    ...hostileHosts.map((host) => `http://${host}:${port}/`),
    ...hostileAnswers.map((_, index) => `http://answer-${index}.example:${port}/`),
    ...hostileUrls(port),
  ]
}

/** A client that notes what it dials; unless told otherwise it really dials. */
function watched(options: GuardedClientOptions = {}): {
  dialled: string[]
  client: ReturnType<typeof guardedClient>
} {
  const dialled: string[] = []
  const connect: Connect = (target) => {
    dialled.push(target.address)
    return options.connect?.(target) ?? openSocket({ host: target.address, port: target.port })
  }
  return { dialled, client: guardedClient({ resolve, ...options, connect }) }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'reached',
    (error: unknown) => (isHarnessError(error) ? error.code : String(error)),
  )
}

describe('a guarded client', () => {
  verifies(
    ['security:N1'],
    'is led to this machine or a private network by no spelling of an address',
    async () => {
      const { dialled, client } = watched()
      const all = forms(canary.port)
      expect(new Set(all).size).toBeGreaterThanOrEqual(120)
      for (const url of all) {
        const code = await codeOf(client.get(url))
        expect([url, code]).toEqual([url, expect.stringMatching(/^WEB_(?:PRIVATE_ADDRESS|INVALID_URL)$/)])
      }
      expect(dialled).toEqual([])
      expect(canary.received).toEqual([])
    },
  )

  verifies(
    ['security:N1'],
    'asks the real system for names of this machine, and is refused as well',
    async () => {
      const client = guardedClient()
      for (const host of ['localhost', 'ip6-localhost', 'localhost.']) {
        expect(await codeOf(client.get(`http://${host}:${canary.port}/`))).toBe('WEB_PRIVATE_ADDRESS')
      }
      expect(canary.received).toEqual([])
    },
  )

  verifies(
    ['security:N2'],
    'sends nothing where the connection leads to another address than the judged one',
    async () => {
      const publicOnes = [
        '1.1.1.1',
        '172.15.0.1',
        '172.32.0.1',
        '100.128.0.1',
        '192.0.3.1',
        '223.255.255.255',
      ]
      const { dialled, client } = watched({
        connect: () => openSocket({ host: '127.0.0.1', port: canary.port }),
      })
      for (const address of [...publicOnes, '[2606:4700::1]', '[2a00::1]', '[2001:4860::8888]']) {
        expect(await codeOf(client.get(`http://${address}/`))).toBe('WEB_PRIVATE_ADDRESS')
      }
      expect(dialled).toEqual([...publicOnes, '2606:4700::1', '2a00::1', '2001:4860::8888'])
      expect(requests).toBe(0)
    },
  )

  verifies(
    ['security:N2'],
    'is reached by none of 1,000 rebinding answers, nor by a connection that others keep open',
    async () => {
      const warm = new Promise<void>((done, fail) => {
        const options = { host: 'rebind.example', port: canary.port, agent: globalAgent }
        const lookup = (_: string, how: { all?: boolean }, answer: (...args: unknown[]) => void): void =>
          how.all === true
            ? answer(null, [{ address: '127.0.0.1', family: 4 }])
            : answer(null, '127.0.0.1', 4)
        httpGet(
          { ...options, lookup: lookup as never, headers: { connection: 'keep-alive' } },
          (response) => {
            response.resume().once('end', done)
          },
        ).once('error', fail)
      })
      await warm
      expect(requests).toBe(1)
      expect(Object.keys(globalAgent.freeSockets).join()).toContain('rebind.example')
      let asked = 0
      const { client } = watched({
        resolve: async () => {
          asked += 1
          const shapes = [
            ['1.1.1.1'],
            ['127.0.0.1'],
            ['1.1.1.1', '127.0.0.1'],
            ['1.1.1.1', '::1'],
            ['10.0.0.1', '1.1.1.1'],
          ]
          return shapes[asked % shapes.length] ?? []
        },
        // The network itself is the attacker here: wherever it goes, it ends at the canary.
        connect: () => openSocket({ host: '127.0.0.1', port: canary.port }),
      })
      const codes = new Set<string>()
      for (let round = 0; round < 1000; round += 1) {
        codes.add(await codeOf(client.get(`http://rebind.example:${canary.port}/`)))
      }
      expect([...codes]).toEqual(['WEB_PRIVATE_ADDRESS'])
      expect(asked).toBe(1000)
      expect(requests).toBe(1)
      globalAgent.destroy()
    },
  )

  test('reaches the private places that the operator opened, at their port alone', async () => {
    const other = await serve((_, response) => response.end('other'))
    const client = guardedClient({ allow: [canary.place, 'answer.example:' + canary.port], resolve })
    expect(Buffer.from((await client.get(canary.url())).body).toString()).toBe('CANARY')
    expect((await client.get(`http://answer.example:${canary.port}/`)).status).toBe(200)
    expect(await codeOf(client.get(other.url()))).toBe('WEB_PRIVATE_ADDRESS')
    expect(await codeOf(client.get(`http://localhost:${canary.port}/`))).toBe('WEB_PRIVATE_ADDRESS')
    // By the real resolver, which may name an address first where nobody listens.
    const named = guardedClient({ allow: [`localhost:${canary.port}`] })
    expect((await named.get(`http://localhost:${canary.port}/`)).status).toBe(200)
    expect(client.refusal(canary.place)).toBeUndefined()
    const rule = `127.0.0.1 is this machine, and of this host only port ${canary.port} may be reached`
    expect(client.refusal(other.place)).toBe(rule)
    await expect(client.get(other.url())).rejects.toThrow(rule)
    expect(client.refusal('[::1]:80')).toContain('and only public hosts may be reached')
    await other.close()
  })

  test.each(['127.0.0.1', 'http://a:80', 'a/b:80', '', ':80', 'a b:80', 'a:99999'])(
    'takes %j for no place to open',
    (place) => expect(() => guardedClient({ allow: [place] })).toThrow('must be a host and a port'),
  )

  test('says why, and never shows a spelling raw', async () => {
    const client = guardedClient({ resolve })
    await expect(client.get('http://answer-1.example/')).rejects.toThrow(
      'answer-1.example leads to a private address: 10.1.2.3 is a private network, and only public hosts may be reached',
    )
    await expect(client.get(`no\u202eaddress${'x'.repeat(5000)}`)).rejects.toMatchObject({
      code: 'WEB_INVALID_URL',
      message: expect.stringMatching(/^"no\\u\{202e\}addressx{100,200}…" is no valid address/),
    })
  })
})

describe('privateHostReason', () => {
  test.each([
    ['127.0.0.1:8080', '127.0.0.1 is this machine'],
    ['http://169.254.169.254/latest', '169.254.169.254 is a metadata service of a cloud'],
    ['[::1]:80', '::1 is this machine'],
    ['localhost:80', 'localhost is a name of this machine'],
    ['file:///etc/passwd', 'is no http or https address'],
    ['http://user@example.com/', 'holds credentials'],
    ['nonsense', 'is no valid address'],
    ['example.com:99999', 'is no valid address'],
  ])('of %s says that %s', (place, reason) => expect(privateHostReason(place)).toContain(reason))

  test.each(['example.com:443', 'https://example.com/a?b#c', 'http://1.1.1.1/', '[2606:4700::1]:80'])(
    'has nothing against %s',
    (place) => expect(privateHostReason(place)).toBeUndefined(),
  )
})
