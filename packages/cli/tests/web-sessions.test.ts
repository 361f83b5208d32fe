import { appendFileSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModelError } from '@millrace/agent'
import { jsonlSessions, type SessionLog } from '@millrace/agent/session'
import { checkedLine, privateDisk } from '@millrace/host'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { About, CallValue, FoundInSessions, SessionActivity } from '@millrace/web/wire'
import { sessionsFolder } from '../src/workspace-sessions.ts'
import { asks, home, runs, type Home } from './running.ts'
import { begun, sessions, workbench, type Stream, type Workbench } from './workbench.ts'

const caughtUp = (stream: Stream): Promise<number> =>
  stream.until(({ messages }) => {
    const found = messages.find(({ name }) => name === 'caught-up')
    return found && (found.data as { readonly next: number }).next
  })

/** Waits until the agent of a session stands so. */
const stands = (stream: Stream, wanted: Partial<SessionActivity>): Promise<true> =>
  stream.until(({ messages }) => {
    const told = messages.flatMap(({ name, data }) =>
      name === 'activity' ? [data] : name === 'header' ? [(data as { activity: unknown }).activity] : [],
    )
    const last = told.at(-1) as Record<string, unknown> | undefined
    return Object.entries(wanted).every(([key, value]) => last?.[key] === value) || undefined
  })

const watched = (bench: Workbench, id: string): Promise<Stream> => bench.stream(`/api/sessions/${id}/stream`)

/** A log that somebody else writes, of this folder unless another one is given. */
async function foreignLog(at: Home, id: string, cwd = at.project): Promise<SessionLog> {
  const store = jsonlSessions(await privateDisk(sessionsFolder(cwd, at.env)))
  const log = await store.create({ id, cwd, principal: 'user', versions: {}, tools: {} })
  log.append('turn/start', { turn: 1, principal: 'user' })
  log.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: `words of ${id}` } })
  await log.flush()
  return log
}

describe('a session of this process', { timeout: 120_000 }, () => {
  test('is watched from its first event on, with what tools say of their calls', async () => {
    const script = [{ calls: [asks('read', { path: 'notes.md' })] }, 'It has notes.']
    const bench = await workbench([], { script })
    const { id, session } = await begun(bench, 'what is there?')
    await session.event('turn/end')
    expect(session.events.map(({ seq }) => seq)).toEqual(session.events.map((_, index) => index))
    const { call } = session.frames.find(({ event }) => event.type === 'tool/call') ?? {}
    expect(call).toMatchObject({ title: 'notes.md' })
    await stands(session, { at: 'here', status: 'idle' })
    const { sessions: listed } = await sessions(bench)
    expect(listed).toEqual([
      expect.objectContaining({
        id,
        title: 'what is there?',
        isOwn: true,
        isLive: false,
        ended: 'done',
        waiting: 0,
      }),
    ])
    const value = await bench.get<CallValue>(`/api/sessions/${id}/calls/call_1/value`)
    expect(value).toMatchObject({ kind: 'value', value: { path: 'notes.md' } })
    expect(await bench.get(`/api/sessions/${id}/calls/call_2/value`)).toEqual({ kind: 'not-recorded' })
  })

  test('takes words while it runs, and is interrupted', async () => {
    const bench = await workbench([], { script: [{ text: 'thinking', waitForAbort: true }, 'once more'] })
    const { id, session } = await begun(bench, 'think')
    await session.event('step/start')
    expect(await bench.post(`/api/sessions/${id}/messages`, { text: 'faster' })).toEqual({ kind: 'steered' })
    await stands(session, { at: 'here', status: 'running' })
    const busy = await bench.refusal(`/api/sessions/${id}/go-on`, {})
    expect(busy).toMatchObject({ code: 'SESSION_BUSY', status: 409 })
    await bench.post(`/api/sessions/${id}/interrupt`, {})
    expect((await session.event('turn/end')).data.reason).toBe('interrupted')
    await stands(session, { at: 'here', status: 'idle' })
    expect(await bench.post(`/api/sessions/${id}/messages`, { text: 'again' })).toEqual({ kind: 'started' })
    expect((await session.event('turn/end', ({ data }) => data.turn === 2)).data.reason).toBe('done')
  })

  test('runs beside others of the same folder', async () => {
    let asked = 0
    const script = (): object => (++asked === 1 ? { text: 'slow', waitForAbort: true } : { text: 'quick' })
    const bench = await workbench([], { script })
    const slow = await begun(bench, 'one')
    await slow.session.event('step/start')
    const quick = await begun(bench, 'two')
    await quick.session.event('turn/end')
    await stands(quick.session, { at: 'here', status: 'idle' })
    const { sessions: listed } = await sessions(bench)
    expect(listed.map(({ title, isLive }) => [title, isLive])).toEqual(
      expect.arrayContaining([
        ['one', true],
        ['two', false],
      ]),
    )
    expect(await bench.end()).toBe(130)
  })

  test('is one of as many as there are, without a word of the runtime about it', async () => {
    const warnings: string[] = []
    const heard = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`)
    process.on('warning', heard)
    onTestFinished(() => void process.off('warning', heard))
    const bench = await workbench()
    const call = { tool: 'glob', arguments: '{"pattern":"*"}' }
    const many = Array.from({ length: 20 }, () => bench.post<{ readonly id: string }>('/api/calls', call))
    for (const { id } of await Promise.all(many)) await (await watched(bench, id)).event('turn/end')
    expect(warnings).toEqual([])
  })

  test('holds no secret in the values of its calls', async () => {
    const at = home({ 'notes.md': 'the key is sk-very-secret-key-1234567890\n' })
    const env = { ...at.env, OPENAI_API_KEY: 'sk-very-secret-key-1234567890' }
    const bench = await workbench([], {
      at,
      env,
      script: [{ calls: [asks('read', { path: 'notes.md' })] }, 'ok'],
    })
    const { id, session } = await begun(bench, 'read it')
    await session.event('turn/end')
    const value = await bench.get(`/api/sessions/${id}/calls/call_1/value`)
    expect(JSON.stringify(value)).toContain('the key is')
    expect(JSON.stringify(value)).not.toContain('very-secret')
  })
})

describe('a session of the past', { timeout: 120_000 }, () => {
  test('is listed, shown, found and gone on with', async () => {
    const at = home()
    await runs(['remember the word heron'], ['I do.'], { at })
    const bench = await workbench([], { at, script: ['It was heron.'] })
    const [{ id, title, ended } = { id: '' }] = (await sessions(bench)).sessions
    expect({ title, ended }).toEqual({ title: 'remember the word heron', ended: 'done' })
    const session = await watched(bench, id)
    expect(await caughtUp(session)).toBe(session.events.length)
    await stands(session, { at: 'nowhere', canGoOn: true })
    const found = await bench.get<FoundInSessions>('/api/sessions/found?words=HERON')
    expect(found.hits[0]).toMatchObject({ id, title: 'remember the word heron' })
    expect(await bench.refusal(`/api/sessions/${id}/go-on`, {})).toMatchObject({
      code: 'NOTHING_INTERRUPTED',
    })
    const receipts = await Promise.all([
      bench.post(`/api/sessions/${id}/messages`, { text: 'which word?' }),
      bench.post(`/api/sessions/${id}/interrupt`, {}),
    ])
    expect(receipts[0]).toEqual({ kind: 'started' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(session.events.map(({ seq }) => seq)).toEqual(session.events.map((_, index) => index))
  })

  test('that was cut off where nothing can go on stays as it is until a message comes', async () => {
    const at = home()
    const log = await foreignLog(at, 'cut')
    const model = { provider: 'a', id: 'b' }
    log.append('step/start', { turn: 1, step: 1, model, messages: 1, settings: {} } as never)
    const toolCalls = [{ id: 'one', name: 'bash', arguments: '{"command":"true"}' }]
    const message = { role: 'assistant', content: [], toolCalls } as const
    log.append('assistant/message', { turn: 1, step: 1, message, finish: 'tool-calls' } as never)
    const call = { turn: 1, step: 1, callId: 'one', name: 'bash', arguments: '{"command":"true"}' }
    log.append('tool/call', call as never)
    await log.close()
    const bench = await workbench([], { at, script: ['I see.'] })
    const path = join(sessionsFolder(realpathSync(at.project), at.env), 'cut.jsonl')
    const before = readFileSync(path, 'utf8')
    const refused = await bench.refusal('/api/sessions/cut/go-on', {})
    expect(refused).toMatchObject({ code: 'NOTHING_INTERRUPTED', hints: ['send it a message instead'] })
    expect(readFileSync(path, 'utf8')).toBe(before)
    await stands(await watched(bench, 'cut'), { at: 'nowhere', canGoOn: true })
    expect(await bench.post('/api/sessions/cut/messages', { text: 'and now?' })).toEqual({ kind: 'started' })
    const session = await watched(bench, 'cut')
    expect((await session.event('tool/result')).data.error).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })

  test('of another folder is shown, and goes on only there', async () => {
    const at = home()
    const other = realpathSync(join(at.env['HOME'] ?? ''))
    await (await foreignLog(at, 'elsewhere', other)).close()
    const bench = await workbench([], { at, script: ['never'] })
    const [entry] = (await sessions(bench)).sessions
    expect(entry).toMatchObject({ id: 'elsewhere', folder: '~', isOwn: false })
    const session = await watched(bench, 'elsewhere')
    await caughtUp(session)
    await stands(session, { at: 'nowhere', canGoOn: false })
    const refused = await bench.refusal('/api/sessions/elsewhere/messages', { text: 'go on' })
    expect(refused).toMatchObject({ code: 'SESSION_OTHER_FOLDER', status: 409 })
    expect(refused.hints?.[0]).toContain(`millrace web --cwd ${JSON.stringify(other)}`)
  })

  test('that is not there is said to be none', async () => {
    const bench = await workbench()
    expect(await bench.refusal('/api/sessions/abc/stream')).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      status: 404,
    })
    expect(await bench.refusal('/api/sessions/abc/messages', { text: 'a' })).toMatchObject({ status: 404 })
  })
})

describe('a session that another process writes to', { timeout: 120_000 }, () => {
  test('is followed as it grows, and when that process leaves it', async () => {
    const at = home()
    const log = await foreignLog(at, 'growing')
    const bench = await workbench([], { at, script: ['Here now.'] })
    const session = await watched(bench, 'growing')
    expect(await caughtUp(session)).toBe(2)
    await stands(session, { at: 'elsewhere' })
    expect((await sessions(bench)).sessions[0]).toMatchObject({ id: 'growing', isLive: true })
    const refused = await bench.refusal('/api/sessions/growing/messages', { text: 'mine' })
    expect(refused).toMatchObject({ code: 'SESSION_LOCKED', status: 409 })
    log.append('step/start', {
      turn: 1,
      step: 1,
      model: { provider: 'a', id: 'b' },
      messages: 1,
      settings: {},
    } as never)
    log.append('assistant/message', {
      turn: 1,
      step: 1,
      message: { role: 'assistant', content: [{ type: 'text', text: 'written elsewhere' }] },
      finish: 'stop',
    })
    await log.flush()
    await session.event('assistant/message')
    await log.close()
    await stands(session, { at: 'nowhere', canGoOn: true })
    expect(await bench.post('/api/sessions/growing/messages', { text: 'mine' })).toEqual({ kind: 'started' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(session.events.map(({ seq }) => seq)).toEqual(session.events.map((_, index) => index))
  })

  test.each([
    ['deleted', (path: string) => rmSync(path), { code: 'SESSION_NOT_FOUND' }],
    [
      'damaged',
      (path: string) =>
        appendFileSync(
          path,
          checkedLine(
            '{"seq":9,"time":9000000000000,"type":"turn/start","data":{"turn":2,"principal":"user"}}',
          ),
        ),
      { code: 'SESSION_CORRUPT', message: expect.stringContaining('line 4') },
    ],
  ] as const)(
    'is shown no further where its log is %s meanwhile, and that is said',
    async (_, harm, problem) => {
      const at = home()
      await (await foreignLog(at, 'harmed')).close()
      const bench = await workbench([], { at })
      const session = await watched(bench, 'harmed')
      await caughtUp(session)
      harm(join(sessionsFolder(realpathSync(at.project), at.env), 'harmed.jsonl'))
      await session.ended
      expect(session.messages.at(-1)).toMatchObject({ name: 'gone', data: problem })
    },
  )

  test('is told to the page as soon as it begins', async () => {
    const at = home()
    const bench = await workbench([], { at })
    const desk = await bench.stream('/api/desk')
    await desk.until(({ messages }) => messages.find(({ name }) => name === 'waiting'))
    const before = desk.messages.length
    await (await foreignLog(at, 'new')).close()
    await desk.until(({ messages }) =>
      messages
        .slice(before)
        .find(({ name, data }) => name === 'changed' && (data as { what: string }).what === 'sessions'),
    )
    expect((await sessions(bench)).sessions).toHaveLength(1)
  })
})

test('without a model all can be looked at, and what is missing is said', { timeout: 120_000 }, async () => {
  const openModel = (): Promise<never> =>
    Promise.reject(new ModelError('MODEL_UNKNOWN', 'no model: set OPENAI_API_KEY'))
  const bench = await workbench([], { openModel })
  const about = await bench.get<About>('/api/about')
  expect(about.model).toBeUndefined()
  expect(about.modelProblem).toMatchObject({ message: 'no model: set OPENAI_API_KEY' })
  expect(about.modelProblem?.hints.join(' ')).toContain('millrace web --demo')
  const refused = await bench.refusal('/api/sessions', { prompt: 'hello' })
  expect(refused).toMatchObject({ code: 'MODEL_UNKNOWN', status: 422 })
  expect((await sessions(bench)).sessions).toEqual([])
})

test(
  'a session that is damaged is in the list, and does not hide the others',
  { timeout: 120_000 },
  async () => {
    const at = home()
    await (await foreignLog(at, 'whole')).close()
    const path = sessionsFolder(at.project, at.env)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'broken.jsonl'), 'no header\n', { mode: 0o600 })
    const { sessions: listed, damaged } = await sessions(await workbench([], { at }))
    expect(listed.map(({ id }) => id)).toEqual(['whole'])
    expect(damaged).toEqual([
      expect.objectContaining({ id: 'broken', problem: expect.stringContaining('header') }),
    ])
  },
)
