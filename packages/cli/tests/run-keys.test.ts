import { getEventListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script, ScriptedAnswer } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hangUp, person, type Person } from './person.ts'
import { asks, events, home, runs } from './running.ts'

const working = /step 1/
const edit = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] }
const question = /\[1\/y\] once/

/** A model that gives one of its answers only once a person has done everything. */
function answersAfter(
  { isDone }: Person,
  which: number,
  answers: readonly (ScriptedAnswer | string)[],
): Script {
  return async (_request, index) => {
    if (index === which) await isDone
    return answers[index] ?? new Error('nobody asks for more')
  }
}

describe('keys while a turn runs', () => {
  test.each([
    ['Esc', '\u001b'],
    ['Esc twice in a hurry', '\u001b\u001b'],
    ['Ctrl+C', '\u0003'],
  ])('%s ends it, and what had arrived stays', async (_key, keys) => {
    const at = home()
    const script = [{ text: 'I begin', waitForAbort: true as const }]
    const { status, out, err } = await runs(['go'], script, { at, ...person([/\* I begin/, keys]) })
    expect(status).toBe(130)
    expect(out()).toMatch(/^\* I begin\n[^]*-- no calls \|/)
    expect(err()).toMatch(/it goes on with: millrace run --resume [0-9a-f]{8} "…"\n$/)
    expect(events(at.logs()[0] ?? '').events.at(-1)).toMatchObject({
      type: 'turn/end',
      data: { reason: 'interrupted' },
    })
  })

  test('words and Enter reach the model before its next step', async () => {
    const sitting = person([working, 'in '], [/> in/, 'French\u007fh'], [/> in Frenchh?/, '\r'])
    const script = answersAfter(sitting, 0, [
      { text: 'First.', calls: [asks('read', { path: 'notes.md' })] },
      'Deuxième.',
    ])
    const { status, model, out, err } = await runs(['go'], script, sitting)
    expect(status).toBe(0)
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', content: 'in French' })
    expect(out()).toContain('> while it ran:\n  in French\n')
    expect(err()).toContain('> in French (before its next step)')
  })

  test('Ctrl+O unfolds what comes from then on', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')
    const sitting = person([working, '\u000f'])
    const script = answersAfter(sitting, 0, [{ calls: [asks('read', { path: 'long.txt' })] }, 'Long.'])
    const at = home({ 'long.txt': text })
    const { out } = await runs(['go'], script, { at, ...sitting })
    expect(out()).toContain('line 30')
  })

  verifies(['security:R3'], 'are given back at the end, and nothing listens any more', async () => {
    const sitting = person()
    const { signal } = new AbortController()
    const script = [{ delayMs: 300, calls: [asks('read', { path: 'notes.md' })] }, 'Done.']
    expect((await runs(['go'], script, { ...sitting, signal })).status).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect([sitting.keyboard.isRaw, sitting.keyboard.listenerCount('keypress')]).toEqual([false, 0])
    expect(sitting.keyboard.isPaused()).toBe(true)
  })

  test('end without harm where the terminal is closed', async () => {
    const sitting = person([working, hangUp])
    const { status, out } = await runs(['go'], answersAfter(sitting, 0, ['Done.']), sitting)
    expect([status, out()]).toEqual([0, expect.stringMatching(/^\* Done\.\n/)])
  })
})

describe('what is under way', () => {
  test('stands below what is printed, and is taken away', async () => {
    const { out, err } = await runs(['go'], [{ pieceMs: 250, text: 'one two three four five' }], person())
    expect(out()).toMatch(/^\* one two three four five\n/)
    expect(err()).toMatch(/\* one [^]*\* one two [^]*\* one two three/)
    expect(err()).toContain('Esc interrupts')
  })

  test.each([
    ['no terminal', { isTTY: false }],
    ['continuous integration', { isTTY: true, env: { CI: 'true' } }],
    ['a terminal that cannot redraw', { isTTY: true, env: { TERM: 'dumb' } }],
  ])('is not drawn on %s', async (_name, options) => {
    const { err } = await runs(['go'], [{ delayMs: 400, text: 'Done.' }], options)
    expect(err()).toMatch(/^ {2}see it: /)
  })
})

describe('a question of a call', () => {
  const script = [{ calls: [asks('edit', edit)] }, 'Changed.']

  test('takes the keyboard, and gives it back', async () => {
    const at = home({ 'a.txt': 'one\n' })
    const sitting = person([question, 'y'], [/step 2/, 'thanks\r'])
    const slow = answersAfter(sitting, 1, [
      ...script.slice(0, 1),
      { text: 'Changed.', calls: [asks('read', { path: 'a.txt' })] },
      'Yes.',
    ])
    const { status, out, model } = await runs(['go'], slow, { at, ...sitting })
    expect(status).toBe(0)
    expect(readFileSync(join(at.project, 'a.txt'), 'utf8')).toBe('two\n')
    expect(out()).toMatch(/✓ done .*edit {2}a\.txt .*you once/)
    expect(model.requests[2]?.messages.at(-1)).toMatchObject({ content: 'thanks' })
  })

  test('that is answered with no reaches the model, with the words', async () => {
    const at = home({ 'a.txt': 'one\n' })
    const { status, out, model } = await runs(['go'], script, {
      at,
      ...person([question, '5'], [/why\? /, 'keep it\r']),
    })
    expect(status).toBe(0)
    expect(out()).toMatch(/⊘ denied .*by you: "keep it"/)
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('keep it')
    expect(readFileSync(join(at.project, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('that is given up gives up the turn', async () => {
    const at = home({ 'a.txt': 'one\n' })
    const { status, model } = await runs(['go'], script, { at, ...person([question, '\u0003']) })
    expect([status, model.requests.length]).toEqual([130, 1])
    expect(readFileSync(join(at.project, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('of a tool is answered at the same terminal', async () => {
    const questions = [{ question: 'Which?', options: [{ label: 'this' }, { label: 'that' }] }]
    const asking = [{ calls: [{ name: 'ask_user', arguments: { questions } }] }, 'That one.']
    const { status, model } = await runs(['go'], asking, person([/something else/, '2']))
    expect(status).toBe(0)
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('that')
  })

  verifies(['security:D5'], 'of a tool shows no configured secret', async () => {
    const secret = 'hunter-2-of-the-north'
    const questions = [{ question: `Is it ${secret}?`, options: [{ label: secret }, { label: 'no' }] }]
    const somebody = person([/something else/, '1'])
    const env = { ...somebody.env, BRAVE_API_KEY: secret }
    const asking = [{ calls: [asks('ask_user', { questions })] }, 'That one.']
    const { status, out, err } = await runs(['go'], asking, { ...somebody, env })
    expect(status).toBe(0)
    expect(err()).toContain('Is it [redacted]?')
    expect(`${out()}${err()}`).not.toContain(secret)
  })
})
