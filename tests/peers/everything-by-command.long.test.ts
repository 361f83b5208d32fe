import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { millraceFile, place, runs, type Ended, type Place } from './command.ts'
import { peer } from './peers.ts'

const everything = peer('everything')

describe.skipIf(everything === undefined)('a folder whose .mcp.json names server-everything', () => {
  let at: Place
  beforeAll(() => {
    const { node, script } = everything ?? {}
    const server = { command: '${NODE_OF_TEST:-node}', args: [script] }
    at = place({ '.mcp.json': JSON.stringify({ mcpServers: { everything: server } }) })
    at = { ...at, env: { ...at.env, NODE_OF_TEST: node ?? '' } }
  })
  afterAll(() => at.remove())
  const millrace = (...args: readonly string[]): Promise<Ended> => runs(at, [millraceFile, ...args])

  test('starts nothing before a person has agreed, and says how to', async () => {
    const { out, err } = await millrace('tools')
    expect(out).not.toContain('mcp__everything__echo')
    expect(err).toMatch(/millrace mcp trust/)
    const agreed = await millrace('mcp', 'trust', 'everything', '--yes')
    expect(agreed).toMatchObject({ status: 0 })
  })

  test('lists its tools with their permission', async () => {
    const { status, out, err } = await millrace('tools')
    expect({ status, err }).toMatchObject({ status: 0 })
    expect(out).toMatch(/^mcp__everything__echo\n +other, deny, mcp: everything\n +Echoes back/m)
    expect(out).toMatch(/^mcp__everything__get-sum$/m)
  })

  test('calls a tool and prints a card', async () => {
    const denied = await millrace('call', 'mcp__everything__echo', 'message=hi')
    expect(denied.status).toBe(4)
    const { status, out } = await millrace('call', 'mcp__everything__echo', 'message=hi', '--approve-all')
    expect(status).toBe(0)
    expect(out).toContain('mcp__everything__echo')
    expect(out).toContain('Echo: hi')
  })

  test('is called by a program', async () => {
    const program = "return await tools.mcp__everything__echo({ message: 'from a program' })"
    const { status, out, err } = await millrace('code', program, '--approve-all')
    expect({ status, err: status === 0 ? '' : out + err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('Echo: from a program')
  })
})
