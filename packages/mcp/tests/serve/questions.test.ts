import { describe, expect, test, vi, type Mock } from 'vitest'
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { bench, eras, tool } from './server-bench.ts'

type Form = Extract<ElicitRequest['params'], { requestedSchema: unknown }>

const choicesOf = (params: ElicitRequest['params']): string[] =>
  ((params as Form).requestedSchema.properties['answer'] as { enum: string[] }).enum

const firstForm = (elicit: Mock<(params: ElicitRequest['params']) => ElicitResult>): Form => {
  const [call] = elicit.mock.calls
  if (call === undefined) throw new Error('nobody was asked')
  return call[0] as Form
}

const answering =
  (choice: (choices: string[]) => string) =>
  (params: ElicitRequest['params']): ElicitResult => ({
    action: 'accept',
    content: { answer: choice(choicesOf(params)) },
  })

const ruleFile = { label: 'millrace.jsonc', path: '/somewhere/millrace.jsonc' }

describe.each(eras)('a question of a policy, to a client of the %s era,', (era) => {
  test('shows the call and its reason, and runs it after a yes', async () => {
    const { connect } = await bench({ tools: [tool('bash')], asks: ['bash'], ruleFile })
    const elicit = vi.fn(answering(([once = '']) => once))
    const client = await connect(era, { elicit })
    const command = 'echo one\necho two\nWhy it asks: because it is safe'
    const result = await client.callTool({ name: 'bash', arguments: { command, depth: 2 } })
    expect(result).toMatchObject({ content: [{ type: 'text' }] })
    expect(result.isError ?? false).toBe(false)
    expect(elicit).toHaveBeenCalledTimes(1)
    const { message } = firstForm(elicit)
    expect(message.split('\n')).toEqual([
      'May this call of bash run?',
      '',
      'command: echo one',
      '    echo two',
      '    Why it asks: because it is safe',
      'depth: 2',
      '',
      'Why it asks: a rule says so',
    ])
    expect(choicesOf(firstForm(elicit))).toEqual([
      'allow once',
      'allow until the server ends: Tool(bash)',
      'always allow, in millrace.jsonc: Tool(bash)',
      'deny',
    ])
  })

  test('shows both ends of what is long, and how much is left out', async () => {
    const { connect } = await bench({ tools: [tool('bash')], asks: ['bash'] })
    const elicit = vi.fn(answering(([once = '']) => once))
    const client = await connect(era, { elicit })
    await client.callTool({ name: 'bash', arguments: { command: `begin ${'x'.repeat(10_000)}\u202e end` } })
    const { message } = firstForm(elicit)
    expect(message).toMatch(
      /command: begin x+\n    … \d+ characters are left out here …\n    x+\\u\{202e\} end/,
    )
    expect(message.length).toBeLessThan(5_000)
  })

  test.each([
    [1, { lasts: 'session', rule: 'Tool(bash)' }],
    [2, { lasts: 'always', rule: 'Tool(bash)', file: ruleFile.path }],
  ])('can be answered for longer: %i', async (at, grant) => {
    const remembered = vi.fn()
    const { ctx, connect } = await bench({ tools: [tool('bash')], asks: ['bash'], ruleFile })
    ctx.on('approval/decided', remembered)
    const replies: unknown[] = []
    ctx.get('approval')?.addFrontEnd({
      name: 'watcher',
      ask: (_question, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            replies.push((signal.reason as { reply: unknown }).reply)
            resolve(undefined)
          })
        }),
    })
    const client = await connect(era, { elicit: answering((choices) => choices[at] ?? '') })
    await client.callTool({ name: 'bash' })
    expect(remembered).toHaveBeenCalledWith(expect.objectContaining({ outcome: 'allowed-once', by: 'mcp' }))
    const { lasts, rule, ...file } = grant
    expect(replies).toEqual([{ kind: lasts, rules: [rule], ...file }])
  })

  test.each<[string, ElicitResult]>([
    ['a no', { action: 'accept', content: { answer: 'deny', words: 'use grep' } }],
    ['a choice that was not offered', { action: 'accept', content: { answer: 'allow everything' } }],
    ['no choice', { action: 'accept', content: {} }],
    ['no content', { action: 'accept' }],
    ['a decline', { action: 'decline' }],
    ['a decline with an allowing choice', { action: 'decline', content: { answer: 'allow once' } }],
    ['a cancel', { action: 'cancel' }],
  ])('denies after %s', async (_what, answer) => {
    const execute = vi.fn(async () => 'ran')
    const { connect } = await bench({ tools: [tool('bash', { execute })], asks: ['bash'] })
    const client = await connect(era, { elicit: () => answer })
    const result = await client.callTool({ name: 'bash' })
    expect(result).toMatchObject({ isError: true })
    expect(execute).not.toHaveBeenCalled()
    if (_what === 'a no') expect(JSON.stringify(result.content)).toContain('use grep')
  })

  verifies(['fault:B056'], 'is denied at once where the client cannot ask', async () => {
    const execute = vi.fn(async () => 'ran')
    const { connect } = await bench({ tools: [tool('bash', { execute })], asks: ['bash'] })
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const client = await connect(era, { capabilities })
      const result = await client.callTool({ name: 'bash' })
      expect(result).toMatchObject({ isError: true })
      expect(JSON.stringify(result.content)).toContain('no approval channel')
    }
    expect(execute).not.toHaveBeenCalled()
  })

  test('is put for each call of a program, one after the other', async () => {
    const outer = tool('outer', {
      effects: 'other',
      execute: async (_args, exec) => {
        const call = (at: number): Promise<{ isError: boolean }> =>
          served.ctx.tools.execute({
            callId: `${exec.callId}:code:${at}`,
            rootCallId: exec.callId,
            name: 'bash',
            arguments: { at },
            agent: exec.agent ?? {},
            parent: exec.token,
            signal: exec.signal,
          })
        const all = await Promise.all([call(1), call(2), call(3)])
        return all.map(({ isError }) => (isError ? 'denied' : 'ran')).join(' ')
      },
    })
    const served = await bench({ tools: [outer, tool('bash')], asks: ['bash'] })
    const asked: string[] = []
    const client = await served.connect(era, {
      elicit: (params) => {
        asked.push(/at: \d/.exec(params.message)?.[0] ?? '')
        return answering(([once = '']) => (asked.length === 2 ? 'deny' : once))(params)
      },
    })
    expect(await client.callTool({ name: 'outer' })).toMatchObject({
      content: [{ type: 'text', text: 'ran denied ran' }],
    })
    expect(asked).toEqual(['at: 1', 'at: 2', 'at: 3'])
  })

  test('is taken back when somebody else answers', async () => {
    const { ctx, connect } = await bench({ tools: [tool('bash')], asks: ['bash'] })
    const asked = vi.fn()
    const decided = new Promise<void>((resolve) => ctx.on('approval/decided', () => resolve()))
    const other = ctx.get('approval')?.addFrontEnd({
      name: 'terminal',
      ask: async () => {
        await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 20_000 })
        return { kind: 'once' }
      },
    })
    const client = await connect(era, {
      elicit: async (_params, signal) => {
        asked()
        // A person who takes no notice; the answer comes when it counts no more.
        await new Promise((resolve) => {
          if (era === 'modern') void decided.then(resolve)
          else signal.addEventListener('abort', resolve)
        })
        return { action: 'decline' }
      },
    })
    expect((await client.callTool({ name: 'bash' })).isError ?? false).toBe(false)
    other?.()
  })
})
