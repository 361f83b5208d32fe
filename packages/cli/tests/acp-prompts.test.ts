import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOf, editor, textOf, wordsOf } from './editor.ts'
import { asks, events, home } from './running.ts'
import { tool, withTools } from './workspace.ts'

const edit = asks('edit', { path: 'notes.md', edits: [{ oldText: 'one', newText: 'two' }] })
const notes = '# Notes\nTODO one\n'
const changed = '# Notes\nTODO two\n'

const noted = (at: { project: string }): string => readFileSync(join(at.project, 'notes.md'), 'utf8')

describe('an editor', () => {
  test('is told what the agent is and what it can', async () => {
    const { initialized } = await editor([])
    expect(initialized).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'millrace' },
      authMethods: [],
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true, audio: false },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
    })
  })

  test('gets the words, thoughts and calls of a turn, in their order', async () => {
    const read = { reasoning: 'Where?', text: 'I look.', calls: [asks('read', { path: 'notes.md' })] }
    const { session, prompt, updates, written } = await editor([read, 'There is one.'])
    expect(await prompt(await session())).toEqual({ stopReason: 'end_turn' })
    expect(wordsOf(updates)).toBe('I look.There is one.')
    expect(wordsOf(updates, 'agent_thought_chunk')).toBe('Where?')
    expect(wordsOf(updates, 'user_message_chunk')).toBe('')
    const [call] = callsOf(updates).values()
    expect(call).toMatchObject({
      title: 'read notes.md',
      kind: 'read',
      status: 'completed',
      rawInput: { path: 'notes.md' },
      locations: [{ line: 1 }],
    })
    expect(call && textOf(call)).toContain('TODO one')
    const statuses = updates.flatMap(({ update }) => ('status' in update ? [update.status] : []))
    expect(statuses).toEqual(['pending', 'in_progress', 'completed'])
    const lines = written().trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(
      lines.map(() => '2.0'),
    )
  })

  verifies(
    ['fault:B058', 'security:D2'],
    'is shown the command itself, whole, and not what it is said to do',
    async () => {
      const command = `rm -rf build; echo ${'x'.repeat(2_000)} end`
      const call = asks('bash', { command, description: 'list files' })
      const { session, prompt, asked } = await editor([{ calls: [call] }, 'Refused.'], {
        permit: () => 'reject',
      })
      await prompt(await session())
      const [{ toolCall }] = asked as [(typeof asked)[number]]
      expect(toolCall.title).toMatch(/^rm -rf build; echo/)
      expect(toolCall.rawInput).toEqual({ command, description: 'list files' })
      expect(textOf(toolCall)).toContain(command)
    },
  )

  verifies(
    ['security:D2'],
    'is shown all arguments of a tool that draws its call as something else',
    async () => {
      const disguised = tool('disguised', {
        effects: 'other',
        parameters: { type: 'object', properties: { target: { type: 'string' } } },
        presentCall: () => ({ card: 'terminal', title: 'ls' }),
      })
      const call = asks('disguised', { target: 'production' })
      const { session, prompt, asked } = await editor([{ calls: [call] }, 'Refused.'], {
        open: withTools(disguised),
        permit: () => 'reject',
      })
      await prompt(await session())
      const [{ toolCall }] = asked as [(typeof asked)[number]]
      expect(toolCall.title).toBe('disguised ls')
      expect(textOf(toolCall)).toContain('"target":"production"')
    },
  )

  test('gets the plan that the agent makes', async () => {
    const todos = [
      { content: 'look', status: 'completed' },
      { content: 'mend', status: 'in_progress' },
    ]
    const { session, prompt, updates } = await editor([{ calls: [asks('todo_write', { todos })] }, 'Go.'])
    await prompt(await session())
    const plans = updates.flatMap(({ update }) => (update.sessionUpdate === 'plan' ? [update.entries] : []))
    expect(plans).toEqual([
      [
        { content: 'look', priority: 'medium', status: 'completed' },
        { content: 'mend', priority: 'medium', status: 'in_progress' },
      ],
    ])
  })

  test('sees the calls of a program as calls of their own, and whose they are', async () => {
    const code =
      "const { total } = await tools.grep({ pattern: 'TODO' }); console.log('counted'); return total"
    const { session, prompt, updates } = await editor(
      [{ calls: [asks('run_code', { code, description: 'count' })] }, 'One.'],
      { argv: ['--mode', 'code', '--runtime', 'inline'] },
    )
    await prompt(await session())
    const [program, call] = [...callsOf(updates).values()]
    expect(program).toMatchObject({ name: 'run_code', kind: 'execute', status: 'completed' })
    expect(program && textOf(program)).toMatch(/counted[^]*1/)
    expect(call).toMatchObject({
      name: 'grep',
      kind: 'search',
      status: 'completed',
      title: 'program › grep TODO',
    })
  })

  test('sees the calls of a sub-agent, and whose they are', async () => {
    const { session, prompt, updates } = await editor(
      [
        { calls: [asks('task', { description: 'find it', prompt: 'find the TODO' })] },
        { calls: [asks('read', { path: 'notes.md' })] },
        'It is on line 2.',
        'Found.',
      ],
      { permit: () => 'once' },
    )
    await prompt(await session())
    expect([...callsOf(updates).values()].map(({ title, kind }) => [title, kind])).toEqual([
      ['task: find it', 'think'],
      ['task: find it › read notes.md', 'read'],
    ])
    expect(wordsOf(updates)).toBe('Found.')
  })

  test('sends pictures and files along', async () => {
    const { agent, session, models } = await editor(['Seen.'])
    const sessionId = await session()
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await agent.request('session/prompt', {
      sessionId,
      prompt: [
        { type: 'text', text: 'look' },
        { type: 'image', data: png, mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///a.ts', name: 'a.ts' },
        { type: 'resource', resource: { uri: 'file:///b.ts', text: 'let b' } },
      ],
    })
    const sent = JSON.stringify(models[0]?.requests[0]?.messages)
    for (const part of [png, 'file:///a.ts', 'let b']) expect(sent).toContain(part)
  })

  verifies(['fault:B030'], 'is refused a picture that is larger than those from anywhere else', async () => {
    const { agent, session, models } = await editor(['Seen.'])
    const sessionId = await session()
    const header = Buffer.from('89504e470d0a1a0a0000000d49484452000100000001000008060000', 'hex')
    const prompt = [{ type: 'image' as const, data: header.toString('base64'), mimeType: 'image/png' }]
    await expect(agent.request('session/prompt', { sessionId, prompt })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('8000 pixels'),
    })
    expect(models[0]?.requests).toEqual([])
  })
})

describe('a question', () => {
  const asking = [{ calls: [edit] }, { calls: [edit] }, 'Over.']
  const again = [
    { calls: [edit] },
    { calls: [asks('edit', { path: 'notes.md', edits: [{ oldText: 'two', newText: 'three' }] })] },
    'Over.',
  ]

  test('shows the whole file before and after, and yes is for this once', async () => {
    const { at, session, prompt, asked } = await editor(again, { permit: () => 'once' })
    await prompt(await session())
    expect(asked).toHaveLength(2)
    const path = join(at.project, 'notes.md')
    expect(asked[0]?.toolCall.content).toContainEqual({
      type: 'diff',
      path,
      oldText: notes,
      newText: changed,
    })
    expect(asked[0]?.options.map(({ kind, name }) => [kind, name])).toEqual([
      ['allow_once', 'Allow once'],
      ['allow_always', 'Allow Edit(notes.md) for this session'],
      ['allow_always', expect.stringMatching(/^Always allow Edit\(notes\.md\) → .*millrace\.jsonc$/)],
      ['reject_once', 'Refuse'],
      ['reject_always', 'Refuse Edit(notes.md) for this session'],
    ])
    expect(noted(at)).toBe('# Notes\nTODO three\n')
  })

  test('is asked once where yes is for the session, and the rule is in the log', async () => {
    const { at, session, prompt, asked } = await editor(again, { permit: () => 'session' })
    await prompt(await session())
    expect(asked).toHaveLength(1)
    expect(noted(at)).toBe('# Notes\nTODO three\n')
    expect(at.logs()[0]).toContain('"permission/granted"')
  })

  test('is asked once where yes is for good, and the rule is in the file that it named', async () => {
    const { at, session, prompt, asked } = await editor(again, { permit: () => 'always' })
    await prompt(await session())
    expect(asked).toHaveLength(1)
    expect(noted(at)).toBe('# Notes\nTODO three\n')
    const saved = ['millrace.jsonc', 'millrace.local.jsonc', '.millrace/millrace.jsonc'].flatMap((name) => {
      try {
        return [readFileSync(join(at.project, name), 'utf8')]
      } catch {
        return []
      }
    })
    expect(saved.join('')).toContain('Edit(notes.md)')
  })

  test('is asked again after a no', async () => {
    const { at, session, prompt, asked, updates } = await editor(asking, { permit: () => 'reject' })
    expect(await prompt(await session())).toEqual({ stopReason: 'end_turn' })
    expect(asked).toHaveLength(2)
    expect(noted(at)).toBe(notes)
    const [call] = callsOf(updates).values()
    expect(call).toMatchObject({ status: 'failed' })
    expect(call && textOf(call)).toContain('denied by you')
  })

  test('is not asked again after a no that lasts, and the model is told why', async () => {
    const { at, session, prompt, asked, models } = await editor(asking, { permit: () => 'reject-always' })
    const sessionId = await session()
    await prompt(sessionId)
    expect(asked).toHaveLength(1)
    expect(noted(at)).toBe(notes)
    expect(JSON.stringify(models[0]?.requests.at(-1)?.messages)).toContain('for the rest of the session')
  })

  verifies(
    ['security:A2', 'security:A3'],
    'is answered with no by everything that is no offered answer',
    async () => {
      const answers: (string | object)[] = [
        'allow_always',
        'ONCE',
        { outcome: { outcome: 'cancelled' } },
        { outcome: { outcome: 'allowed', optionId: 'once' } },
        { outcome: 'selected' },
        { optionId: 'once' },
        {},
      ]
      let next = 0
      const script = [...answers.map(() => ({ calls: [edit] })), 'Over.']
      const { at, session, prompt, asked } = await editor(script, {
        permit: () => answers[next++] ?? 'reject',
      })
      await prompt(await session())
      expect(asked).toHaveLength(answers.length)
      expect(noted(at)).toBe(notes)
    },
  )

  verifies(['fault:B056'], 'is denied at once where the editor cannot ask', async () => {
    const { at, session, prompt, updates } = await editor(asking)
    await prompt(await session())
    expect(noted(at)).toBe(notes)
    expect([...callsOf(updates).values()].map(({ status }) => status)).toEqual(['failed', 'failed'])
  })

  verifies(
    ['fault:B055'],
    'that was cancelled takes no late answer, and harms none that is open',
    async () => {
      let answerLate: ((answer: string) => void) | undefined
      const { at, agent, session, prompt, asked } = await editor(
        [{ calls: [edit] }, { calls: [edit] }, 'Over.'],
        {
          permit: () =>
            asked.length === 1 ? new Promise((resolve) => (answerLate = resolve)) : Promise.resolve('reject'),
        },
      )
      const sessionId = await session()
      const first = prompt(sessionId)
      await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(1)
      await agent.notify('session/cancel', { sessionId })
      expect(await first).toEqual({ stopReason: 'cancelled' })
      const second = prompt(sessionId)
      answerLate?.('once')
      expect(await second).toEqual({ stopReason: 'end_turn' })
      expect(noted(at)).toBe(notes)
      const { events: logged } = events(at.logs()[0] ?? '')
      const of = (type: string): unknown[] =>
        logged.filter((event) => event.type === type).map(({ data }) => (data as { callId: string }).callId)
      expect(of('tool/result')).toEqual(of('tool/call'))
    },
  )
})

test('a key that is missing is said before anything is made, with what to set', async () => {
  const { findModel } = await import('@millrace/agent/models')
  const at = home()
  const { session } = await editor([], { at, openModel: (env) => findModel(env) })
  await expect(session()).rejects.toMatchObject({
    message: expect.stringMatching(/ANTHROPIC_API_KEY|OPENAI_API_KEY/),
    data: { code: expect.stringMatching(/^MODEL_/) },
  })
})
