import * as acp from '@agentclientprotocol/sdk'
import type { SessionEvent } from '@millrace/protocol'
import { setupAgents, testTool, type Script } from '@millrace/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  AcpError,
  serveAcp,
  type AcpHost,
  type AcpServer,
  type Editor,
  type HostSession,
} from '../src/index.ts'

interface Bench {
  readonly agent: acp.ClientContext
  readonly server: AcpServer
  readonly updates: readonly acp.SessionNotification[]
  /** The editors of the sessions that were opened. */
  readonly editors: readonly Editor[]
  readonly closed: string[]
  readonly open: () => Promise<string>
}

/** A host whose agents answer by a script, with an editor of the SDK at the other end. */
async function bench(
  script: Script,
  more: Partial<AcpHost> & {
    readonly close?: () => Promise<void>
    /** What the log holds when a session is opened. */
    readonly past?: readonly SessionEvent[]
    readonly prepare?: (app: acp.ClientApp) => void
  } = {},
): Promise<Bench> {
  const { close, past = [], prepare, ...parts } = more
  const agents = await setupAgents({ tools: [testTool({ effects: 'none' })] })
  onTestFinished(() => agents.dispose())
  const editors: Editor[] = []
  const closed: string[] = []
  const host: AcpHost = {
    info: { name: 'test', title: 'Test', version: '1' },
    mcp: { http: false, sse: false },
    async open({ cwd }, editor): Promise<HostSession> {
      const agent = await agents.agent(script, { cwd })
      editors.push(editor)
      return {
        agent,
        presenters: () => undefined,
        watch: (listener: (event: SessionEvent) => void) => {
          for (const event of past) listener(event)
          return agent.session.watch(listener)
        },
        modes: () => ({
          current: 'only',
          available: [{ id: 'only', name: 'Only', description: 'The only one.' }],
        }),
        setMode: () => {},
        close: async () => {
          closed.push(agent.id)
          await agent.dispose()
          await close?.()
        },
      }
    },
    async *list() {},
    remove: () => Promise.reject(new AcpError('ACP_NO_SESSION', 'there is none')),
    ...parts,
  }
  const there = new TransformStream<Uint8Array, Uint8Array>()
  const back = new TransformStream<Uint8Array, Uint8Array>()
  const server = await serveAcp(host, { input: there.readable, output: back.writable })
  // Tests that expect it to fail wait for it themselves.
  server.closed.catch(() => {})
  const updates: acp.SessionNotification[] = []
  const app = acp.client()
  app.onNotification('session/update', ({ params }) => void updates.push(params))
  prepare?.(app)
  const { agent } = app.connect(acp.ndJsonStream(there.writable, back.readable))
  await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true } },
  })
  const open = async (): Promise<string> =>
    (await agent.request('session/new', { cwd: '/work', mcpServers: [] })).sessionId
  return { agent, server, updates, editors, closed, open }
}

const hello: acp.PromptRequest['prompt'] = [{ type: 'text', text: 'hello' }]

describe('a server', () => {
  test('answers nothing before it was initialized', async () => {
    const there = new TransformStream<Uint8Array, Uint8Array>()
    const back = new TransformStream<Uint8Array, Uint8Array>()
    const host: AcpHost = {
      info: { name: 'test', title: 'Test', version: '1' },
      mcp: { http: false, sse: false },
      open: () => Promise.reject(new Error('nothing is opened')),
      async *list() {},
      remove: () => Promise.resolve(),
    }
    await serveAcp(host, { input: there.readable, output: back.writable })
    const { agent } = acp.client().connect(acp.ndJsonStream(there.writable, back.readable))
    await expect(agent.request('session/list', {})).rejects.toMatchObject({ code: -32600 })
  })

  test('tells each failure of the host in words, with its code', async () => {
    const hidden = Object.assign(new AcpError('ACP_BUSY', 'not \u001b[2J now'), { hints: ['wait a little'] })
    const { agent } = await bench([], { open: () => Promise.reject(hidden) })
    await expect(agent.request('session/new', { cwd: '/work', mcpServers: [] })).rejects.toMatchObject({
      code: -32600,
      message: `not ${String.raw`\u{1b}`}[2J now\nwait a little`,
      data: { code: 'ACP_BUSY', hints: ['wait a little'] },
    })
    await expect(agent.request('session/delete', { sessionId: 'none' })).resolves.toBeDefined()
    const prompting = agent.request('session/prompt', { sessionId: 'none', prompt: hello })
    await expect(prompting).rejects.toMatchObject({ code: -32002, data: { code: 'ACP_NO_SESSION' } })
  })

  test('lists page by page', async () => {
    const all = Array.from({ length: 250 }, (_, index) => ({
      id: `s${index}`,
      cwd: '/work',
      title: 't',
      lastAt: index,
    }))
    const { agent } = await bench([], {
      async *list() {
        yield* all
      },
    })
    const ids: string[] = []
    const sizes: number[] = []
    let cursor: string | null | undefined
    do {
      const page = await agent.request('session/list', cursor === undefined ? {} : { cursor })
      sizes.push(page.sessions.length)
      ids.push(...page.sessions.map(({ sessionId }) => sessionId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(sizes).toEqual([100, 100, 50])
    expect(ids).toEqual(all.map(({ id }) => id))
    await expect(agent.request('session/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 })
    await expect(agent.request('session/list', { cwd: 'x' })).rejects.toMatchObject({ code: -32602 })
  })

  test('closes every session at the end, and says which could not be', async () => {
    const { server, closed, open } = await bench(['Hello.'], {
      close: () => Promise.reject(new Error('stuck')),
    })
    const opened = [await open(), await open()]
    await expect(server.close()).rejects.toThrow('could not be closed')
    await expect(server.closed).rejects.toThrow('could not be closed')
    expect(closed.toSorted()).toEqual(opened.toSorted())
  })

  test('opens nothing more once it ends, and lets go of what was being opened', async () => {
    let goOn: (() => void) | undefined
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    const closed: string[] = []
    let isAsked = false
    const { server, agent } = await bench([], {
      async open() {
        isAsked = true
        await waiting
        return {
          agent: { id: 'late' },
          close: async () => void closed.push('late'),
        } as unknown as HostSession
      },
    })
    const opening = agent.request('session/new', { cwd: '/work', mcpServers: [] })
    await expect.poll(() => isAsked, { timeout: 20_000 }).toBe(true)
    const ending = server.close()
    goOn?.()
    await expect(opening).rejects.toMatchObject({ code: expect.any(Number) })
    await ending
    expect(closed).toEqual(['late'])
  })

  test('forgets a session that was closed', async () => {
    const { agent, open, closed } = await bench(['Hello.'])
    const sessionId = await open()
    await agent.request('session/close', { sessionId })
    expect(closed).toEqual([sessionId])
    await expect(agent.request('session/prompt', { sessionId, prompt: hello })).rejects.toMatchObject({
      code: -32002,
    })
  })
})

describe('the editor of a session', () => {
  test('has what the client says that it can, and nothing else', async () => {
    const { editors, open } = await bench(['Hello.'])
    await open()
    expect(Object.keys(editors[0] ?? {}).toSorted()).toEqual(['askPermission', 'readTextFile'])
  })

  test.each([
    ['an error', () => Promise.reject(acp.RequestError.internalError()), 'ACP_EDITOR_REFUSED'],
    [
      'no such file',
      () => Promise.reject(acp.RequestError.resourceNotFound('/work/a')),
      'ACP_EDITOR_NO_FILE',
    ],
    ['no text', () => ({ content: 7 }), 'ACP_EDITOR_ANSWER'],
    ['nothing', () => null, 'ACP_EDITOR_ANSWER'],
  ])('fails with a code where the client answers with %s', async (_, answer, code) => {
    const { editors, open } = await bench(['Hello.'], {
      prepare: (app) => app.onRequest('fs/read_text_file', () => answer() as never),
    })
    await open()
    await expect(editors[0]?.readTextFile?.('/work/a')).rejects.toMatchObject({ code })
  })

  verifies(['fault:B055'], 'takes no answer that comes after nobody wants it any more', async () => {
    let answer: ((response: acp.RequestPermissionResponse) => void) | undefined
    const { editors, open } = await bench(['Hello.'], {
      prepare: (app) =>
        app.onRequest('session/request_permission', () => new Promise((resolve) => (answer = resolve))),
    })
    await open()
    const stop = new AbortController()
    const card = {
      callId: 'c',
      tool: 't',
      status: 'waiting',
      arguments: '{}',
      startedAt: 0,
      children: [],
    } as const
    const asking = editors[0]?.askPermission(
      {
        card: { ...card, call: { card: 'generic', title: 'may it?' } },
        isCall: true,
        notes: [],
        diffs: [],
        choices: [{ id: 'yes', kind: 'allow_once', name: 'Yes' }],
      },
      stop.signal,
    )
    await expect.poll(() => answer, { timeout: 20_000 }).toBeDefined()
    stop.abort()
    answer?.({ outcome: { outcome: 'selected', optionId: 'yes' } })
    expect(await asking?.catch(() => 'refused')).not.toBe('yes')
  })
})

describe('a log that was tampered with', () => {
  test('is let go of where it cannot be told', async () => {
    const broken = {
      get type(): never {
        throw new Error('unreadable')
      },
    }
    const { open, closed } = await bench([], { past: [broken as unknown as SessionEvent] })
    await expect(open()).rejects.toMatchObject({ code: -32603, message: 'unreadable' })
    expect(closed).toHaveLength(1)
  })

  test('may have times that no calendar has, in a list as well', async () => {
    const message = { turn: 1, step: 1, message: { role: 'user', content: 'Mend it.' } }
    const event = { seq: 1, time: 9e15, type: 'user/message', data: message } as SessionEvent
    const { agent, open } = await bench([], {
      past: [event],
      async *list() {
        yield { id: 'a', cwd: '/work', title: 'Mend it.', lastAt: 9e15 }
      },
    })
    await open()
    expect(await agent.request('session/list', {})).toEqual({
      sessions: [{ sessionId: 'a', cwd: '/work', title: 'Mend it.' }],
    })
  })
})
