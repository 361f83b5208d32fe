import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entry, run, started, withServers } from './mcp-place.ts'
import { catalogue } from './web-catalogue.ts'

/** A place with servers, of which those of these names are agreed to. */
async function agreedTo(servers: Parameters<typeof withServers>[0], ...names: readonly string[]) {
  const at = withServers(servers)
  const place = { ...at, env: { ...at.env, XDG_STATE_HOME: join(at.home, 'state') } }
  for (const name of names) await run(place, ['mcp', 'trust', name, '--yes'])
  return place
}

describe('the servers of a page', () => {
  test('are told with where they stand, how they are launched, and what is to be done', async () => {
    const at = await agreedTo(
      (here) => ({
        plain: entry(here),
        broken: entry(here, 'broken'),
        stranger: {
          command: 'nowhere',
          args: ['--api-key', 'hunter2', '--url=http://a:pw@x/?token=abc', 'X-Api-Key: hunter3', '${KEY}'],
        },
        off: { ...entry(here), disabled: true },
      }),
      'plain',
      'broken',
    )
    const { host } = await catalogue(at)
    const servers = await host.servers()
    const of = (name: string) => servers.find((server) => server.name === name)
    expect(servers.map(({ name }) => name)).toEqual(['broken', 'off', 'plain', 'stranger'])
    expect(of('plain')).toMatchObject({
      state: 'connected',
      isConnected: true,
      canRestart: true,
      launch: expect.stringContaining('mcp-program.mjs plain'),
      source: expect.stringMatching(/^\.mcp\.json:\d+$/),
      era: expect.stringMatching(/^\w+ \(20\d\d-\d\d-\d\d\)$/),
      version: 'test 1',
    })
    expect(of('plain')?.tools).toContainEqual({
      name: 'mcp__plain__echo',
      description: expect.stringContaining('Says what it is told.'),
    })
    // It is tried again and again, and has no error while it starts.
    const broken = async () => (await host.servers()).find(({ name }) => name === 'broken')
    await expect.poll(broken, { timeout: 20_000 }).toMatchObject({
      isConnected: false,
      canRestart: true,
      lastError: expect.stringContaining('broken'),
      hint: 'what it wrote is shown by: millrace mcp log broken',
    })
    expect(of('stranger')).toMatchObject({
      state: 'not trusted',
      canRestart: false,
      launch: "nowhere --api-key '…' '--url=http://a:…@x/?token=…' 'X-Api-Key: …' ${KEY}",
      hint: expect.stringContaining('millrace mcp trust stranger'),
    })
    expect(of('off')).toMatchObject({ state: 'disabled', canRestart: false })
  })

  test('have tools that a person can call', async () => {
    const at = await agreedTo((here) => ({ plain: entry(here) }), 'plain')
    const { host, ended } = await catalogue(at)
    expect((await host.tools()).find(({ name }) => name === 'mcp__plain__echo')).toMatchObject({
      source: 'mcp: plain',
      permission: 'ask',
    })
    const { events } = await ended(await host.call('mcp__plain__echo', '{"message":"ahoy"}'))
    expect(JSON.stringify(events.filter(({ type }) => type === 'tool/result'))).toContain('ahoy')
    const replayed = await host.replayRules({
      rules: { allow: [], ask: [], deny: ['mcp__plain'] },
      mode: 'default',
    })
    expect(replayed.sessions[0]?.calls).toMatchObject([
      { tool: 'mcp__plain__echo', was: 'ask', would: 'deny' },
    ])
  })

  test('start anew where a person wants that, unless nobody agreed to them', async () => {
    const at = await agreedTo((here) => ({ plain: entry(here), stranger: entry(here, 'stranger') }), 'plain')
    const { host, workspace } = await catalogue(at)
    const before = started(at).length
    await host.restartServer('plain')
    await workspace.ctx.get('mcp')?.ready()
    expect(started(at).slice(before)).toEqual(['plain'])
    expect((await host.servers()).find(({ name }) => name === 'plain')).toMatchObject({ state: 'connected' })
    await expect(host.restartServer('stranger')).rejects.toMatchObject({
      code: 'MCP_NOT_TRUSTED',
      hints: expect.arrayContaining([expect.stringContaining('millrace mcp trust stranger')]),
    })
    await expect(host.restartServer('plian')).rejects.toMatchObject({
      code: 'SERVER_NOT_FOUND',
      message: 'no MCP server is called "plian"',
      hints: expect.arrayContaining(['did you mean plain?']),
    })
    expect(started(at)).not.toContain('stranger')
  })
})
