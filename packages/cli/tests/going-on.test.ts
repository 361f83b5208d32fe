import { describe, expect, test } from 'vitest'
import { cutOff, withHold } from './cut-off.ts'
import { serving } from './mcp-client.ts'
import { json, millrace } from './millrace.ts'
import { asks, events, home, runs, type Home } from './running.ts'

const inline = ['--runtime', 'inline']
// Whether a call came to its end that a crash cut off is not known.
const waits = "return tools.hold({}).then(() => 'held', () => 'not known')"

const code = (at: Home, words: readonly string[], open = withHold): ReturnType<typeof millrace> =>
  millrace(['code', ...words, ...inline], { cwd: at.project, env: at.env }, open)

/** The first prompts of the sessions that there are. */
const titles = (at: Home): readonly unknown[] =>
  at
    .logs()
    .map((log) => events(log).events.find(({ type }) => type === 'user/message'))
    .map((event) => (event?.data as { message?: { content?: unknown } } | undefined)?.message?.content)

const prompts = (at: Home, first: string): readonly unknown[] => {
  const log = at.logs().find((each) => each.includes(JSON.stringify(first))) ?? ''
  return events(log).events.flatMap(({ type, data }) =>
    type === 'user/message' ? [data.message.content] : [],
  )
}

describe('the latest session that goes on', () => {
  test('of a program is one that was cut off, whatever came after it', async () => {
    const at = home()
    await code(at, ['return 1'])
    await cutOff(at, (open) => code(at, [waits], open))
    await runs(['hello'], ['Hello.'], { at })
    await code(at, ['return 2'])
    const ended = await code(at, ['--continue', '--json'])
    expect(json(ended)).toMatchObject({ ok: true, result: 'not known' })
    const again = await code(at, ['--continue'])
    expect([again.status, again.err()]).toEqual([
      2,
      expect.stringContaining('no program of this folder was cut off'),
    ])
    expect(at.logs()).toHaveLength(4)
  })

  test('of an agent is none of a program', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    await code(at, ['return 1'])
    await cutOff(at, (open) => code(at, [waits], open))
    const { status, model } = await runs(['two', '--continue'], ['Second.'], { at })
    expect([status, model.requests[0]?.messages[0]?.content]).toEqual([0, 'one'])
    expect(prompts(at, 'one')).toEqual(['one', 'two'])
  })

  test('is that of an agent from the first prompt on that a program was followed by', async () => {
    const at = home()
    await code(at, ['return 1'])
    const id = events(at.logs()[0] ?? '').header.id
    const named = await runs(['why?', '--resume', id.slice(0, 8), ...inline], ['So.'], { at })
    expect(named.status, named.err()).toBe(0)
    const { status, err } = await runs(['and?', '--continue', ...inline], ['Therefore.'], { at })
    expect(status, err()).toBe(0)
    expect(at.logs()).toHaveLength(1)
  })

  test('of an agent is none of an MCP client, whether or not that is there', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    const { client, end } = await serving(at.project, [], { env: at.env })
    await client.callTool({ name: 'read', arguments: { path: 'notes.md' } })
    for (const prompt of ['two', 'three']) {
      const { status, err } = await runs([prompt, '--continue'], ['Yes.'], { at })
      expect(status, err()).toBe(0)
      expect(await end()).toBe(0)
    }
    expect(prompts(at, 'one')).toEqual(['one', 'two', 'three'])
    expect(titles(at)).toHaveLength(2)
  })

  test('is none where there are only such', async () => {
    const at = home()
    await code(at, ['return 1'])
    const { status, err, model } = await runs(['two', '--continue'], [], { at })
    expect([status, err(), model.requests]).toEqual([
      2,
      expect.stringContaining('no session of this folder can go on'),
      [],
    ])
  })
})

describe('a prompt behind what was cut off', () => {
  const began = { calls: [asks('run_code', { code: waits, description: 'wait' })] }
  const interrupted = async (): Promise<Home> => {
    const at = home()
    await cutOff(at, (open) => runs(['one', '--mode', 'code', ...inline], [began, 'Done.'], { at, open }))
    return at
  }
  const goOn = (
    at: Home,
    script: Parameters<typeof runs>[1],
    ...words: readonly string[]
  ): ReturnType<typeof runs> =>
    runs(['and two', '--continue', ...words, ...inline], script, { at, open: withHold })

  test('is sent once that came to its end', async () => {
    const at = await interrupted()
    const { status, err } = await goOn(at, ['One.', 'Two.'])
    expect([status, err()]).toEqual([0, expect.not.stringContaining('not sent')])
    expect(prompts(at, 'one')).toEqual(['one', 'and two'])
  })

  test.each([[[]], [['--json']]])(
    'is said not to be sent where that ended otherwise, with %j',
    async (words) => {
      const at = await interrupted()
      const { status, err } = await goOn(at, [new Error('no more')], ...words)
      expect([status, err()]).toEqual([
        1,
        expect.stringContaining(
          'millrace: warn: the prompt was not sent: what was cut off had to go on first (failed)\n',
        ),
      ])
      expect(err()).toContain('it goes on with: millrace run --resume')
      expect(prompts(at, 'one')).toEqual(['one'])
    },
  )
})
