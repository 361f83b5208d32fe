import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { EgressOptions } from '../src/index.ts'
import { EgressJudge } from '../src/sandbox/egress/egress-judge.ts'
import { openSandboxWith } from '../src/sandbox/open-sandbox.ts'
import { findPrograms } from '../src/sandbox/sandbox-programs.ts'
import { until } from './commands.ts'
import { serve, serveRaw, serveSecurely, type TestServer } from './network-server.ts'
import { boxed, freshFolder, hasBubblewrap } from './sandbox.ts'

/** Asks for a page through the proxy that the environment names; prints the status and the page. */
const get = (url: string) => `node -e '
  const proxy = new URL(process.env.http_proxy), http = require("http")
  http.get({ host: proxy.hostname, port: proxy.port, path: "${url}", headers: { host: new URL("${url}").host } }, (answer) => {
    let text = ""
    answer.on("data", (part) => (text += part)).on("end", () => console.log(answer.statusCode, text.trim()))
  })'`

/** Opens a tunnel, says something in it, and prints what comes back. */
const tunnel = (place: string, word = 'hello') => `node -e '
  const proxy = new URL(process.env.http_proxy), http = require("http")
  http.request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: "${place}" })
    .on("connect", (answer, socket) => {
      console.log(answer.statusCode)
      socket.on("data", (part) => console.log(String(part).trim())).on("end", () => socket.end())
      if (answer.statusCode === 200) socket.write("${word}")
    }).end()'`

/** Connects without the proxy, and prints what became of it. */
const direct = (host: string, port: number) =>
  `node -e 'require("net").connect({ host: "${host}", port: ${port}, timeout: 20_000 }).on("connect", () => { console.log("reached"); process.exit() }).on("error", (error) => console.log(error.code)).on("timeout", () => process.exit())'`

async function greeting(): Promise<TestServer> {
  const server = await serve((asked, answer) => answer.end(`hello ${asked.method} ${asked.url}`))
  onTestFinished(() => server.close())
  return server
}

/** Every name leads to the loopback address, as a rebinding server would have it. */
const everywhere: EgressOptions['resolve'] = async () => ['127.0.0.1']

describe.runIf(hasBubblewrap)('the network of the sandbox', () => {
  verifies(['security:N6'], 'nothing is reached past the proxy', async () => {
    const server = await greeting()
    const box = await boxed({ egress: { allow: [server.place] } })
    expect(box.sandbox.network).toBe('proxy')
    expect((await box.run(direct('127.0.0.1', server.port))).output).toBe('ECONNREFUSED\n')
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal }) => !internal)
    for (const host of [own?.address ?? '192.0.2.1', '192.0.2.1', '8.8.8.8']) {
      expect((await box.run(direct(host, 80))).output).toMatch(
        /^(?:ENETUNREACH|ECONNREFUSED|EHOSTUNREACH)?\n?$/,
      )
    }
    expect((await box.run('cat /proc/net/dev | tail -n +3 | cut -d: -f1')).output.trim()).toBe('lo')
    expect(server.received).toEqual([])
  })

  verifies(['security:N6'], 'a listed place is reached, any other is not', async () => {
    const server = await greeting()
    const box = await boxed({ egress: { allow: [server.place] } })
    expect((await box.run(get(server.url('/page?x=1')))).output).toBe('200 hello GET /page?x=1\n')
    const other = await greeting()
    expect((await box.run(get(other.url('/secret')))).output).toMatch(/^403 .*is not on the egress list/)
    expect((await box.run(tunnel(other.place))).output).toMatch(/^403\n/)
    expect((await box.run(get('http://example.com/?canary'))).output).toMatch(/^403 /)
    expect(other.received).toEqual([])
    const echo = await serveRaw(
      (socket) => void socket.on('data', (data) => socket.end(`got ${String(data)}`)),
    )
    onTestFinished(() => echo.close())
    const tunnelled = await boxed({ egress: { allow: [echo.place] } })
    expect((await tunnelled.run(tunnel(echo.place))).output).toBe('200\ngot hello\n')
  })

  test('programs that know proxies find it: curl, Git, npm', async () => {
    const server = await greeting()
    const secure = await serveSecurely((_, answer) => void answer.end('hello'))
    onTestFinished(() => secure.close())
    const box = await boxed({ egress: { allow: [server.place, secure.place] } })
    const tries = [
      `curl -sS ${server.url('/curl')}`,
      `curl -sS --insecure ${secure.url()}`,
      `git ls-remote ${server.url('/git')} 2>&1`,
      `npm view x --registry ${server.url('/npm')} --fetch-retries 0 2>&1`,
    ]
    const [curl, tls] = [await box.run(tries[0] ?? ''), await box.run(tries[1] ?? '')]
    expect(curl.output).toBe('hello GET /curl')
    expect(tls.output).toBe('hello')
    for (const line of tries.slice(2)) await box.run(line)
    expect(server.received.join('')).toMatch(/GET \/git\/info\/refs/)
    expect(server.received.join('')).toMatch(/GET \/npm\/x/)
  })

  verifies(
    ['security:N6'],
    'somebody is asked on the first use of a host and port, and never twice at once',
    async () => {
      const server = await greeting()
      const other = await greeting()
      const asked: string[] = []
      const ask: EgressOptions['ask'] = async (host, port) => {
        asked.push(`${host}:${port}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return port === server.port || { allowed: false, message: 'use a mirror' }
      }
      // A private place needs to be listed, whoever agrees to it.
      const box = await boxed({ egress: { ask } })
      expect((await box.run(get(server.url()))).output).toMatch(/^403 .*private address|^403 .*this machine/)
      expect((await box.run(get(other.url()))).output).toMatch(/^403 .*was refused: use a mirror/)
      await Promise.all([box.run(get(server.url())), box.run(get(other.url())), box.run(tunnel(other.place))])
      expect(asked).toEqual([server.place, other.place])
      expect([...server.received, ...other.received]).toEqual([])
    },
  )

  verifies(
    ['security:N6'],
    'whoever cannot ask has not agreed, and the command waits no longer than the sandbox is open',
    async () => {
      const failing = await boxed({ egress: { ask: async () => Promise.reject(new Error('nobody there')) } })
      expect((await failing.run(get('http://example.com/'))).output).toMatch(/^403 /)
      const signals: AbortSignal[] = []
      const box = await boxed({
        egress: {
          ask: (_host, _port, signal) => {
            signals.push(signal)
            return new Promise(() => {})
          },
        },
      })
      const ran = await box.bash(get('http://example.com/'))
      await until(() => signals.length === 1, 'somebody is asked')
      await box.sandbox.close()
      await ran.running.exited
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    },
  )

  verifies(
    ['security:N6'],
    'a question is withdrawn with the last command that waits for it, and asked anew',
    async () => {
      const judged = vi.spyOn(EgressJudge.prototype, 'judge')
      onTestFinished(() => judged.mockRestore())
      const signals: AbortSignal[] = []
      const ask: EgressOptions['ask'] = (_host, _port, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      }
      const box = await boxed({ egress: { ask } })
      const [one, other] = [
        await box.bash(get('http://example.com/')),
        await box.bash(tunnel('example.com:80')),
      ]
      await until(() => judged.mock.calls.length === 2, 'both wait')
      expect(signals).toHaveLength(1)
      await one.running.stop()
      expect(signals[0]?.aborted).toBe(false)
      await other.running.stop()
      await until(() => signals[0]?.aborted === true, 'it is withdrawn')
      const again = await box.bash(get('http://example.com/'))
      await until(() => signals.length === 2, 'somebody is asked again')
      await again.running.stop()
    },
  )

  verifies(
    ['security:N1', 'security:N2'],
    'a listed name that leads to a private address is refused',
    async () => {
      const server = await greeting()
      const box = await boxed({ egress: { allow: ['example.com', '*.example.org'], resolve: everywhere } })
      for (const host of ['example.com', 'a.example.org']) {
        expect((await box.run(get(`http://${host}:${server.port}/`))).output).toMatch(
          /^403 .*private address/,
        )
        expect((await box.run(tunnel(`${host}:${server.port}`))).output).toMatch(/^403\n/)
      }
      for (const host of ['localhost', '[::1]', '0x7f.1', '169.254.169.254']) {
        const open = await boxed({ egress: { ask: async () => true } })
        expect((await open.run(get(`http://${host}:${server.port}/`))).output, host).toMatch(/^403 /)
      }
      expect(server.received).toEqual([])
    },
  )

  test('what is no request for a place is refused, and nothing breaks', async () => {
    const server = await greeting()
    const box = await boxed({ egress: { allow: [server.place] } })
    const say = (text: string) =>
      `node -e 'const s = require("net").connect(new URL(process.env.http_proxy).port, "127.0.0.1"); s.on("data", (d) => console.log(String(d).split("\\r")[0])).on("error", () => {}); s.end(${JSON.stringify(text)})'`
    for (const text of [
      'CONNECT nowhere HTTP/1.1\r\n\r\n',
      'CONNECT 127.0.0.1:0 HTTP/1.1\r\n\r\n',
      'CONNECT a@127.0.0.1:80 HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
      'GET ftp://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      expect((await box.run(say(text))).output, text).toMatch(/^HTTP\/1\.1 403 /)
    }
    await box.run(say('\u0000\u0001garbage\r\n\r\n'))
    expect((await box.run(get(server.url()))).output).toMatch(/^200 /)
  })

  verifies(['security:N6'], 'no answer of a server breaks the host, or keeps a command waiting', async () => {
    const answers: Readonly<Record<string, string>> = {
      low: 'HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n',
      zero: 'HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n',
      protocol: 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nxyz',
      garbage: 'no answer\r\n\r\n',
      short: 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort',
      chunked: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nshort\r\n',
      whole: 'HTTP/1.1 200 OK\r\n\r\nwhole',
    }
    const server = await serveRaw((socket) => {
      socket.on('data', (data) => {
        const [, path = ''] = /^GET \/(\w+)/.exec(String(data)) ?? []
        socket.end(answers[path] ?? '')
      })
    })
    onTestFinished(() => server.close())
    const box = await boxed({ egress: { allow: [server.place] } })
    const told = async (path: string) =>
      (await box.run(`curl -sS -m 20 -w ' %{http_code} ' ${server.url(`/${path}`)}; echo $?`)).output
    for (const path of ['low', 'zero', 'protocol', 'garbage']) {
      expect(await told(path), path).toMatch(/millrace sandbox: .*\n 502 0\n$/)
    }
    // 18 is curl's "partial file".
    for (const path of ['short', 'chunked']) expect(await told(path), path).toMatch(/ 200 [^]*\b18\n$/)
    expect(await told('whole')).toBe('whole 200 0\n')
  })

  test('the host that a request goes to is the one that was judged, whatever it says inside', async () => {
    const server = await greeting()
    const box = await boxed({ egress: { allow: [server.place] } })
    await box.run(`curl -sS -H 'Host: other.example' -H 'Proxy-Authorization: Basic eA==' ${server.url()}`)
    expect(server.received.join('')).toContain(`host: ${server.place}\r\n`)
    expect(server.received.join('').toLowerCase()).not.toContain('proxy-auth')
  })

  test('servers of one command are there for the others, and for nobody outside', async () => {
    const box = await boxed()
    const listening = await box.bash(
      `node -e 'require("http").createServer((q, a) => a.end("inside")).listen(38765, "127.0.0.1", () => console.log("ready"))'`,
    )
    await until(() => listening.output() !== '', 'it listens')
    expect((await box.run('curl -sS http://127.0.0.1:38765/')).output).toBe('inside')
    await expect(fetch('http://127.0.0.1:38765/')).rejects.toThrow()
    const stranger = await boxed()
    expect((await stranger.run(direct('127.0.0.1', 38_765))).output).toBe('ECONNREFUSED\n')
    await listening.running.stop()
  })

  test('where programs cannot be put into a network, they get none', async () => {
    const server = await greeting()
    const options = { mode: 'required' as const, workspace: freshFolder(), env: process.env }
    for (const nsenter of [undefined, '/bin/false', '/no/such/nsenter']) {
      const programs = { ...findPrograms(options), nsenter, landlock: async () => undefined }
      const sandbox = await openSandboxWith(programs, { ...options, egress: { allow: [server.place] } })
      const wrapped = await sandbox.wrap({
        file: 'true',
        args: [],
        cwd: options.workspace,
        env: {},
        streams: 'merged',
        onOutput: () => {},
      })
      expect(wrapped.spec.args).toContain('--unshare-net')
      expect(sandbox).toMatchObject({ enforcement: 'full', network: 'none' })
      wrapped.release()
      await sandbox.close()
    }
  })

  test('connections end with the sandbox', async () => {
    const idle = await serveRaw(() => undefined)
    onTestFinished(() => idle.close())
    const box = await boxed({ egress: { allow: [idle.place] } })
    const ran = await box.bash(tunnel(idle.place))
    await until(() => idle.connections() === 1, 'it is connected')
    await box.sandbox.close()
    await ran.running.exited
    await until(() => idle.connections() === 0, 'it is closed')
  })
})
