import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as acp from '@agentclientprotocol/sdk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { callsOf, editor, textOf, wordsOf } from './editor.ts'
import { asks, home } from './running.ts'

const edit = asks('edit', { path: 'notes.md', edits: [{ oldText: 'one', newText: 'two' }] })
const long = asks('bash', { command: 'sleep 600' })

describe('a session that is loaded', () => {
  test('tells the same calls as when they happened, and all words', async () => {
    const at = home()
    const todos = [{ content: 'look', status: 'completed' }]
    const code = "await tools.grep({ pattern: 'TODO' }); console.log('counted'); return 1"
    const script = [
      {
        reasoning: 'Hm.',
        text: 'I look.',
        calls: [asks('read', { path: 'notes.md' }), asks('read', { path: 'no' })],
      },
      { calls: [asks('todo_write', { todos }), edit, asks('bash', { command: 'echo done' })] },
      { calls: [asks('run_code', { code, description: 'count' })] },
      'All done.',
    ]
    const argv = ['--mode', 'both', '--runtime', 'inline']
    const live = await editor(script, { at, argv, permit: () => 'once' })
    const sessionId = await live.session()
    await live.prompt(sessionId, 'mend it')
    await live.leave()
    const later = await editor(['Again.'], { at, argv })
    const state = await later.agent.request('session/load', { sessionId, cwd: at.project, mcpServers: [] })
    expect(state.modes).toMatchObject({ currentModeId: 'default' })
    const past = [...later.updates]
    expect(wordsOf(past, 'user_message_chunk')).toBe('mend it')
    for (const kind of ['agent_message_chunk', 'agent_thought_chunk'] as const)
      expect(wordsOf(past, kind)).toBe(wordsOf(live.updates, kind))
    const ofCalls = (updates: readonly acp.SessionNotification[]): unknown[] =>
      updates.flatMap(({ update }) => (/^(?:tool|plan)/.test(update.sessionUpdate) ? [update] : []))
    expect(ofCalls(past)).toEqual(ofCalls(live.updates))
    expect(callsOf(past).size).toBe(7)
    expect(await later.prompt(sessionId, 'more')).toEqual({ stopReason: 'end_turn' })
    const sent = JSON.stringify(later.models[0]?.requests[0]?.messages)
    for (const words of ['mend it', 'All done.', 'more']) expect(sent).toContain(words)
  })

  test('is told nothing of its past where it is resumed, and goes on with it', async () => {
    const at = home()
    const live = await editor(['Hello.'], { at })
    const sessionId = await live.session()
    await live.prompt(sessionId, 'first')
    await live.agent.request('session/close', { sessionId })
    await live.agent.request('session/resume', { sessionId, cwd: at.project, mcpServers: [] })
    const { length } = live.updates
    await live.prompt(sessionId, 'second')
    expect(wordsOf(live.updates.slice(length))).toBe('Hello.')
    expect(JSON.stringify(live.models[1]?.requests[0]?.messages)).toContain('first')
  })

  test('is refused where it is open, unknown, or of another folder', async () => {
    const at = home()
    const { agent, session } = await editor(['Hello.'], { at })
    const sessionId = await session()
    const load = (id: string, cwd: string) =>
      agent.request('session/load', { sessionId: id, cwd, mcpServers: [] })
    await expect(load(sessionId, at.project)).rejects.toMatchObject({ data: { code: 'ACP_BUSY' } })
    await expect(load('f'.repeat(32), at.project)).rejects.toMatchObject({
      data: { code: 'SESSION_NOT_FOUND' },
    })
    await agent.request('session/close', { sessionId })
    await expect(load(sessionId, folder())).rejects.toMatchObject({ code: expect.any(Number) })
    await load(sessionId, at.project)
  })

  test('stands in the list of its folder, and is gone once it is removed', async () => {
    const at = home()
    const { agent, session, prompt } = await editor(['Hello.', 'Hello.'], { at })
    const sessionId = await session()
    await prompt(sessionId, 'the first words')
    const list = async (cwd?: string): Promise<unknown[]> =>
      (await agent.request('session/list', cwd === undefined ? {} : { cwd })).sessions
    const info = { sessionId, cwd: at.project, title: 'the first words', updatedAt: expect.any(String) }
    expect(await list()).toEqual([info])
    expect(await list(at.project)).toEqual([info])
    expect(await list(folder())).toEqual([])
    await expect(agent.request('session/delete', { sessionId })).rejects.toMatchObject({
      data: { code: 'ACP_BUSY' },
    })
    await agent.request('session/close', { sessionId })
    await agent.request('session/delete', { sessionId })
    expect(await list()).toEqual([])
  })
})

describe('two sessions at once', () => {
  verifies(
    ['security:R9'],
    'do not mix: each works in its folder, asks and tells under its own id',
    async () => {
      const script = [{ text: 'Mend.', calls: [edit] }, 'Done.']
      const { at, session, prompt, asked, updates } = await editor(script, {
        permit: ({ toolCall }) => (toolCall.locations?.[0]?.path.startsWith(other) ? 'reject' : 'once'),
      })
      const other = folder({ 'notes.md': 'TODO one\n' })
      const [one, two] = [await session(), await session({ cwd: other })]
      expect(await Promise.all([prompt(one), prompt(two)])).toEqual([
        { stopReason: 'end_turn' },
        { stopReason: 'end_turn' },
      ])
      expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toContain('TODO two')
      expect(readFileSync(join(other, 'notes.md'), 'utf8')).toBe('TODO one\n')
      expect(new Set(asked.map(({ sessionId }) => sessionId))).toEqual(new Set([one, two]))
      for (const [id, status, place] of [
        [one, 'completed', at.project],
        [two, 'failed', other],
      ] as const) {
        const [call] = callsOf(updates.filter(({ sessionId }) => sessionId === id)).values()
        expect(call).toMatchObject({ status, locations: [{ path: join(place, 'notes.md') }] })
      }
    },
  )

  test('have modes of their own', async () => {
    const { at, agent, session, prompt, updates } = await editor([{ calls: [edit] }, 'Done.'])
    const [one, two] = [await session(), await session()]
    await agent.request('session/set_mode', { sessionId: one, modeId: 'accept-edits' })
    expect(updates.map(({ sessionId, update }) => [sessionId, update.sessionUpdate])).toEqual([
      [one, 'current_mode_update'],
      [one, 'config_option_update'],
    ])
    await prompt(two)
    expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toContain('TODO one')
    await prompt(one)
    expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toContain('TODO two')
  })
})

describe('a mode', () => {
  test('of plan changes nothing, whatever rules allow', async () => {
    const at = home({ 'notes.md': 'TODO one\n' })
    const { agent, session, prompt, asked } = await editor(
      [{ calls: [edit] }, 'Done.', { calls: [edit] }, 'Done.'],
      {
        at,
        permit: () => 'session',
      },
    )
    const sessionId = await session()
    const { configOptions } = await agent.request('session/set_config_option', {
      sessionId,
      configId: 'mode',
      value: 'plan',
    })
    expect(configOptions).toMatchObject([{ id: 'mode', currentValue: 'plan' }])
    await prompt(sessionId)
    expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toBe('TODO one\n')
    expect(asked).toEqual([])
    await agent.request('session/set_mode', { sessionId, modeId: 'default' })
    await prompt(sessionId)
    expect(asked).toHaveLength(1)
    expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toBe('TODO two\n')
  })

  test('that asks nobody is there only where the command line allows it', async () => {
    const strict = await editor([])
    const modes = async (from: typeof strict): Promise<string[]> => {
      const { modes: found } = await from.agent.request('session/new', {
        cwd: from.at.project,
        mcpServers: [],
      })
      return (found?.availableModes ?? []).map(({ id }) => id)
    }
    expect(await modes(strict)).toEqual(['default', 'accept-edits', 'plan'])
    const sessionId = await strict.session()
    await expect(
      strict.agent.request('session/set_mode', { sessionId, modeId: 'bypass' }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('expected one of default') })
    const loose = await editor([{ calls: [edit] }, 'Done.'], { argv: ['--allow-bypass'] })
    expect(await modes(loose)).toEqual(['default', 'accept-edits', 'plan', 'bypass'])
    const freed = await loose.session()
    await loose.agent.request('session/set_mode', { sessionId: freed, modeId: 'bypass' })
    await loose.prompt(freed)
    expect(readFileSync(join(loose.at.project, 'notes.md'), 'utf8')).toContain('TODO two')
  })
})

describe('a turn', () => {
  verifies(
    ['security:R2', 'security:R6'],
    'that is cancelled ends what runs, and each call has its result',
    async () => {
      const at = home()
      const { agent, session, prompt, updates } = await editor([{ calls: [long] }, 'Never.'], {
        at,
        permit: () => 'once',
      })
      const sessionId = await session()
      const turn = prompt(sessionId)
      await expect
        .poll(() => [...callsOf(updates).values()][0]?.status, { timeout: 30_000 })
        .toBe('in_progress')
      await agent.notify('session/cancel', { sessionId })
      expect(await turn).toEqual({ stopReason: 'cancelled' })
      const [call] = callsOf(updates).values()
      expect(call).toMatchObject({ status: 'failed' })
      expect(call && textOf(call)).toContain('cancelled')
      expect(wordsOf(updates)).toBe('')
    },
  )

  test('is cancelled by the cancellation of its request, too', async () => {
    const { agent, session, updates } = await editor([{ text: 'Long', waitForAbort: true }])
    const stop = new AbortController()
    const sessionId = await session()
    const asked = { sessionId, prompt: [{ type: 'text' as const, text: 'go' }] }
    const turn = agent.request('session/prompt', asked, { cancellationSignal: stop.signal })
    await expect.poll(() => wordsOf(updates), { timeout: 20_000 }).toBe('Long')
    stop.abort()
    expect(await turn).toEqual({ stopReason: 'cancelled' })
  })

  test('is one at a time', async () => {
    const { agent, session, prompt, updates } = await editor([{ text: 'Long', waitForAbort: true }, 'Done.'])
    const sessionId = await session()
    const first = prompt(sessionId)
    await expect.poll(() => wordsOf(updates), { timeout: 20_000 }).toBe('Long')
    await expect(prompt(sessionId)).rejects.toMatchObject({ data: { code: 'ACP_BUSY' } })
    await agent.notify('session/cancel', { sessionId })
    expect(await first).toEqual({ stopReason: 'cancelled' })
    expect(await prompt(sessionId)).toEqual({ stopReason: 'end_turn' })
  })

  test.each([
    [{ text: 'cut', finish: 'length' as const }, [], { stopReason: 'max_tokens' }],
    [{ text: 'no', finish: 'content-filter' as const }, [], { stopReason: 'refusal' }],
    [
      { calls: [asks('read', { path: 'notes.md' })] },
      ['--max-steps', '1'],
      { stopReason: 'max_turn_requests' },
    ],
  ])('that ends by %j says so', async (step, argv, expected) => {
    const { session, prompt } = await editor([step], { argv })
    expect(await prompt(await session())).toEqual(expected)
  })

  test('that fails is an error with words, and the session goes on', async () => {
    const { session, prompt } = await editor([new Error('the model is away'), 'Back.'])
    const sessionId = await session()
    await expect(prompt(sessionId)).rejects.toMatchObject({
      message: expect.stringContaining('the model is away'),
      data: { code: 'ACP_TURN_FAILED' },
    })
    expect(await prompt(sessionId)).toEqual({ stopReason: 'end_turn' })
  })
})

describe('the end', () => {
  verifies(
    ['security:R5'],
    'comes with that of the input: what runs is cancelled, and the log is whole',
    async () => {
      const at = home()
      const { session, prompt, updates, leave } = await editor([{ calls: [long] }], {
        at,
        permit: () => 'once',
      })
      const turn = prompt(await session())
      turn.catch(() => {})
      await expect
        .poll(() => [...callsOf(updates).values()][0]?.status, { timeout: 30_000 })
        .toBe('in_progress')
      expect(await leave()).toBe(0)
      expect(at.logs()[0]).toMatch(/"tool\/result"[^]*"turn\/end"/)
    },
  )

  test('comes with a signal, and the turn is answered before', async () => {
    const { session, prompt, interrupt, updates } = await editor([{ text: 'Long', waitForAbort: true }])
    const turn = prompt(await session())
    await expect.poll(() => wordsOf(updates), { timeout: 20_000 }).toBe('Long')
    const status = interrupt()
    expect(await turn).toEqual({ stopReason: 'cancelled' })
    expect(await status).toBe(130)
  })
})

test('settings of the folder hold, and what is wrong with them is told beside the protocol', async () => {
  const at = home()
  writeFileSync(
    join(at.project, 'millrace.jsonc'),
    JSON.stringify({ permissions: { deny: ['Edit(notes.md)'] } }),
  )
  const { session, prompt, updates, asked } = await editor([{ calls: [edit] }, 'Done.'], {
    at,
    permit: () => 'once',
  })
  await prompt(await session())
  expect(asked).toEqual([])
  expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'failed' })
})
