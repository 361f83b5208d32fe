import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import type { SessionStore } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { scriptedProvider } from '@millrace/testkit/provider'
import type { SearchProvider, WebOperations } from '@millrace/toolbox'
import { Client, type ElicitResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mustRun } from './support/packed.ts'
import { root } from './support/workspace.ts'

const examples = join(root, 'examples')
const canUnshare = spawnSync('unshare', ['--map-root-user', '--net', '--pid', '--fork', 'true']).status === 0

afterEach(() => vi.unstubAllEnvs())

/** Runs an example as it stands, and takes what it prints and exports. */
async function ran(name: string): Promise<{ readonly printed: string; readonly exported: unknown }> {
  let printed = ''
  const log = vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => {
    printed += `${format(...words)}\n`
  })
  const exported: unknown = await import(/* @vite-ignore */ join(examples, name)).finally(() =>
    log.mockRestore(),
  )
  return { printed, exported }
}

describe('the example of', () => {
  test('a tool in ten lines runs', async () => {
    expect((await ran('tool-in-ten-lines.ts')).printed).toBe('hello-world\n')
  })

  test('a tool with zod fills in what zod fills in, and says what zod refuses', async () => {
    const [first, second] = (await ran('tool-with-zod.ts')).printed.trim().split('\n')
    expect(first).toBe("[ { name: 'Attic', seats: 6 }, { name: 'Hall', seats: 80 } ]")
    expect(second).toMatch(/^invalid arguments: "day": .*; "seats": /)
  })

  test('a policy asks about the message beyond the budget', async () => {
    expect((await ran('policy.ts')).printed.split('\n')).toEqual([
      'sent: good morning',
      'asked: 1 messages were sent already',
      'the user rejected tool "message": that is enough for today',
      '',
    ])
  })

  test('a guard lets the small sum go and denies the large one', async () => {
    expect((await ran('guard.ts')).printed.split('\n')).toEqual([
      '250 euros went to rent',
      'transfers are limited to 1000 euros: ask accounting for more',
      '',
    ])
  })

  test('a card shows the call before and after it ran', async () => {
    const { printed } = await ran('card.ts')
    expect(printed).toMatch(
      /queued .* users: mail becomes email .*\+1 -1\n(?:.*\n)*✓ done .* users has email/,
    )
    expect(printed.match(/- mail text\n {2}\+ email text/g)).toHaveLength(2)
  })

  test('Code Mode in an application finds what the two tools know together', async () => {
    const { printed } = await ran('code-mode-in-an-app.ts')
    expect(printed).toContain('/** Says how many of an article there are. */\ntools.in_stock(args: {')
    expect(printed).toContain("{ logs: [], result: [ 'nut', 'washer' ] }")
  })

  test('a provider of web search has its source in the result', async () => {
    const { printed, exported } = await ran('web-search-provider.ts')
    expect(printed).toMatch(
      /1\. Mill race\n.*\/index\.php\?title=Mill_race\n.*The current that drives a water wheel/,
    )
    expect(printed).toMatch(/2\. Mill pond\n.*\/index\.php\?title=Mill_pond\n$/)

    const { wiki } = exported as {
      wiki: (web: WebOperations, base: URL) => SearchProvider
    }
    const url = new URL('https://wiki.example/')
    const { signal } = new AbortController()
    for (const sent of [
      '<p>Down for maintenance',
      '{"error":"busy"}',
      '{"pages":[{"key":1,"title":"one"}]}',
    ]) {
      const body = new TextEncoder().encode(sent)
      const answer = { url: url.href, status: 200, headers: new Map(), body, truncated: false, redirects: [] }
      const engine = wiki({ get: async () => answer, refusal: () => undefined }, url)
      const search = engine.search('mill', { maxResults: 3, signal })
      await expect(search).rejects.toMatchObject({ code: 'WIKI_FAILED' })
    }
  })

  test.runIf(canUnshare)(
    'a sandbox of its own leaves a command one interface and no other processes',
    async () => {
      expect((await ran('custom-sandbox.ts')).printed).toBe(
        '    lo\n[exit code 0]\nprocess 1\n[exit code 0]\n',
      )
    },
  )

  test('an agent in a web server streams a turn to whoever has the token, and keeps nothing of it', async () => {
    for (const name of ['OPENAI', 'ANTHROPIC', 'DEEPSEEK']) {
      for (const what of ['API_KEY', 'BASE_URL']) vi.stubEnv(`${name}_${what}`, undefined)
    }
    vi.stubEnv('MILLRACE_MODEL', undefined)
    const { printed, exported } = await ran('agent-in-a-web-server.ts')
    const { server, store } = exported as { server: Server; store: SessionStore }
    onTestFinished(() => void server.close())
    const [, address = '', prompt = '', token = ''] =
      /^curl -N (\S+) --json '(.*)' -H '.* (\S+)'\n$/.exec(printed) ?? []
    const ask = (body = prompt, secret = token, signal?: AbortSignal): Promise<Response> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      return fetch(address, { method: 'POST', body, headers, ...(signal && { signal }) })
    }
    const sessions = async (): Promise<number> => {
      let count = 0
      for await (const _ of store.list()) count++
      return count
    }

    expect((await ask(prompt, 'of-somebody-else')).status).toBe(401)
    const lines = (await (await ask()).text()).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as SessionEvent)
    const told = events
      .map(({ type }) => type)
      .filter((type) => /^(?:turn|tool)\/(?!trace|progress)/.test(type))
    expect(told).toEqual(['turn/start', 'tool/call', 'tool/result', 'turn/end'])
    expect(await sessions()).toBe(0)

    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => complaints.mockRestore())
    expect((await ask('no JSON')).status).toBe(400)
    vi.spyOn(store, 'create').mockRejectedValueOnce(new Error('there is no room'))
    expect((await ask()).status).toBe(500)
    expect(complaints).toHaveBeenCalledTimes(2)

    // A model that takes its time: who leaves meanwhile ends the turn.
    const model = await scriptedProvider(() => ({ failure: { kind: 'stall' } }))
    onTestFinished(() => model.close())
    vi.stubEnv('OPENAI_API_KEY', 'sk-test')
    vi.stubEnv('OPENAI_BASE_URL', model.url)
    vi.stubEnv('MILLRACE_MODEL', 'openai/test')
    const leaves = new AbortController()
    const response = await ask(prompt, token, leaves.signal)
    await expect.poll(() => model.requests.length).toBe(1)
    expect(await sessions()).toBe(1)
    leaves.abort()
    await expect(response.text()).rejects.toThrow()
    await expect.poll(sessions).toBe(0)
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
  })
})

describe('the example of a gateway', () => {
  test('lets a call run, asks about another one, and denies a third', async () => {
    const home = mkdtempSync(join(tmpdir(), 'millrace-gateway-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const answers: ElicitResult[] = [{ action: 'decline' }]
    const { call, asked } = await gateway(home, () => answers.pop() ?? { action: 'cancel' })

    expect(await call('list')).toEqual({ failed: false, text: 'water the plants' })
    expect(asked).toEqual([])

    expect(await call('add', { text: 'feed the cat' })).toMatchObject({ failed: true })
    expect(asked).toEqual([expect.stringContaining('feed the cat')])

    expect(await call('clear')).toEqual({
      failed: true,
      text: expect.stringContaining('notes are kept: add one that says what is out of date'),
    })
    expect(asked).toHaveLength(1)
    expect(await call('list')).toEqual({ failed: false, text: 'water the plants' })
  })
})

interface Gateway {
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<{ failed: boolean; text: string }>
  /** The questions that the person was asked. */
  readonly asked: readonly string[]
}

/** The compiled command in the folder of the example, trusted, with a client that answers questions. */
async function gateway(home: string, answer: () => ElicitResult): Promise<Gateway> {
  const cwd = join(examples, 'mcp-gateway')
  const command = join(root, 'packages/cli/bin/millrace.js')
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  mustRun(
    'env',
    ['-i', ...Object.entries(env).map((pair) => pair.join('=')), process.execPath, command, 'trust', '--yes'],
    cwd,
  )

  const asked: string[] = []
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return answer()
  })
  const args = [command, 'mcp', 'serve', '--gateway']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  const names = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name)
  await expect.poll(names, { timeout: 60_000 }).toContain('mcp__notes__list')
  return {
    asked,
    call: async (tool, given = {}) => {
      const { isError = false, content } = await client.callTool({
        name: `mcp__notes__${tool}`,
        arguments: given,
      })
      return {
        failed: isError,
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'),
      }
    },
  }
}
