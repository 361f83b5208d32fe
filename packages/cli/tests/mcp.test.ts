import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAlive } from './is-alive.ts'
import { entry, processesOf, program, run, started, withServers } from './mcp-place.ts'
import { json } from './millrace.ts'
import { hangUp, person } from './person.ts'
import { settings, type Place } from './settings.ts'

const question = /\[y\] yes {3}\[n\] not now {3}\[x\] never/

describe('servers of a folder', () => {
  verifies(
    ['security:M6'],
    'are not started before somebody agreed, and a warning says what would',
    async () => {
      const at = withServers((found) => ({ one: entry(found), two: entry(found, 'other') }), {
        'millrace.jsonc': settings({ mcpServers: { three: { command: './three.sh' } } }),
      })
      const ended = await run(at, ['tools'])
      expect([ended.status, started(at)]).toEqual([0, []])
      expect(ended.err()).toContain(
        'the MCP servers one, three, two of this folder are not started: nobody agreed',
      )
      expect(ended.err()).toContain('millrace mcp trust')
      expect(ended.out()).not.toContain('mcp__')
      const call = ['call', 'mcp__one__echo', 'message=hi', '--approve-all']
      const called = await run(at, [...call, '--json'])
      expect([called.status, started(at)]).toEqual([4, []])
      expect(json(called)).toMatchObject({
        status: 'denied',
        error: { code: 'MCP_NOT_TRUSTED' },
        hint: expect.stringContaining('millrace mcp trust one') as string,
      })
      const shown = await run(at, call)
      expect([shown.status, shown.out()]).toEqual([4, ''])
      expect(shown.err()).toContain('nobody agreed to it, and it came with the folder')
    },
  )

  test('are asked about once at a terminal, with all that would be started', async () => {
    const at = withServers((found) => ({
      one: entry(found, 'plain', {
        env: { API_TOKEN: '${API_TOKEN:-none}', NODE_OPTIONS: '--x', SECRET: 'abc' },
      }),
    }))
    const asked = await run(at, ['tools'], person([question, 'n']))
    expect(asked.err()).toContain(`${program} plain`)
    expect(asked.err()).toMatch(
      /with API_TOKEN=\$\{API_TOKEN:-none\}[^]*with NODE_OPTIONS=--x[^]*with SECRET=…/,
    )
    expect(asked.err()).toContain('outside the sandbox: it can do what you can do')
    expect([asked.status, started(at)]).toEqual([0, []])
  })

  test.each([
    ['n', 0, [], 0],
    ['\u001b', 0, [], 0],
    [hangUp, 0, [], 0],
    ['\u0003', 130, [], 0],
    ['x', 0, [], 1],
    ['y', 0, ['plain'], 1],
  ] as const)('%j to the question', async (keys, status, modes, isKept) => {
    const at = withServers((found) => ({ one: entry(found) }))
    const ended = await run(at, ['tools'], person([question, keys]))
    expect([ended.status, started(at)]).toEqual([status, modes])
    const again = await run(at, ['mcp', 'list', '--json'])
    const kind = { y: 'agreed', x: 'never' }[keys as string] ?? 'new'
    expect(JSON.parse(again.out())).toMatchObject([{ name: 'one', agreement: { kind } }])
    const record = join(at.home, '.local/state/millrace/mcp/trust')
    expect(existsSync(record)).toBe(isKept === 1)
    if (isKept === 1) expect(statSync(record).mode & 0o077).toBe(0)
  })

  verifies(
    ['security:M2'],
    'are asked about again once their launch is another, and shown with what changed',
    async () => {
      const at = withServers((found) => ({ one: entry(found) }))
      expect((await run(at, ['mcp', 'trust', '--yes'])).status).toBe(0)
      const launches: readonly (readonly [object, RegExp])[] = [
        [entry(at, 'other'), /arguments was \[".*plain"\], and is \[".*other"\]/],
        [entry(at, 'plain', { command: './node' }), /command was .*program is new: .*\/node/s],
        [entry(at, 'plain', { env: { LD_PRELOAD: '/x.so' } }), /variable LD_PRELOAD is new/],
        [entry(at, 'plain', { env: { STARTED: 'elsewhere' } }), /variable STARTED was changed/],
        [entry(at, 'plain', { cwd: '/' }), /folder is new: \//],
        [entry(at, 'plain', { sandbox: true }), /sandbox was false, and is true/],
        [entry(at, 'plain', { parallel: true }), /parallel was false, and is true/],
        [{ url: 'https://example.com/mcp' }, /type was stdio, and is http/],
      ]
      for (const [launch, says] of launches) {
        at.write('.mcp.json', settings({ mcpServers: { one: launch } }))
        const held = await run(at, ['call', 'mcp__one__echo', 'message=hi', '--approve-all'])
        expect([held.status, started(at)]).toEqual([4, []])
        expect(held.err()).toMatch(says)
      }
      at.write(
        '.mcp.json',
        settings({ mcpServers: { one: { ...entry(at), idleTimeoutMs: 5000, exclude: ['x'] } } }),
      )
      expect(JSON.parse((await run(at, ['mcp', '--json'])).out())).toMatchObject([{ state: 'ready' }])
    },
  )

  test('that are agreed to have their tools beside the others, and end with the command', async () => {
    const at = withServers((found) => ({ one: entry(found), two: entry(found, 'other') }))
    expect((await run(at, ['mcp', 'trust', 'one', '--yes'])).out()).toMatch(/agreed to one, as shown/)
    const listed = await run(at, ['tools'])
    expect(listed.out()).toMatch(/^mcp__one__echo +\S+ +deny +mcp: one +.*Says what it is told/m)
    expect(listed.err()).toContain('the MCP server two of this folder is not started')
    expect(started(at)).toEqual(['plain'])
    expect(processesOf(at).filter(isAlive)).toEqual([])
    const report = JSON.parse((await run(at, ['tools', 'mcp__one__add', '--json'])).out()) as object[]
    expect(report).toMatchObject([{ name: 'mcp__one__add', source: 'mcp: one', permission: 'deny' }])
  })

  test('are listed in the same bytes, whichever answers first', async () => {
    const withDelay = (at: Place, name: string): object => ({
      ...entry(at),
      env: { DELAY: `\${DELAY_${name}}` },
    })
    const at = withServers((found) => ({ b: withDelay(found, 'b'), a: withDelay(found, 'a') }))
    await run(at, ['mcp', 'trust', '--yes'])
    const first = await run(at, ['tools', '--json'], { env: { DELAY_a: '0', DELAY_b: '600' } })
    const second = await run(at, ['tools', '--json'], { env: { DELAY_a: '600', DELAY_b: '0' } })
    expect(second.out()).toBe(first.out())
    const names = (JSON.parse(first.out()) as { name: string }[]).map(({ name }) => name)
    // The built-in ones come before, in their own order.
    const remote = names.slice(names.findIndex((name) => name.startsWith('mcp__')))
    expect(remote).toHaveLength(10)
    expect(remote).toEqual(remote.toSorted())
    expect(names.length).toBeGreaterThan(remote.length)
  })

  test('start only where one of them is wanted', async () => {
    const at = withServers((found) => ({ one: entry(found), two: entry(found, 'other') }))
    await run(at, ['mcp', 'trust', '--yes'])
    for (const argv of [
      [],
      ['call', 'grep', 'pattern=x'],
      ['tools', 'read'],
      ['config'],
      ['permissions', 'list'],
    ])
      expect((await run(at, argv)).status).toBe(0)
    expect(started(at)).toEqual([])
    expect((await run(at, [])).out()).toMatch(
      /mcp +2 servers: one, two in \.mcp\.json; whether they are there: mill/,
    )
    const called = await run(at, ['call', 'mcp__two__echo', 'message=hi', '--approve-all', '--json'])
    expect(json(called)).toMatchObject({ ok: true, value: 'hi' })
    expect(started(at)).toEqual(['other'])
  })

  test('that cannot be started hurt no others', async () => {
    const at = withServers((found) => ({
      broken: entry(found, 'broken'),
      missing: { command: '/nowhere/at-all' },
      unset: entry(found, 'plain', { args: ['${NOT_SET}'] }),
      off: entry(found, 'plain', { disabled: true }),
      works: entry(found),
    }))
    await run(at, ['mcp', 'trust', '--yes'])
    const ended = await run(at, ['tools'])
    expect([ended.status, ended.out().match(/^mcp__works__/gm)?.length]).toEqual([0, 5])
    expect(ended.err()).toMatch(/warn: the MCP server broken is not there/)
    expect(ended.err()).toMatch(/warn: the MCP server missing is not there: .*\/nowhere\/at-all/)
    expect(ended.err()).toMatch(/warn: the MCP server unset is not started: NOT_SET has no value/)
    expect(ended.err()).not.toContain('server off')
    for (const [name, status, code] of [
      ['broken', 3, 'MCP_CONNECT_FAILED'],
      ['unset', 3, 'MCP_CONFIG_INVALID'],
      ['off', 3, 'MCP_DISABLED'],
    ] as const) {
      const called = await run(at, ['call', `mcp__${name}__echo`, 'message=hi', '--json'])
      expect([called.status, json(called)]).toEqual([
        status,
        expect.objectContaining({ status: 'failed', error: expect.objectContaining({ code }) as object }),
      ])
    }
    const log = await run(at, ['mcp', 'log', 'broken'])
    expect(log.out()).toMatch(/^\d{4}-\S+Z hello from broken, with no token$/m)
  })

  verifies(['security:M2'], 'whose tools changed say so, and somebody is asked about each call', async () => {
    // What the program is told stands in a file, so that the launch stays the same.
    const at = withServers(
      (found) => ({
        one: {
          command: 'sh',
          args: ['-c', 'exec node "$PROGRAM" "$(cat "$MODE")"'],
          env: { PROGRAM: program, MODE: join(found.home, 'mode') },
        },
      }),
      { '~/mode': 'plain' },
    )
    at.write('millrace.jsonc', settings({ permissions: { allow: ['mcp__one__echo'] } }))
    await run(at, ['trust', '--yes'])
    const call = ['call', 'mcp__one__echo', 'message=hi', '--json']
    expect(json(await run(at, call))).toMatchObject({ ok: true })
    at.write('../home/mode', 'changed')
    const listed = await run(at, ['mcp', 'list', 'one'])
    expect(listed.out()).toMatch(/mcp__one__echo changed: .*description/)
    const held = await run(at, call)
    expect(held.status).toBe(4)
    expect(held.err()).toContain('the MCP server one changed mcp__one__echo since you agreed')
    // Nobody has seen what a flag says yes to, so that it agrees to nothing for good.
    for (const _time of [1, 2]) {
      const allowed = await run(at, [...call, '--approve-all'])
      expect(json(allowed)).toMatchObject({ ok: true })
      expect((await run(at, call)).status).toBe(4)
    }
    const seen = await run(at, call, person([/is not what was agreed to: [^]*description[^]*deny/, 'y']))
    expect(json(seen)).toMatchObject({ ok: true })
    expect(json(await run(at, call))).toMatchObject({ ok: true })
  })
})

test('the log of a server is private, and holds no secrets', async () => {
  const at = withServers(
    (found) => ({ one: entry(found, 'plain', { env: { API_TOKEN: '${MY_KEY}' } }) }),
    {},
    {
      MY_KEY: 'canary-0123456789',
    },
  )
  await run(at, ['mcp', 'trust', '--yes'])
  const called = await run(at, ['call', 'mcp__one__environment', '--approve-all', '--json'])
  const log = await run(at, ['mcp', 'log', 'one'])
  expect(log.out()).toMatch(/hello from plain, with \S+/)
  expect([called.out(), called.err(), log.out()].filter((text) => text.includes('canary'))).toEqual([])
  const folder = join(at.home, '.local/state/millrace/mcp')
  expect(statSync(folder).mode & 0o077).toBe(0)
  const path = /from (.*)/.exec(log.err())?.[1] ?? ''
  expect([statSync(path).mode & 0o077, readFileSync(path, 'utf8').includes('canary')]).toEqual([0, false])
})
