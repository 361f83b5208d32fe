import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { millraceFile, place, runs, starts, type Ended, type Place } from './command.ts'
import { peer } from './peers.ts'

const acpx = peer('acpx')

/** A message of the protocol, as far as it is looked at. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly update?: Update
    readonly toolCall?: { readonly content?: unknown }
    readonly options?: readonly { readonly kind: string; readonly name: string }[]
  }
  readonly result?: { readonly stopReason?: string; readonly outcome?: { readonly optionId?: string } }
}

interface Update {
  readonly sessionUpdate: string
  readonly kind?: string
  readonly status?: string
  readonly content?: unknown
  readonly locations?: readonly { readonly path: string }[]
  readonly rawInput?: unknown
}

/** What came of one step of the driver. */
interface Step {
  readonly questions: readonly { readonly options: readonly { readonly kind: string }[] }[]
  readonly events: readonly { readonly type: string }[]
  readonly result: { readonly status: string; readonly stopReason?: string }
}

const edit = (path: string, oldText: string, newText: string) => ({
  calls: [{ name: 'edit', arguments: { path, edits: [{ oldText, newText }] } }],
})
const write = (path: string) => ({ calls: [{ name: 'write', arguments: { path, content: 'text\n' } }] })

describe.skipIf(acpx === undefined)('acpx', () => {
  let at: Place
  beforeEach(() => {
    at = place({ 'a.txt': 'one\n' })
  })
  afterEach(() => at.remove())
  const text = (path: string): string => readFileSync(join(at.project, path), 'utf8')

  /** The arguments with which acpx starts our agent on these answers of its model. */
  function withAgent(script: readonly unknown[], ...args: readonly string[]): readonly string[] {
    const file = at.put('../script.json', JSON.stringify(script))
    const agent = [process.execPath, millraceFile, 'acp', '--script', file].join(' ')
    return [acpx?.script ?? '', '--agent', agent, '--format', 'json', ...args]
  }
  const run = (args: readonly string[]): Promise<Ended> => runs(at, args, acpx?.node)

  function transcript({ out, err }: Ended): readonly Message[] {
    const lines = out.split('\n').filter((line) => line.startsWith('{'))
    if (lines.length === 0) throw new Error(`there is no transcript: ${out} ${err}`)
    return lines.map((line) => JSON.parse(line) as Message)
  }
  const updates = (messages: readonly Message[]): readonly Update[] =>
    messages.flatMap(({ params }) => params?.update ?? [])

  test('gives a prompt, sees the call, permits the diff and reads the answer', async () => {
    const script = [edit('a.txt', 'one', 'two'), { text: 'It is changed.' }]
    const messages = transcript(await run(withAgent(script, '--approve-all', 'exec', 'change it')))

    const call = updates(messages).find(({ sessionUpdate }) => sessionUpdate === 'tool_call')
    const file = join(at.project, 'a.txt')
    expect(call).toMatchObject({ kind: 'edit', status: 'pending', locations: [{ path: file }] })
    const asked = messages.find(({ method }) => method === 'session/request_permission')?.params?.toolCall
    expect(asked?.content).toContainEqual({ type: 'diff', path: file, oldText: 'one\n', newText: 'two\n' })

    const order = messages.map((message) => message.method ?? (message.result?.outcome ? 'answer' : 'result'))
    expect(order.indexOf('session/request_permission')).toBeLessThan(order.indexOf('answer'))
    const states = updates(messages).flatMap(({ status }) => status ?? [])
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      'pending',
      'in_progress',
      'completed',
    ])
    expect(JSON.stringify(updates(messages).at(-1))).toContain('It is changed.')
    expect(messages.at(-1)?.result).toMatchObject({ stopReason: 'end_turn' })
    expect(text('a.txt')).toBe('two\n')
  })

  test('refuses: nothing is changed, and the call failed by its word', async () => {
    const script = [edit('a.txt', 'one', 'two'), { text: 'It was refused.' }]
    const messages = transcript(await run(withAgent(script, '--deny-all', 'exec', 'change it')))
    const kinds = messages.flatMap(({ params }) => params?.options ?? []).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['allow_once', 'allow_always', 'reject_once', 'reject_always']))
    expect(updates(messages).findLast(({ status }) => status !== undefined)).toMatchObject({
      status: 'failed',
    })
    expect(text('a.txt')).toBe('one\n')
  })

  test('decides in each of the four ways, and their meanings are kept', async () => {
    const steps: readonly { text: string; decision: string; answers: readonly unknown[] }[] = [
      { text: 'once', decision: 'allow_once', answers: [edit('a.txt', 'one', 'two'), { text: '1' }] },
      { text: 'not now', decision: 'reject_once', answers: [edit('a.txt', 'two', 'three'), { text: '2' }] },
      {
        text: 'from now on',
        decision: 'allow_always',
        answers: [edit('a.txt', 'two', 'three'), { text: '3' }],
      },
      { text: 'again', decision: 'reject_once', answers: [edit('a.txt', 'three', 'four'), { text: '4' }] },
      { text: 'never', decision: 'reject_always', answers: [write('b.txt'), { text: '5' }] },
      { text: 'still never', decision: 'allow_once', answers: [write('b.txt'), { text: '6' }] },
      { text: 'stop', decision: 'cancel the turn', answers: [write('c.txt'), { text: '7' }] },
    ]
    const file = at.put('../script.json', JSON.stringify(steps.flatMap(({ answers }) => answers)))
    const plan = {
      agent: [process.execPath, millraceFile, 'acp', '--script', file],
      cwd: at.project,
      state: join(at.project, '../acpx'),
      steps,
    }
    const driver = fileURLToPath(new URL('acpx-driver.mjs', import.meta.url))
    const { out, err } = await run([driver, JSON.stringify(plan)])
    const results = out
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Step)
    expect({ count: results.length, err: results.length === steps.length ? '' : err }).toEqual({
      count: 7,
      err: '',
    })
    expect(results.map(({ questions }) => questions.length)).toEqual([1, 1, 1, 0, 1, 0, 1])
    expect(results.map(({ result }) => result.status)).toEqual([
      ...Array.from({ length: 6 }, () => 'completed'),
      'cancelled',
    ])
    expect(text('a.txt')).toBe('four\n')
    expect(['b.txt', 'c.txt'].filter((path) => existsSync(join(at.project, path)))).toEqual([])
  })

  test('takes a session up again after its agent has ended', async () => {
    const script = [{ text: 'Good morning.' }, { text: 'Good evening.' }]
    const persistent = withAgent(script, '--ttl', '1')
    expect(await run([...persistent, 'sessions', 'new'])).toMatchObject({ status: 0 })
    const first = transcript(await run([...persistent, 'prompt', 'hello']))
    expect(JSON.stringify(first)).toContain('Good morning.')
    // A second later the agent that it kept is gone, and another one takes the session up.
    await expect
      .poll(async () => JSON.stringify(transcript(await run([...persistent, 'prompt', 'hello again']))), {
        timeout: 60_000,
        interval: 3000,
      })
      .toMatch(/session\/(?:resume|load)/)
  })

  test('cancels: the turn ends as cancelled', async () => {
    const script = [{ text: 'never', waitForAbort: true }]
    const persistent = withAgent(script, '--ttl', '5')
    await run([...persistent, 'sessions', 'new'])
    const prompt = starts(at, [...persistent, 'prompt', 'wait'], acpx?.node)
    await expect.poll(prompt.said, { timeout: 60_000 }).toContain('session/prompt')
    await run([...persistent, 'cancel'])
    const messages = transcript(await prompt.ended)
    expect(messages.findLast(({ result }) => result?.stopReason !== undefined)?.result).toMatchObject({
      stopReason: 'cancelled',
    })
  })
})
