import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hasRaw, hostile } from '../../cards/tests/payloads.ts'
import { json, millrace } from './millrace.ts'
import { hangUp, person, TestKeyboard, type Act } from './person.ts'
import { sampled } from '../../../tests/support/effort.ts'

const database = {
  question: 'Which database?',
  header: 'Database',
  options: [{ label: 'Postgres', description: 'a server' }, { label: 'SQLite' }],
}
const parts = { question: 'Which parts?', options: [{ label: 'api' }, { label: 'ui' }], multiple: true }

const [down, enter, space, escape] = ['\u001b[B', '\r', ' ', '\u001b']

/** What the prompts themselves write: colours, moves of the cursor, and what erases rows. */
const own = new RegExp(`${escape}\\[\\??\\d*[A-Hhlm]|${escape}\\[\\d*[JK]|\r`, 'g')

/** A call that asks these questions, with somebody at the terminal. */
async function asked(questions: readonly object[], ...acts: readonly Act[]) {
  const words = ['call', 'ask_user', `questions=${JSON.stringify(questions)}`, '--json']
  const somebody = person(...acts)
  const ended = await millrace(words, somebody)
  expect([somebody.keyboard.isRaw, somebody.keyboard.isPaused()]).toEqual([false, true])
  return { ...ended, report: json(ended) }
}

describe('what a tool asks at the terminal', () => {
  test('is answered by choosing one', async () => {
    const { status, report, err } = await asked([database], [/SQLite/, down], [/SQLite/, enter])
    expect([status, report['value']]).toEqual([
      0,
      { answers: [{ question: 'Which database?', chosen: ['SQLite'] }] },
    ])
    expect(err()).toContain('A tool asks you')
    expect(err()).toContain('Database: Which database?')
  })

  test('is answered by choosing several, one question after the other', async () => {
    const { report } = await asked(
      [database, parts],
      [/SQLite/, enter],
      [/Which parts/, space],
      [/◼ 1 {2}api/, down],
      [/ui \(here\)/, space],
      [/◼ 2 {2}ui/, enter],
    )
    expect(report['value']).toEqual({
      answers: [
        { question: 'Which database?', chosen: ['Postgres'] },
        { question: 'Which parts?', chosen: ['api', 'ui'] },
      ],
    })
  })

  test('is answered by a number', async () => {
    const { report } = await asked(
      [database, parts],
      [/SQLite/, '2'],
      [/Which parts/, '2'],
      [/◼ 2 {2}ui/, enter],
    )
    expect(report['value']).toMatchObject({ answers: [{ chosen: ['SQLite'] }, { chosen: ['ui'] }] })
  })

  test.each(['use mysql', 'jk, both', '2 of them'])(
    'takes what is typed for own words: %s',
    async (words) => {
      const { report } = await asked([database], [/SQLite/, `${words}\r`])
      expect(report['value']).toMatchObject({ answers: [{ chosen: [], text: words }] })
    },
  )

  test('takes what is typed for own words beside what was chosen', async () => {
    const { report } = await asked([parts], [/here/, '1'], [/◼ 1 {2}api/, 'and docs\r'])
    expect(report['value']).toMatchObject({ answers: [{ chosen: ['api'], text: 'and docs' }] })
  })

  test('is not answered by what was typed before it could be read', async () => {
    const somebody = person([/SQLite/, '1'])
    somebody.keyboard.write('2')
    const words = ['call', 'ask_user', `questions=${JSON.stringify([database])}`, '--json']
    expect(json(await millrace(words, somebody))['value']).toMatchObject({
      answers: [{ chosen: ['Postgres'] }],
    })
  })

  test('is introduced on rows that fit the screen', async () => {
    const words = ['call', 'ask_user', `questions=${JSON.stringify([database])}`]
    const ended = await millrace(words, { ...person([/SQLite/, escape]), columns: 40 })
    const heading = ended.err().split('\n').slice(0, 4)
    expect(heading.map((row) => row.length <= 40)).toEqual([true, true, true, true])
    expect(heading.join(' ')).toContain('Ctrl+C cancels the call):')
  })

  test('is answered in own words', async () => {
    const { report } = await asked(
      [database],
      [/SQLite/, down],
      [/SQLite/, down],
      [/own words/, enter],
      [/In your own words/, 'neither\r'],
    )
    expect(report['value']).toEqual({
      answers: [{ question: 'Which database?', chosen: [], text: 'neither' }],
    })
  })

  test('is closed by Esc, and the model is told to go on', async () => {
    const { status, report } = await asked([database], [/SQLite/, escape])
    expect([status, report['error']]).toEqual([
      3,
      { code: 'QUESTION_DISMISSED', message: expect.stringContaining('assumption') },
    ])
  })

  test('is cancelled by Ctrl+C, and the call with it', async () => {
    const { status, report } = await asked([database], [/SQLite/, '\u0003'])
    expect([status, report['status']]).toEqual([130, 'cancelled'])
  })

  test('is nobody’s once the input ends', async () => {
    const { status, report } = await asked([database], [/SQLite/, hangUp])
    expect([status, report['error']]).toMatchObject([3, { code: 'NOBODY_TO_ASK' }])
  })

  test('is nobody’s without a terminal', async () => {
    const words = ['call', 'ask_user', `questions=${JSON.stringify([database])}`, '--json']
    expect(json(await millrace(words))).toMatchObject({ error: { code: 'NOBODY_TO_ASK' } })
    const keyboard = new TestKeyboard()
    keyboard.end().resume()
    await new Promise((resolve) => keyboard.once('end', resolve))
    expect(json(await millrace(words, { keyboard }))).toMatchObject({ error: { code: 'NOBODY_TO_ASK' } })
  })

  test('is nobody’s without a terminal, and says where to run it', async () => {
    const ended = await millrace(['call', 'ask_user', `questions=${JSON.stringify([database])}`])
    expect([ended.status, ended.err()]).toEqual([3, expect.stringContaining('run it in one')])
  })

  verifies(
    ['security:D1'],
    'reaches the screen escaped, whatever a model writes',
    async () => {
      for (const text of sampled(
        hostile.filter((each) => each.trim() !== ''),
        4,
      )) {
        const question = {
          question: text,
          options: [{ label: text.slice(0, 150), description: text }, { label: 'other' }],
        }
        const { err } = await asked([question], [/other/, enter])
        const seen = err().replaceAll(own, '')
        if (hasRaw(seen)) expect.fail(`${JSON.stringify(text)} reached the screen in ${JSON.stringify(seen)}`)
      }
    },
    120_000,
  )
})

describe('where a terminal cannot redraw', () => {
  const plain = { NO_COLOR: '1', TERM: 'dumb' }

  async function typed(question: object, ...acts: readonly Act[]) {
    const words = ['call', 'ask_user', `questions=${JSON.stringify([question])}`, '--json']
    const ended = await millrace(words, { ...person(...acts), env: plain })
    return { ...ended, report: json(ended) }
  }

  test.each([
    [database, '2', { chosen: ['SQLite'] }],
    [parts, '2, 1', { chosen: ['api', 'ui'] }],
    [database, 'neither', { chosen: [], text: 'neither' }],
  ])('a question is answered by a line, in ASCII: %j', async (question, line, answer) => {
    const { report, err } = await typed(question, [/own words: /, `${line}\r`])
    expect(report['value']).toMatchObject({ answers: [answer] })
    expect(err()).not.toMatch(/\P{ASCII}/u)
  })

  test.each([
    ['3', 'the numbers are 1 to 2'],
    ['1 2', 'only one of them can be chosen'],
    ['', 'type an answer'],
  ])('%j is no answer, and the question stands', async (line, says) => {
    const { report, err } = await typed(database, [/own words: /, `${line}\r`], [/own words: /, '1\r'])
    expect(err()).toContain(says)
    expect(report['value']).toMatchObject({ answers: [{ chosen: ['Postgres'] }] })
  })

  test('Esc closes the questions, and the end of the input leaves nobody to ask', async () => {
    const closed = await typed(database, [/own words: /, escape])
    expect(closed.report['error']).toMatchObject({ code: 'QUESTION_DISMISSED' })
    const ended = await typed(database, [/own words: /, hangUp])
    expect(ended.report['error']).toMatchObject({ code: 'NOBODY_TO_ASK' })
    const cancelled = await typed(database, [/own words: /, '\u0003'])
    expect(cancelled.report['status']).toBe('cancelled')
  })
})
