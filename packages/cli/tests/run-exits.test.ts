import { ModelError } from '@millrace/agent'
import type { ScriptedCall } from '@millrace/testkit'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { openWorkspace } from '../src/workspace.ts'
import { asks, events, home, runs, type Home } from './running.ts'
import { settings, userFile } from './settings.ts'

/** Has these settings of the person. */
function withSettings(at: Home, value: object): Home {
  const file = join(at.env['HOME'] ?? '', userFile)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, settings(value))
  return at
}

const denying: OpenWorkspace = async (folder, env, found, prepare) => {
  const workspace = await openWorkspace(folder, env, found, prepare)
  workspace.ctx.on('agent/pre-step', async () => ({ kind: 'deny', reason: 'not today' }))
  return workspace
}

const calls = (count: number): ScriptedCall[] =>
  Array.from({ length: count }, () => asks('read', { path: 'notes.md' }))

describe('the exit status', () => {
  test('is 4 where the turn is denied', async () => {
    const { status, out } = await runs(['go'], ['never'], { open: denying })
    expect([status, out()]).toEqual([4, expect.stringContaining('not today')])
  })

  test('is 5 where the model fails, with why', async () => {
    const error = new ModelError('MODEL_AUTH', 'the key in OPENAI_API_KEY is not taken')
    const { status, out } = await runs(['go'], [{ error }])
    expect([status, out()]).toEqual([5, expect.stringContaining('the key in OPENAI_API_KEY is not taken')])
  })

  test('is 130 where it is interrupted before its turn, which no log tells of', async () => {
    const interrupted = new AbortController()
    const open: OpenWorkspace = async (...given) => {
      interrupted.abort()
      return openWorkspace(...given)
    }
    const { status, err } = await runs(['go'], ['never'], { open, signal: interrupted.signal })
    expect(status).toBe(130)
    expect(err()).toContain('millrace: the turn ended (interrupted): taken out of the inbox before its turn')
  })

  test.each([
    ['--max-steps', '1', [{ calls: calls(1) }, 'never']],
    ['--max-calls', '1', [{ calls: calls(2) }, 'never']],
    ['--max-tokens', '10', [{ calls: calls(1), usage: { input: 9, output: 2 } }, 'never']],
    ['--max-time', '2s', [{ text: 'I think', waitForAbort: true as const }, 'never']],
  ])('is 6 where %s is reached', async (option, value, script) => {
    const { status, out, err, model } = await runs(['go', option, value], script)
    expect([status, model.requests.length]).toEqual([6, 1])
    expect(out()).toMatch(/limit/)
    const raised = /calls|tokens/.test(option) ? ` ${option} …` : ''
    expect(err()).toMatch(new RegExp(`goes on with: millrace run --resume [0-9a-f]{8}${raised} "…"\n$`))
  })

  test('is 6 where the settings bound the cost, and the footer says what it was', async () => {
    const prices = { 'scripted/script': { input: 1_000_000, output: 2_000_000 } }
    const at = withSettings(home(), { prices, limits: { cost: 5 } })
    const script = [{ calls: calls(1), usage: { input: 2, output: 2 } }, 'never']
    const { status, out } = await runs(['go'], script, { at, columns: 140 })
    expect([status, out()]).toEqual([6, expect.stringContaining('| cost 6.00 |')])
  })

  test('is 130 where somebody interrupts, and the log says so', async () => {
    const at = home()
    const asked = new AbortController()
    const interrupt = (): void => void setTimeout(() => asked.abort(), 20)
    const script = [{ expect: interrupt, text: 'I', waitForAbort: true as const }]
    const { status } = await runs(['go'], script, { at, signal: asked.signal })
    expect(status).toBe(130)
    expect(events(at.logs()[0] ?? '').events.at(-1)).toMatchObject({ data: { reason: 'interrupted' } })
  })

  test('is 0 where a call was denied and the model went on', async () => {
    const script = [{ calls: [asks('write', { path: 'new.txt', content: 'x' })] }, 'I may not.']
    const { status, out, err } = await runs(['go'], script)
    expect([status, out()]).toEqual([
      0,
      expect.stringMatching(/⊘ denied .*nobody to ask .*\n[^]*\n\* I may not\.\n/),
    ])
    expect(err()).toContain(
      'nobody was here to be asked about 1 call: allow with Edit(new.txt); --approve-all answers yes to every question\n',
    )
  })

  test('has no word on calls that earlier turns were denied', async () => {
    const at = home()
    await runs(['go'], [{ calls: [asks('write', { path: 'new.txt', content: 'x' })] }, 'I may not.'], { at })
    const { err } = await runs(['on', '--continue'], ['Well.'], { at })
    expect(err()).not.toContain('nobody was here')
  })

  test.each([
    [['--max-steps', '0'], 'expected a whole number of at least 1'],
    [['--max-calls', 'many'], 'expected a whole number'],
    [['--max-time', '5 minutes'], 'such as 90s, 10m or 1h'],
    [['--max-cost', '-1'], 'expected a number above 0'],
    [['--max-cost', '1'], 'the price of scripted/script'],
    [['--approve-all', '--deny-all'], 'contradict each other'],
    [['--keep-scratch'], 'only the demo'],
    [['--demo', '--continue'], 'takes none of them'],
    [['--demo', '--max-cost', '1'], 'takes none of them'],
    [['--permission-mode', 'yolo'], 'Allowed choices are default'],
  ])('is 2 for %j', async (words, problem) => {
    const { status, err, model } = await runs(['go', ...words], [])
    expect([status, err(), model.requests.length]).toEqual([2, expect.stringContaining(problem), 0])
  })
})

describe('answers of the command line', () => {
  const script = [{ calls: [asks('write', { path: 'new.txt', content: 'x' })] }, 'Done.']

  test.each([
    ['--approve-all', 'x'],
    ['--approve-reads', undefined],
    ['--deny-all', undefined],
  ])('%s', async (flag, text) => {
    const at = home()
    const { status, out } = await runs(['go', flag], script, { at })
    const written = (): string => readFileSync(join(at.project, 'new.txt'), 'utf8')
    if (text === undefined) expect(written).toThrow('ENOENT')
    else expect(written()).toBe(text)
    expect([status, out()]).toEqual([0, expect.stringContaining(flag)])
  })
})

describe('the model', () => {
  test.each([
    [[], undefined],
    [['--model', 'b/flag'], 'b/flag'],
  ])('is the one of the settings, unless the command line chooses: %j', async (words, chosen) => {
    const at = withSettings(home(), { model: 'a/mine' })
    const asked: (string | undefined)[] = []
    const openModel = (_env: object, model: string | undefined): Promise<never> => {
      asked.push(model)
      return Promise.reject(new ModelError('MODEL_UNKNOWN', 'there is none'))
    }
    expect((await runs(['go', ...words], [], { at, openModel })).status).toBe(5)
    expect(asked).toEqual([chosen ?? 'a/mine'])
  })

  test('of a folder that nobody trusts is not asked', async () => {
    const at = home({ 'millrace.jsonc': settings({ model: 'evil/model' }) })
    const asked: (string | undefined)[] = []
    const openModel = (_env: object, model: string | undefined): Promise<never> => {
      asked.push(model)
      return Promise.reject(new ModelError('MODEL_UNKNOWN', 'there is none'))
    }
    const { err } = await runs(['go'], [], { at, openModel })
    expect([asked, err()]).toEqual([[undefined], expect.stringContaining('these do not count: model')])
  })
})
