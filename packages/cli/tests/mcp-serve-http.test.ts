import { Client, StreamableHTTPClientTransport, type ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from '../src/run.ts'
import { said } from './mcp-client.ts'
import { person, type Act } from './person.ts'
import { place } from './settings.ts'
import { terminal } from './terminal.ts'
import { tool, withTools } from './workspace.ts'

const token = 'the-token-of-a-test-with-enough-characters'
const keys = /\[1\/y\] once/

interface Attended {
  readonly client: Client
  readonly ran: readonly unknown[]
  readonly err: () => string
  readonly end: () => Promise<number>
}

/** The command that serves by HTTP before somebody at a terminal, and a client. */
async function attended(
  acts: readonly Act[],
  elicit?: () => ElicitResult | Promise<ElicitResult>,
): Promise<Attended> {
  const ran: unknown[] = []
  const change = tool('change', {
    effects: 'other',
    execute: async (args) => {
      ran.push(args)
      return 'changed'
    },
  })
  const at = place({}, {})
  const controller = new AbortController()
  const somebody = person(...acts)
  const env = { ...at.env, ...somebody.env, MILLRACE_MCP_TOKEN: token }
  const io = terminal({ ...somebody, cwd: at.project, env, signal: controller.signal })
  const status = run(['mcp', 'serve', '--http'], io, withTools(change))
  onTestFinished(async () => {
    controller.abort()
    await status
  })
  await vi.waitFor(() => expect(io.err()).toContain('Ctrl+C ends it'), { timeout: 60_000 })
  const capabilities = elicit === undefined ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 'http', version: '1' }, { capabilities })
  if (elicit !== undefined) client.setRequestHandler('elicitation/create', elicit)
  const url = new URL(/http:\/\/\S+\/mcp/.exec(io.err())?.[0] ?? '')
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  onTestFinished(() => client.close())
  return {
    client,
    ran,
    err: io.err,
    end: () => {
      controller.abort()
      return status
    },
  }
}

describe('a server by HTTP', () => {
  test('asks whoever sits at its terminal, and says nothing of a token that was given to it', async () => {
    const { client, ran, err, end } = await attended([
      [keys, 'y'],
      [keys, 'n'],
    ])
    expect(said(await client.callTool({ name: 'change', arguments: { at: 1 } }))).toBe('changed')
    expect(await client.callTool({ name: 'change', arguments: { at: 2 } })).toMatchObject({ isError: true })
    expect(ran).toEqual([{ at: 1 }])
    expect(err()).toContain('Bearer $MILLRACE_MCP_TOKEN')
    expect(err()).not.toContain(token)
    await client.close()
    expect(await end()).toBe(130)
  })

  test('takes the first answer, of the client or of the terminal', async () => {
    const byClient = await attended([], () => ({ action: 'accept', content: { answer: 'allow once' } }))
    expect(said(await byClient.client.callTool({ name: 'change' }))).toBe('changed')
    expect(byClient.ran).toHaveLength(1)
    const never = new Promise<ElicitResult>(() => {})
    const byPerson = await attended([[keys, 'y']], () => never)
    expect(said(await byPerson.client.callTool({ name: 'change' }))).toBe('changed')
    expect(byPerson.ran).toHaveLength(1)
  })
})
