import { guardedClient } from '@millrace/host'
import { text } from '@millrace/protocol'
import { createTools, type PreToolDecision, type ToolDefinition, type ToolRuntime } from '@millrace/tools'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { webPolicy } from '../src/web/web-policy.ts'
import { webTools } from '../src/web/web-tools.ts'
import { callsOn } from './support/calls.ts'
import { answers, sites } from './support/web-server.ts'

const site = sites()

/** A runtime with the policy before another one that decides what the policy lets through. */
function judged(
  tools: readonly ToolDefinition[],
  then: PreToolDecision,
  web?: Parameters<typeof webPolicy>[1],
): ToolRuntime {
  const runtime = createTools({ tools })
  runtime.ctx.on(
    'tools/pre-execute',
    webPolicy((name) => runtime.get(name), web),
  )
  runtime.ctx.on('tools/pre-execute', () => Promise.resolve(then))
  return runtime
}

describe('webPolicy', () => {
  verifies(
    ['security:N1', 'security:N6'],
    'denies what is private by its spelling, before anybody is asked',
    async () => {
      const ask = vi.fn<() => Promise<PreToolDecision>>(() => Promise.resolve({ kind: 'ask' }))
      const runtime = createTools({ tools: webTools(guardedClient()) })
      runtime.ctx.on(
        'tools/pre-execute',
        webPolicy((name) => runtime.get(name)),
      )
      runtime.ctx.on('tools/pre-execute', ask)
      const call = callsOn(runtime)
      for (const [url, reason] of [
        ['http://127.0.0.1:8080/', '127.0.0.1 is this machine'],
        ['http://2130706433/', '127.0.0.1 is this machine'],
        ['https://localhost./', 'localhost. is a name of this machine'],
        ['http://169.254.169.254/latest/meta-data', 'a metadata service'],
        ['http://[fd00::1]/', 'a private network'],
        ['file:///etc/passwd', 'is no http or https address'],
        ['http://user:pass@example.com/', 'holds credentials'],
        ['not an address', 'is no valid address'],
      ] as const) {
        expect((await call('web_fetch', { url })).text).toContain(reason)
      }
      expect(ask).not.toHaveBeenCalled()
      expect((await call('web_fetch', { url: 'https://example.com/' })).text).toContain('requires approval')
      expect(ask).toHaveBeenCalledOnce()
    },
  )

  test('lets pass what the operator opened', async () => {
    const { place, url, web, requests } = await site(answers('text/plain', 'x'))
    const open = callsOn(judged(webTools(web), { kind: 'allow' }, web))
    expect((await open('web_fetch', { url: url() })).value).toMatchObject({ text: 'x' })
    const strict = callsOn(judged(webTools(web), { kind: 'allow' }))
    expect((await strict('web_fetch', { url: url() })).text).toContain('127.0.0.1 is this machine')
    expect(requests).toHaveLength(1)
    expect(webTools(web)[0]?.touches?.({ url: url() })).toEqual({ hosts: [place] })
  })

  test('leaves other tools alone, and denies one that cannot say what it touches', async () => {
    const tool = (name: string, touches?: ToolDefinition['touches']): ToolDefinition => ({
      name,
      description: 'A tool.',
      parameters: { type: 'object' },
      output: { schema: { type: 'string' }, render: (_, value) => [text(JSON.stringify(value))] },
      execute: async () => 'ran',
      ...(touches && { touches }),
    })
    const call = callsOn(
      judged(
        [
          tool('plain'),
          tool('paths', () => ({ paths: [{ path: 'a', access: 'read' }] })),
          tool('public', () => ({ hosts: ['example.com:443', '1.1.1.1:80'] })),
          tool('private', () => ({ hosts: ['example.com:443', '[::1]:80'] })),
          tool('odd', () => ({ hosts: [7 as never] })),
          tool('fails', () => {
            throw new Error('no idea')
          }),
        ],
        { kind: 'allow' },
      ),
    )
    for (const name of ['plain', 'paths', 'public']) expect((await call(name, {})).text).toBe('"ran"')
    expect((await call('private', {})).text).toContain('::1 is this machine')
    expect((await call('odd', {})).text).toContain('tool "odd" touches a host that is not text')
    expect((await call('fails', {})).text).toContain('failed to say which hosts it touches: no idea')
    expect((await call('unknown', {})).code).toBe('UNKNOWN_TOOL')
  })
})

describe('before somebody agreed', () => {
  verifies(['security:N6'], 'a host hears nothing, and a no keeps it so', async () => {
    const { url, web, requests } = await site(answers('text/plain', 'x'))
    let heard: number | undefined
    const runtime = judged(webTools(web), { kind: 'ask', reason: 'first use of this host' }, web)
    const approval = {
      request: async () => {
        heard = requests.length
        return 'rejected' as const
      },
    }
    runtime.ctx.provide('approval', approval)
    const result = await runtime.execute({
      callId: 'a',
      name: 'web_fetch',
      arguments: { url: url('/?secret=CANARY') },
      agent: {},
      signal: new AbortController().signal,
    })
    expect(result.isError).toBe(true)
    expect([heard, requests]).toEqual([0, []])
    const nobody = callsOn(judged(webTools(web), { kind: 'ask' }, web))
    expect((await nobody('web_fetch', { url: url() })).result.isError).toBe(true)
    expect(requests).toEqual([])
  })

  verifies(['security:N6', 'contract:R10'], 'the tools say that they reach outside, and whom', async () => {
    const search = { hosts: ['searx.example:443'], search: () => Promise.reject(new Error('unused')) }
    const [fetch, webSearch] = webTools(guardedClient(), { search })
    expect([fetch?.effects, webSearch?.effects]).toEqual(['idempotent', 'idempotent'])
    expect(webSearch?.touches?.({ query: 'a' })).toEqual({ hosts: ['searx.example:443'] })
    for (const [url, host] of [
      ['https://Example.com/a?b', 'example.com:443'],
      ['http://example.com:8080/', 'example.com:8080'],
      ['http://[2606:4700::1]/', '[2606:4700::1]:80'],
      ['http://a@example.com/', 'http://a@example.com/'],
    ] as const) {
      expect(fetch?.touches?.({ url })).toEqual({ hosts: [host] })
    }
  })
})
