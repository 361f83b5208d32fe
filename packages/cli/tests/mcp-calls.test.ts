import { dirname } from 'node:path'
import { ModelError } from '@millrace/agent'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { entry, run, started, withServers } from './mcp-place.ts'
import { json } from './millrace.ts'
import { person, type Act } from './person.ts'
import { asks, runs, type Home } from './running.ts'
import { settings, type Place } from './settings.ts'

const enter = '\r'

/** A trusted place with one server. */
async function trusted(mode = 'plain', more: object = {}, env: Place['env'] = {}): Promise<Place> {
  const at = withServers(
    (found) => ({ one: entry(found, mode, more) }),
    { 'millrace.jsonc': settings({ permissions: { allow: ['mcp__one'] } }) },
    env,
  )
  expect((await run(at, ['trust', '--yes'])).status).toBe(0)
  return at
}

/** The same place for an agent. */
function homeOf(at: Place): Home {
  const env = { HOME: at.home, NO_COLOR: '1', MILLRACE_SANDBOX: 'off' }
  return { project: at.project, env, logs: () => [] }
}

describe('a call of a server tool', () => {
  verifies(
    ['fault:B007'],
    'has its words read as the schema of the server says, references followed',
    async () => {
      const at = await trusted()
      const called = await run(at, ['call', 'mcp__one__add', 'a=2', 'b=40', 'as=number', '--json'])
      expect([called.status, json(called)]).toEqual([
        0,
        expect.objectContaining({
          ok: true,
          value: { sum: 42 },
          content: [{ type: 'text', text: '{"sum":42}' }],
        }),
      ])
      for (const [words, says] of [
        [['a=x', 'b=1'], /"a" must be an integer.*for example: millrace call mcp__one__add a=1 b=1/s],
        [['a=1'], /must have.*b|"b" is missing|required/],
        [['a=1', 'b=2', 'as=other'], /as/],
        [['a=1', 'b=2', 'c=3'], /has no argument "c".*it takes a, b, as/s],
      ] as const) {
        const refused = await run(at, ['call', 'mcp__one__add', ...words])
        expect([refused.status, refused.err()]).toEqual([2, expect.stringMatching(says)])
      }
    },
  )

  test('ends with what became of it', async () => {
    const at = await trusted()
    const failed = await run(at, ['call', 'mcp__one__fail', '--json'])
    expect([failed.status, json(failed)]).toEqual([
      3,
      expect.objectContaining({
        status: 'failed',
        error: expect.objectContaining({ code: 'MCP_TOOL_ERROR', message: 'it cannot be done' }) as object,
      }),
    ])
    const card = await run(at, ['call', 'mcp__one__echo', 'message=hi'])
    expect([card.status, card.err()]).toEqual([0, ''])
    expect(card.out()).toMatch(/^✓ done .*one: echo[^]*hi/)
    for (const [tool, says] of [
      [
        'mcp__one__ecko',
        /unknown tool "mcp__one__ecko"\n {2}did you mean mcp__one__echo or .*\?\n {2}the tools of one are/,
      ],
      ['mcp__on__echo', /did you mean one\?\n {2}the MCP servers here are one/],
    ] as const) {
      const unknown = await run(at, ['call', tool])
      expect([unknown.status, unknown.err()]).toEqual([2, expect.stringMatching(says)])
    }
  })

  verifies(
    ['security:C4'],
    'meets a server with the environment that its entry gives, and no other',
    async () => {
      const at = await trusted(
        'plain',
        { env: { API_TOKEN: '${MY_KEY}', KIND: '${KIND:-usual}', DIR: '${HOME}/x' }, cwd: '..' },
        { MY_KEY: 'canary-0123456789', OTHER_KEY: 'canary-9876543210' },
      )
      const called = await run(at, ['call', 'mcp__one__environment', '--json'])
      const seen = JSON.parse(String(json(called)['value'])) as Record<string, string>
      expect(seen).toMatchObject({
        KIND: 'usual',
        DIR: `${at.home}/x`,
        HOME: at.home,
        cwd: dirname(at.project),
      })
      expect(seen['OTHER_KEY']).toBeUndefined()
      // It got the key, which nobody else sees.
      expect(seen['API_TOKEN']).toMatch(/redacted/i)
    },
  )
})

describe('a question of a server', () => {
  const asked = async (mode: string, terminal: Place['env'], ...acts: readonly Act[]) => {
    const at = await trusted(mode)
    const { env, ...somebody } = person(...acts)
    const ended = await run(at, ['call', 'mcp__one__ask', '--json'], {
      ...somebody,
      env: { ...env, ...terminal },
    })
    expect(ended.status).toBe(0)
    return { answer: JSON.parse(String(json(ended)['value'])) as unknown, err: ended.err() }
  }
  const dumb = { TERM: 'dumb' }
  const ask = async (...acts: readonly Act[]): Promise<unknown> =>
    (await asked('plain', dumb, ...acts)).answer

  test('is one to the person, field by field', async () => {
    const answer = await ask(
      [/Who are you\?[^]*or own words: /, `1${enter}`],
      [/one, field 1 of 3: Your name[^]*type it: /, `Ada${enter}`],
      [/one, field 2 of 3: .*age[^]*type it: /, `x${enter}`],
      [/That is no number\.[^]*type it: /, `36${enter}`],
      [/sure[^]*or own words: /, `1${enter}`],
    )
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ada', age: 36, sure: true } })
  })

  test.each([
    ['lines', dumb],
    ['keys', {}],
  ] as const)(
    'in %s says its defaults, which Enter takes, and introduces itself once',
    async (how, terminal) => {
      const last = how === 'lines' ? /or own words: / : /own words/
      const until = (start: RegExp): RegExp => new RegExp(`${start.source}[^]*${last.source}`)
      const { answer, err } = await asked(
        'defaults',
        terminal,
        [until(/Who are you\?/), how === 'lines' ? `1${enter}` : enter],
        [/one, field 1 of 4: name\s+\(Enter: Ada; Esc: refuse\)[^]*type it: /, enter],
        [/field 2 of 4: age\s+\(Enter: 36; "-": leave it out; Esc: refuse\)[^]*type it: /, `-${enter}`],
        [until(/field 3 of 4: days \(by default: Monday, Wednesday\)/), enter],
        [until(/field 4 of 4: sure \(by default: no\)/), enter],
      )
      expect(answer).toEqual({ action: 'accept', content: { name: 'Ada', days: ['mo', 'we'], sure: false } })
      expect(err.split('A tool asks you')).toHaveLength(2)
    },
  )

  test('takes numbers and letters as they are typed, where keys choose', async () => {
    const { answer } = await asked(
      'defaults',
      {},
      [/Who are you\?[^]*own words/, enter],
      [/type it: /, `1 refuse${enter}`],
      [/type it: /, `2${enter}`],
      [/field 3 of 4[^]*own words/, '1'],
      [/◻ 1 {2}Monday/, enter],
      [/field 4 of 4[^]*own words/, '1'],
    )
    const content = { name: '1 refuse', age: 2, days: ['we'], sure: true }
    expect(answer).toEqual({ action: 'accept', content })
  })

  test.each([
    ['refused', [[/Who are you\?[^]*or own words: /, `2${enter}`]], 'decline'],
    ['closed', [[/Who are you\?[^]*or own words: /, '\u001b']], 'cancel'],
    [
      'refused at a field',
      [
        [/Who are you\?[^]*or own words: /, `1${enter}`],
        [/Your name[^]*Esc: refuse[^]*type it: /, '\u001b'],
      ],
      'decline',
    ],
    [
      'closed at a field that has a default',
      [
        [/Who are you\?[^]*or own words: /, `1${enter}`],
        [/Your name[^]*type it: /, `Ada${enter}`],
        [/Enter: leave it out; Esc: refuse[^]*type it: /, '\u0004'],
      ],
      'cancel',
    ],
  ] as const)('that is %s hands nothing to it', async (_how, acts, action) => {
    expect(await ask(...(acts as readonly Act[]))).toEqual({ action })
  })
})

describe('programs and agents', () => {
  test('call tools of servers like all others', async () => {
    const at = await trusted()
    const program = 'const { sum } = await tools.mcp__one__add({ a: 2, b: 3 }); return sum'
    const ended = await run(at, ['code', program, '--runtime', 'inline'])
    expect([ended.status, ended.out()]).toEqual([0, '5\n'])
    const sdk = await run(at, ['tools', '--sdk', 'typescript'])
    expect(sdk.out()).toContain('mcp__one__add')
  })

  test('have a session that replays without the server, byte for byte', async () => {
    const at = await trusted()
    const calls = [
      asks('mcp__one__echo', { message: 'hello you' }),
      asks('mcp__one__fail', {}),
      asks('mcp__gone__echo', { message: 'nobody' }),
    ]
    const { status, out, model } = await runs(['go'], [{ text: 'I will.', calls }, 'Done.'], {
      at: homeOf(at),
    })
    expect(status).toBe(0)
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('mcp__one__echo')
    expect(out()).toMatch(/✓ done .*one: echo {2}message=hello you[^]*✗ failed .*gone: echo[^]*Done\./)
    at.write('.mcp.json', '{}')
    const before = started(at).length
    const replayed = await run(at, ['replay'])
    expect([replayed.status, replayed.out()]).toEqual([0, out()])
    for (const form of ['--markdown', '--html']) {
      const exported = await run(at, ['sessions', 'export', 'latest', form])
      expect(exported.out()).toMatch(/one: echo[^]*gone: echo/)
    }
    expect(started(at)).toHaveLength(before)
  })

  test('have their calls by programs replayed without the server, too', async () => {
    const at = await trusted()
    const program = "return tools.mcp__one__echo({ message: 'hi' })"
    const ended = await run(at, ['code', program, '--runtime', 'inline'], { isTTY: true })
    expect(ended.out()).toMatch(/└─ ✓ done .*one: echo {2}message=hi/)
    at.write('.mcp.json', '{}')
    expect((await run(at, ['replay'])).out().startsWith(ended.out())).toBe(true)
  })

  test('start no server where there is no model', async () => {
    const at = await trusted()
    const openModel = () => Promise.reject(new ModelError('MODEL_UNKNOWN', 'there is none'))
    expect((await runs(['go'], [], { at: homeOf(at), openModel })).status).toBe(5)
    expect(started(at)).toEqual([])
  })

  test('search for tools where there are many, and are told the same bytes each time', async () => {
    const at = await trusted('many')
    const requests = []
    for (const prompt of ['one', 'two']) {
      const { status, model } = await runs([prompt, '--no-session'], ['Done.'], { at: homeOf(at) })
      expect(status).toBe(0)
      requests.push(model.requests[0])
    }
    const names = requests[0]?.tools.map(({ name }) => name) ?? []
    expect(names).toContain('tool_search')
    expect(names).not.toContain('mcp__one__topic7')
    expect(JSON.stringify(requests[1]?.tools)).toBe(JSON.stringify(requests[0]?.tools))
    expect(requests[1]?.system).toBe(requests[0]?.system)
  })
})

test('a rule about a server that is not started is not said to match nothing', async () => {
  const at = await trusted()
  const rules = await run(at, ['permissions', 'list', '--json'])
  const found = (json(rules)['rules'] as { rule: string; idle?: string }[]).find(
    ({ rule }) => rule === 'mcp__one',
  )
  expect(found).toBeDefined()
  expect(found?.idle).toBeUndefined()
  const judged = await run(at, ['permissions', 'test', 'mcp__one__echo', '--json'])
  expect(json(judged)).toMatchObject({ verdict: 'allow' })
  expect(started(at)).toEqual([])
})

test('a rule that nearly names a server of the folder is told of, and nothing is started', async () => {
  const at = withServers((found) => ({ memory: entry(found) }))
  const rules = ['mcp__memroy__x', 'mcp__memory__x', 'mcp__memory', 'mcp__memory__*', 'mcp__Memory']
  const allow = [...rules, 'mcp__memory2', 'mcp__elsewhere__x']
  at.write('millrace.jsonc', settings({ permissions: { allow, deny: ['mcp__Memory__y', 'mcp__memmory'] } }))
  await run(at, ['trust', '--yes'])
  const listed = json(await run(at, ['permissions', 'list', '--json']))
  const found = (listed['rules'] as { list: string; rule: string; idle?: string }[])
    .filter(({ idle }) => idle !== undefined)
    .map(({ list, rule, idle }) => [list, rule, idle])
  const says = (name: string): string => `it names no MCP server of this folder; did you mean ${name}?`
  expect(found).toEqual([
    ['deny', 'mcp__memmory', says('mcp__memory')],
    ['allow', 'mcp__memroy__x', says('mcp__memory__x')],
    ['allow', 'mcp__Memory', says('mcp__memory')],
    ['allow', 'mcp__memory2', says('mcp__memory')],
  ])
  const table = await run(at, ['permissions', 'list'])
  expect(table.out().replaceAll(/\s+/g, ' ')).toContain(`never matches: ${says('mcp__memory__x')}`)
  expect(started(at)).toEqual([])
})

test('why a server of a tool is not there is told once', async () => {
  const at = withServers((found) => ({
    broken: entry(found, 'broken'),
    unset: entry(found, 'plain', { args: ['${NOT_SET}'] }),
  }))
  const stranger = await run(at, ['call', 'mcp__broken__x'])
  expect([stranger.status, stranger.err().match(/nobody agreed to/g)]).toEqual([4, ['nobody agreed to']])
  await run(at, ['mcp', 'trust', '--yes'])
  const broken = await run(at, ['call', 'mcp__broken__x'])
  expect([broken.status, broken.err().match(/exit code 3/g)]).toEqual([3, ['exit code 3']])
  expect(broken.err()).toMatch(/\n {2}what it wrote is shown by: millrace mcp log broken\n$/)
  const unset = await run(at, ['call', 'mcp__unset__x'])
  expect([unset.status, unset.err().match(/NOT_SET has no value/g)]).toEqual([3, ['NOT_SET has no value']])
  // The log tells of two starts, and why.
  const log = await run(at, ['mcp', 'log', 'broken'])
  expect(log.out()).toMatch(
    /hello from broken.*\n.*exit code 3.*; it is started again, to speak the older generation of MCP\n.*hello from broken.*\n/,
  )
})

test('completions know the servers, and the tools that they had', async () => {
  const at = await trusted()
  const words = async (...typed: string[]): Promise<string[]> => {
    const ended = await run(at, ['complete', '--', ...typed])
    return ended
      .out()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
  }
  expect(await words('mcp', 'remove', '')).toContain('one')
  expect(await words('call', 'mcp__')).not.toContain('mcp__one__echo')
  await run(at, ['mcp'])
  const before = started(at).length
  expect(await words('call', 'mcp__')).toEqual(expect.arrayContaining(['mcp__one__add', 'mcp__one__echo']))
  expect(started(at)).toHaveLength(before)
})
