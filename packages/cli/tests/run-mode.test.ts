import { hardLimits } from '@millrace/code-mode'
import { describe, expect, test } from 'vitest'
import { programLimitFlags } from '../src/program/program-limit-flags.ts'
import { millrace } from './millrace.ts'
import { asks, events, home, runs } from './running.ts'

const program = "const { total } = await tools.grep({ pattern: 'TODO' }); return total"
const answers = [
  { text: 'I will count.', calls: [asks('run_code', { code: program, description: 'count the TODOs' })] },
  'There is one.',
]
const inline = ['--runtime', 'inline']

describe('an agent that calls tools by programs', () => {
  test('is offered one tool, told of the others, and its turn replays byte for byte', async () => {
    const at = home()
    const { status, out, model } = await runs(['count', '--mode', 'code', ...inline], answers, { at })
    expect(status).toBe(0)
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['run_code'])
    expect(model.requests[0]?.system).toContain('`run_code` is the only tool you can call directly')
    expect(model.requests[0]?.system).toContain('declare const tools')
    expect(out()).toMatch(
      /❯ run_code {2}count the TODOs {2}1 call[^]*└─ ✓ done .* grep[^]*\n {2}result {3}1\n\* There is one/,
    )
    expect((await millrace(['replay'], { cwd: at.project, env: at.env })).out()).toBe(out())
  })

  test('keeps its mode when its session goes on, unless the command line says otherwise', async () => {
    const at = home()
    await runs(['count', '--mode', 'both', ...inline], answers, { at })
    const names = async (...words: string[]): Promise<string[]> => {
      const { model } = await runs(['more', '--continue', ...words], ['Done.'], { at })
      return model.requests[0]?.tools.map(({ name }) => name) ?? []
    }
    expect(await names()).toEqual(expect.arrayContaining(['run_code', 'grep']))
    expect(await names('--mode', 'native')).not.toContain('run_code')
  })

  test('is what a person chose in the settings', async () => {
    const at = home({ 'notes.md': '', '../home/.config/millrace/millrace.jsonc': '{ "mode": "code" }' })
    const { model } = await runs(['count', ...inline], answers, { at })
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['run_code'])
  })

  test('asks about the calls of its program, and not about the program', async () => {
    const at = home()
    const code = "await tools.write({ path: 'a.md', content: 'x' }).catch(() => 'refused'); return 1"
    const calls = [asks('run_code', { code, description: 'write' })]
    const { out, err } = await runs(['write', '--mode', 'code', ...inline], [{ calls }, 'Done.'], { at })
    expect(out()).toMatch(/✓ done .* run_code .*\n[^]*⊘ denied .* write {2}a\.md .*nobody to ask/)
    expect(err()).toContain('nobody was here to be asked about 1 call: allow with Edit(a.md)')
    expect(
      events(at.logs()[0] ?? '').events.filter(({ type }) => type === 'tool/code-dispatch'),
    ).toHaveLength(1)
  })
})

test('a session without anything that could go on needs a prompt', async () => {
  const at = home()
  await runs(['hello'], ['Hello.'], { at })
  const { status, err } = await runs(['--continue'], [], { at })
  expect([status, err()]).toEqual([2, expect.stringContaining('needs a prompt')])
})

test('the limits of the command line are at most those of Code Mode', () => {
  for (const { limit, most } of programLimitFlags) expect(most, limit).toBe(hardLimits[limit])
})

describe('millrace tools --sdk', () => {
  test.each([
    ['typescript', 'declare const tools'],
    ['python', 'class Tools(Protocol):'],
  ])('prints what programs in %s are told', async (language, phrase) => {
    const at = home()
    const { status, out } = await millrace(['tools', '--sdk', language], { cwd: at.project, env: at.env })
    expect([status, out()]).toEqual([0, expect.stringContaining(phrase)])
    expect(out()).toContain('grep')
  })

  test('is about all tools', async () => {
    const { status, err } = await millrace(['tools', 'grep', '--sdk', 'python'])
    expect([status, err()]).toEqual([2, expect.stringContaining('give it alone')])
  })
})
