import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOf, editor, textOf } from './editor.ts'
import { asks } from './running.ts'

/** Messages that make no sense, each of which may cost an answer and nothing else. */
const nonsense: readonly string[] = [
  'garbage',
  '{',
  '[]',
  '[{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]',
  'null',
  '"text"',
  '{}',
  '{"jsonrpc":"1.0","id":1,"method":"session/list"}',
  '{"jsonrpc":"2.0","id":{},"method":"session/list"}',
  '{"jsonrpc":"2.0","id":90,"method":"no/such"}',
  '{"jsonrpc":"2.0","id":91,"method":"session/list","params":[]}',
  '{"jsonrpc":"2.0","id":92,"method":"session/new","params":{"cwd":7,"mcpServers":{}}}',
  '{"jsonrpc":"2.0","id":93,"method":"session/prompt","params":{"sessionId":"x","prompt":[{"type":"text"}]}}',
  '{"jsonrpc":"2.0","id":94,"method":"session/prompt","params":{"sessionId":"x","prompt":[]}}',
  '{"jsonrpc":"2.0","id":95,"method":"session/set_mode","params":{"sessionId":"__proto__","modeId":"constructor"}}',
  '{"jsonrpc":"2.0","id":96,"method":"session/list","params":{"cursor":"-1"}}',
  '{"jsonrpc":"2.0","id":97,"method":"initialize","params":{"protocolVersion":"one"}}',
  '{"jsonrpc":"2.0","id":98,"method":"authenticate","params":{"methodId":"any"}}',
  '{"jsonrpc":"2.0","id":99,"method":"__proto__","params":{"__proto__":{"x":1}}}',
  '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"none"}}',
  '{"jsonrpc":"2.0","method":"session/cancel"}',
  '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":{}}}',
  '{"jsonrpc":"2.0","id":0,"result":{}}',
  '{"jsonrpc":"2.0","id":12345,"result":{"outcome":{"outcome":"selected","optionId":"once"}}}',
  '{"jsonrpc":"2.0","id":"0","error":"words"}',
  JSON.stringify({ jsonrpc: '2.0', id: '\u001b[2J', result: {} }),
  `{"jsonrpc":"2.0","id":100,"method":"session/list","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
]

describe('a hostile editor', () => {
  verifies(['security:W2'], 'gets an error for what makes no sense, and the agent goes on', async () => {
    const { session, prompt, write, written, io } = await editor(['Still here.'])
    await write(`${nonsense.join('\n')}\n`)
    expect(await prompt(await session())).toEqual({ stopReason: 'end_turn' })
    const answers = written()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: unknown; error?: { code: number } })
    for (const id of [90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]) {
      const own = answers.filter((answer) => answer.id === id)
      expect([id, own.map(({ error }) => typeof error?.code)]).toEqual([id, ['number']])
    }
    expect(io.err()).toContain(String.raw`unknown request \u{1b}[2J`)
    expect(io.err()).not.toContain('\u001b')
    const asWhole = answers.filter(({ id, error }) => id === null && error !== undefined)
    expect(asWhole.length).toBeGreaterThan(5)
  })

  test('is told of on its own standard error output, whichever of several began or ends first', async () => {
    const before = console.error
    const one = await editor([])
    const two = await editor([])
    await one.leave()
    await two.write(`${JSON.stringify({ jsonrpc: '2.0', id: '\u001b[2J', result: {} })}\n`)
    await expect.poll(() => two.io.err()).toContain(String.raw`unknown request \u{1b}[2J`)
    await two.leave()
    expect(console.error).toBe(before)
  })

  verifies(['security:A3'], 'that answers for questions of its own invention answers none', async () => {
    const edit = asks('edit', { path: 'notes.md', edits: [{ oldText: 'one', newText: 'two' }] })
    const { session, prompt, write, updates, asked } = await editor([{ calls: [edit] }, 'Done.'], {
      permit: async () => {
        for (const id of [1, 2, 3, '0', 'once', null])
          await write(
            `${JSON.stringify({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId: 'once' } } })}\n`,
          )
        return 'reject'
      },
    })
    await prompt(await session())
    expect(asked).toHaveLength(1)
    expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'failed' })
  })

  test.each(['relative/folder', '', '.'])('cannot open the folder %j', async (cwd) => {
    const { session } = await editor([])
    await expect(session({ cwd })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('expected an absolute path'),
    })
  })

  test('cannot open a folder that is none, one more folder, servers of one name, or an unknown kind of server', async () => {
    const { at, session } = await editor([])
    await expect(session({ cwd: `${at.project}/notes.md` })).rejects.toMatchObject({
      code: expect.any(Number),
    })
    await expect(session({ cwd: `${at.project}\0` })).rejects.toMatchObject({ code: -32602 })
    const server = { name: 'twin', command: 'none', args: [], env: [] }
    await expect(session({ mcpServers: [server, server] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('have the name "twin"'),
    })
    await expect(session({ additionalDirectories: ['/etc'] })).rejects.toMatchObject({ code: -32602 })
    await expect(
      session({ mcpServers: [{ type: 'sse', name: 'old', url: 'http://127.0.0.1:1/', headers: [] }] }),
    ).rejects.toMatchObject({ message: expect.stringContaining('streamable HTTP') })
  })
})

verifies(['fault:B072', 'security:D1'], 'what tools print stays out of the protocol', async () => {
  const line = '{"jsonrpc":"2.0","id":0,"result":{}}'
  const command = `echo '${line}'; printf '\\033[2J\\n'; echo '${line}' >&2`
  const { session, prompt, written, updates } = await editor(
    [{ calls: [asks('bash', { command })] }, 'Done.'],
    {
      permit: () => 'once',
    },
  )
  await prompt(await session())
  expect(written().split('\n')).not.toContain(line)
  const [call] = callsOf(updates).values()
  expect(call && textOf(call)).toContain(line)
  expect(call && textOf(call)).toContain(String.raw`\u{1b}[2J`)
})
