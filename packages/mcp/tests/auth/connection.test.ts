import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/client/connection/connect.ts'
import type { McpConnection } from '../../src/contract/connection.ts'
import type { McpOptions } from '../../src/index.ts'
import { authorizations } from '../../src/login.ts'
import { bench, signal, type Bench } from './support/bench.ts'

/** Connects as the service does. */
async function connected({ store, config }: Bench, principal = 'ada'): Promise<McpConnection> {
  const options: McpOptions = {
    start: () => Promise.reject(new Error('no program is to be started')),
    env: {},
    root: '/',
    authorization: authorizations({ store, principal }),
  }
  const connection = await connect('fortress', config, options, signal)
  onTestFinished(() => connection.close())
  return connection
}

async function callTool(connection: McpConnection, name: string): Promise<unknown> {
  const { tools } = await connection.listTools(signal)
  const tool = tools.find((one) => one.name === name)!
  const { content } = await connection.callTool(tool, { text: 'hi' }, { signal, onProgress: () => undefined })
  return content
}

describe('a connection', () => {
  test('without a login fails with the command to type', async () => {
    await expect(connected(await bench())).rejects.toMatchObject({
      code: 'MCP_LOGIN_REQUIRED',
      message: expect.stringContaining('millrace mcp login fortress'),
    })
  })

  test('bears the token, also the one that took the place of a refused one, and repeats no call for it', async () => {
    const opened = await bench()
    await opened.logIn()
    const connection = await connected(opened)
    const answer = [{ type: 'text', text: 'hi' }]
    expect(await callTool(connection, 'echo')).toEqual(answer)
    opened.authority.revokeAccess()
    expect(await callTool(connection, 'echo')).toEqual(answer)
    expect(opened.authority.requests('/token')).toHaveLength(2)
  })

  test('that needs more scopes fails the one call, and the next login asks for them', async () => {
    const opened = await bench({}, { scopes: ['basic'] })
    await opened.logIn()
    const connection = await connected(opened)
    await expect(callTool(connection, 'write')).rejects.toMatchObject({
      code: 'MCP_LOGIN_REQUIRED',
      message: expect.stringMatching(/write.*millrace mcp login fortress/),
    })
    expect(await callTool(connection, 'echo')).toEqual([{ type: 'text', text: 'hi' }])
    await opened.logIn()
    expect(opened.authority.requests('/authorize').at(-1)).toMatchObject({ scope: 'basic write' })
    expect(await callTool(connection, 'write')).toEqual([{ type: 'text', text: 'hi' }])
  })

  test('of another principal does not get in by the login of the first', async () => {
    const opened = await bench()
    await opened.logIn()
    await expect(connected(opened, 'bob')).rejects.toMatchObject({ code: 'MCP_LOGIN_REQUIRED' })
  })
})
