import { describe, expect, test } from 'vitest'
import { serveWeb } from '@millrace/web'
import type { AnswerOutcome, WireFailure } from '@millrace/web/wire'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { EventReader } from '../support/event-reader.ts'
import { fakeHost } from '../support/fake-host.ts'
import { serve, smallPage, token } from '../support/served.ts'

const failureOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as WireFailure).error.code,
]

describe('two answers to one question', () => {
  verifies(
    ['fault:B053'],
    'are told apart: the first counts, and the other tab hears who answered',
    async () => {
      const host = await fakeHost()
      const server = await serve(host)
      const { requestId, hash, nonce } = host.desk.ask({ tool: 'bash', arguments: { command: 'rm -rf /' } })
      const desk = await EventReader.open(server.port, '/api/desk')
      const answer = (reply: object): Promise<AnswerOutcome> =>
        server
          .post(`/api/questions/${requestId}/answer`, { hash, nonce, reply })
          .then((response) => response.json() as Promise<AnswerOutcome>)
      const outcomes = await Promise.all([
        answer({ kind: 'deny', message: 'not that' }),
        answer({ kind: 'once' }),
      ])
      expect(outcomes.map(({ receipt }) => receipt).toSorted()).toEqual(['accepted', 'already-decided'])
      const decided = outcomes.find(({ receipt }) => receipt === 'already-decided')?.decided
      expect(decided).toMatchObject({ requestId, by: 'user' })
      await desk.until((events) => events.some(({ name }) => name === 'decided'))
      expect(desk.all('decided')).toEqual([decided])
      await desk.until(() => desk.all('waiting').length === 2)
      expect(desk.all('waiting').at(-1)).toEqual({ questions: [], forms: [] })
    },
  )

  verifies(['fault:B053'], 'count for nothing where they are of another question', async () => {
    const host = await fakeHost()
    const server = await serve(host)
    const { requestId, hash } = host.desk.ask({ tool: 'bash', arguments: {} })
    const body = { hash, nonce: 'another', reply: { kind: 'once' } }
    const outcome = await server.post(`/api/questions/${requestId}/answer`, body)
    expect([outcome.status, await outcome.json(), host.desk.answers.size]).toEqual([
      200,
      { receipt: 'forged' },
      0,
    ])
  })
})

describe('the stream of the desk', () => {
  test('has all that waits at first and whenever that changes, and what else a page should know', async () => {
    const host = await fakeHost()
    const server = await serve(host)
    const desk = await EventReader.open(server.port, '/api/desk')
    await desk.until(() => desk.all('waiting').length === 1)
    expect(host.desk.attending).toBe(1)
    const question = host.desk.ask({ tool: 'bash', arguments: { command: 'ls' } })
    await desk.until(() => desk.all('waiting').length === 2)
    expect(desk.all('waiting').at(-1)).toEqual({ questions: [question], forms: [] })
    host.desk.tell({ changed: 'sessions' })
    host.desk.tell({ changed: 'sessions' })
    host.desk.tell({ warning: 'a rule could not be saved' })
    await desk.until((events) =>
      ['changed', 'warning'].every((name) => events.some((each) => each.name === name)),
    )
    expect([desk.all('changed'), desk.all('warning')]).toEqual([
      [{ what: 'sessions' }],
      [{ message: 'a rule could not be saved' }],
    ])
    desk.close()
    await expect.poll(() => host.desk.attending).toBe(0)
  })
})

describe('a request with a body', () => {
  test.each<[string, object, string]>([
    ['/api/sessions', { prompt: 1 }, '"prompt" must be a text'],
    ['/api/sessions', { prompt: ' \n ' }, 'not blank'],
    ['/api/sessions', {}, '"prompt"'],
    ['/api/sessions', { prompt: 'x', cwd: '/' }, 'without "cwd"'],
    ['/api/mode', { mode: 'yolo' }, 'one of "default", "accept-edits", "plan", "bypass"'],
    [
      '/api/questions/q/answer',
      { hash: 'h', nonce: 'n', reply: { kind: 'always' } },
      '"reply.rules" must be a list',
    ],
    ['/api/questions/q/answer', { hash: 'h', nonce: 'n', reply: { kind: 'yes' } }, '"reply.kind"'],
    ['/api/questions/q/answer', { hash: 'h', nonce: 'n', reply: 'once' }, '"reply.kind"'],
    [
      '/api/questions/q/answer',
      { hash: 'h', nonce: 'n', reply: { kind: 'once', rules: [] } },
      'without "rules"',
    ],
    ['/api/forms/f/answer', { kind: 'answered', answers: [{ chosen: [1] }] }, '"answers[0].chosen[0]"'],
    ['/api/rules/replay', { rules: { allow: [], ask: [] }, mode: 'plan' }, '"rules.deny"'],
    ['/api/sessions/s/interrupt', { force: true }, 'without "force"'],
  ])('to %s that is %j is told what is wrong', async (path, body, problem) => {
    const host = await fakeHost()
    const server = await serve(host)
    const response = await server.post(path, body)
    const { error } = (await response.json()) as WireFailure
    expect([response.status, error.code, error.message.includes(problem)]).toEqual([400, 'BAD_REQUEST', true])
    expect([host.sessions.deeds, host.catalogue.deeds]).toEqual([[], []])
  })

  test('does what it says', async () => {
    const host = await fakeHost()
    const server = await serve(host)
    const { id } = (await (await server.post('/api/sessions', { prompt: 'hello' })).json()) as { id: string }
    const receipt = await server.post(`/api/sessions/${id}/messages`, { text: 'more' })
    expect([receipt.status, ((await receipt.json()) as { kind: string }).kind]).toEqual([
      200,
      expect.any(String),
    ])
    await server.post(`/api/sessions/${id}/interrupt`)
    await server.post('/api/mode', { mode: 'plan' })
    await server.post('/api/calls', { tool: 'echo', arguments: '{"a":1}' })
    expect(host.sessions.deeds).toEqual(['start hello', `send ${id} more`, `interrupt ${id}`])
    expect(host.catalogue.deeds).toEqual(['mode plan', 'call echo {"a":1}'])
    const about = (await (await server.ask('/api/about')).json()) as { mode: string }
    expect(about.mode).toBe('plan')
  })
})

describe('what cannot be done', () => {
  test('is told with the code and words of its error', async () => {
    const host = await fakeHost()
    const server = await serve(host)
    expect(await failureOf(await server.post('/api/sessions/none/messages', { text: 'x' }))).toEqual([
      404,
      'SESSION_NOT_FOUND',
    ])
    expect(await failureOf(await server.post('/api/servers/none/restart'))).toEqual([404, 'SERVER_NOT_FOUND'])
    expect(await failureOf(await server.post('/api/questions/none/try', { rules: [] }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await failureOf(await server.ask('/api/nothing'))).toEqual([404, 'NOT_FOUND'])
    expect(server.warnings).toEqual([])
  })

  test('for a reason that is ours is told without what it was, which is told where the server runs', async () => {
    const host = await fakeHost()
    host.catalogue.tools = () => Promise.reject(new Error('ENOENT: /home/me/secret'))
    const server = await serve(host)
    const response = await server.ask('/api/tools')
    const text = await response.text()
    expect([response.status, text.includes('secret')]).toEqual([500, false])
    expect(server.warnings).toEqual(['a request failed: Error: ENOENT: /home/me/secret'])
  })
})

describe('the page', () => {
  test('runs nothing but its own files, is in no frame, and is kept only where its name says what it is', async () => {
    const server = await serve(await fakeHost())
    const origin = `http://127.0.0.1:${server.port}`
    const page = await fetch(origin)
    const policy = page.headers.get('content-security-policy')
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    const asset = await fetch(`${origin}/assets/index-1a2b3c.js`)
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(await asset.text()).toBe('console.log("small")')
    const again = await fetch(origin, { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await server.ask('/api/about')).headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ])('is the same in each coding: for "%s" in %s', async (accepted, coding) => {
    const server = await serve(await fakeHost())
    const response = await fetch(`http://127.0.0.1:${server.port}/`, {
      headers: { 'Accept-Encoding': accepted },
    })
    expect(await response.text()).toBe(Buffer.from(smallPage.get('/') ?? []).toString())
    expect(response.headers.get('content-encoding')).toBe(coding)
  })

  test('is served on the port that was asked for, or it is said that it cannot be', async () => {
    const host = await fakeHost()
    const server = await serve(host)
    await expect(serveWeb(host, { port: server.port, token, files: smallPage })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
