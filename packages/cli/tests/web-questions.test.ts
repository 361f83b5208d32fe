import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DecidedQuestion, RuleTrial } from '@millrace/web/wire'
import { verifies } from '../../../tests/spec/verifies.ts'
import { person } from './person.ts'
import { asks, home } from './running.ts'
import { answers, asked, begun, lastResult, waiting, workbench, type Stream } from './workbench.ts'

const echo = (words: string) => asks('bash', { command: `echo ${words}` })

/** A model that runs a command and says that it is over. */
const oneCommand = [{ calls: [echo('one')] }, 'over']

const decided = (desk: Stream, requestId: string): Promise<DecidedQuestion> =>
  desk.until(({ messages }) => {
    const all = messages.flatMap(({ name, data }) => (name === 'decided' ? [data as DecidedQuestion] : []))
    return all.find((each) => each.requestId === requestId)
  })

describe('a question in the page', { timeout: 120_000 }, () => {
  test('has all that it is about, and the call runs after a yes', async () => {
    const bench = await workbench([], { script: oneCommand })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'say one')
    const question = await asked(desk, 'bash')
    expect(question).toMatchObject({
      kind: 'call',
      session: id,
      cwd: bench.at.project,
      reason: 'no rule allows "echo one"',
      card: { tool: 'bash', status: 'waiting', call: { card: 'terminal', title: 'echo one' } },
      offer: { suggested: [['Bash(echo one)'], ['Bash(echo *)']], isEditable: true },
    })
    expect(question.notes.join(' ')).toContain('There is no sandbox')
    expect(await answers(bench, question, { kind: 'once' })).toEqual({ receipt: 'accepted' })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('one')
    expect((await session.event('approval/decided')).data).toMatchObject({
      by: 'user',
      outcome: 'allowed-once',
    })
    await expect.poll(() => waiting(desk).questions).toEqual([])
  })

  test('can be answered with no, and the model reads why', async () => {
    const bench = await workbench([], { script: oneCommand })
    const desk = await bench.stream('/api/desk')
    const { session } = await begun(bench, 'say one')
    const question = await asked(desk, 'bash')
    await answers(bench, question, { kind: 'deny', message: ' use printf\u202e ' })
    expect(await decided(desk, question.requestId)).toMatchObject({ outcome: 'rejected', by: 'user' })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('the user rejected tool \\"bash\\": use printf')
    expect(lastResult(session)).not.toContain('\u202e')
  })

  test('can be answered for good, by rules that are tried first and a file that was offered', async () => {
    const script = [{ calls: [echo('one')] }, { calls: [echo('two')] }, { calls: [echo('three')] }, 'over']
    const bench = await workbench([], { script })
    const desk = await bench.stream('/api/desk')
    const { session } = await begun(bench, 'say it')
    await answers(bench, await asked(desk, 'bash'), { kind: 'once' })
    const question = await desk.until((stream) =>
      waiting(stream).questions.find(({ card }) => card.call.title === 'echo two'),
    )
    const attempt = (rules: readonly string[]): Promise<RuleTrial> =>
      bench.post(`/api/questions/${question.requestId}/try`, { rules })
    expect(await attempt(['Bash(echo *)'])).toEqual({ alsoAllows: ['bash echo one'] })
    expect((await attempt(['Bash(ls)'])).problem).toContain('echo two')
    for (const reply of [
      { kind: 'always', rules: ['Bash(ls)'] },
      { kind: 'always', rules: ['Bash(echo *)'], file: '/etc/passwd' },
      { kind: 'session', rules: [] },
    ] as const)
      expect(await answers(bench, question, reply)).toEqual({ receipt: 'malformed' })
    const [file] = question.offer?.files ?? []
    const reply = { kind: 'always', rules: ['Bash(echo *)'], ...(file && { file: file.path }) } as const
    expect(await answers(bench, question, reply)).toEqual({ receipt: 'accepted' })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('three')
    expect(readFileSync(join(bench.at.project, 'millrace.jsonc'), 'utf8')).toContain('"Bash(echo *)"')
  })

  verifies(['fault:B053'], 'takes its first answer alone, and the second is told whose it was', async () => {
    const bench = await workbench([], { script: oneCommand })
    const [one, two] = [await bench.stream('/api/desk'), await bench.stream('/api/desk')]
    const { session } = await begun(bench, 'say one')
    const [first, second] = [await asked(one, 'bash'), await asked(two, 'bash')]
    const given = await Promise.all([
      answers(bench, first, { kind: 'deny', message: 'no' }),
      answers(bench, second, { kind: 'once' }),
    ])
    const [late] = given.filter(({ receipt }) => receipt === 'already-decided')
    expect(given.filter(({ receipt }) => receipt === 'accepted')).toHaveLength(1)
    const ending = await decided(two, second.requestId)
    expect(late?.decided).toEqual(ending)
    expect(await decided(one, first.requestId)).toEqual(ending)
    const { data } = await session.event('tool/result')
    expect(data.isError).toBe(ending.outcome === 'rejected')
  })

  verifies(['fault:B055'], 'that was taken back takes no answer, nor does another one take it', async () => {
    const script = [{ calls: [echo('one')] }, { calls: [echo('two')] }, 'over']
    const bench = await workbench([], { script })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'say one')
    const old = await asked(desk, 'bash')
    await bench.post(`/api/sessions/${id}/interrupt`, {})
    await desk.until((stream) => waiting(stream).questions.length === 0 || undefined)
    await session.event('turn/end')
    await bench.post(`/api/sessions/${id}/messages`, { text: 'again' })
    const next = await asked(desk, 'bash')
    expect(next.requestId).not.toBe(old.requestId)
    expect(await answers(bench, old, { kind: 'once' })).toMatchObject({
      receipt: 'already-decided',
      decided: { outcome: 'cancelled' },
    })
    expect(await answers(bench, { ...old, requestId: next.requestId }, { kind: 'once' })).toEqual({
      receipt: 'forged',
    })
    expect(await answers(bench, { ...next, requestId: 'ask_none' }, { kind: 'once' })).toEqual({
      receipt: 'unknown',
    })
    expect(waiting(desk).questions).toHaveLength(1)
  })

  test('is denied where no page was open for the set time, and the model reads that', async () => {
    const bench = await workbench(['--answer-timeout', '1s'], { script: oneCommand })
    const { session } = await begun(bench, 'say one')
    expect((await session.event('approval/decided')).data).toMatchObject({ by: 'nobody to ask' })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('no page was open for 1.0s and nobody sits at the terminal')
  })

  test('is put to the terminal as well, whose answer pages are told of', async () => {
    const somebody = person([/\[1\/y\] once/, 'y'])
    const at = home()
    const bench = await workbench([], {
      ...somebody,
      at,
      env: { ...at.env, ...somebody.env },
      script: oneCommand,
    })
    const desk = await bench.stream('/api/desk')
    const { session } = await begun(bench, 'say one')
    await session.event('turn/end')
    expect(lastResult(session)).toContain('one')
    const { data } = await session.event('approval/decided')
    expect(data).toMatchObject({ by: 'user', outcome: 'allowed-once' })
    expect(await decided(desk, data.requestId)).toMatchObject({ by: 'terminal' })
  })
})

test('leaves the terminal where a page answers it, which says so', { timeout: 120_000 }, async () => {
  const somebody = person()
  const at = home()
  const bench = await workbench([], {
    ...somebody,
    at,
    env: { ...at.env, ...somebody.env },
    script: oneCommand,
  })
  const desk = await bench.stream('/api/desk')
  const { session } = await begun(bench, 'say one')
  const question = await asked(desk, 'bash')
  await expect.poll(bench.err).toContain('[1/y] once')
  await answers(bench, question, { kind: 'once' })
  await session.event('turn/end')
  await expect.poll(bench.err).toContain('> answered in the page: once')
})

test('whoever gives up at the terminal gives up the turn', { timeout: 120_000 }, async () => {
  const somebody = person([/\[1\/y\] once/, '\u0003'])
  const at = home()
  const bench = await workbench([], {
    ...somebody,
    at,
    env: { ...at.env, ...somebody.env },
    script: oneCommand,
  })
  const { session } = await begun(bench, 'say one')
  expect((await session.event('turn/end')).data.reason).toBe('interrupted')
})

describe('a form in the page', { timeout: 120_000 }, () => {
  const options = [{ label: 'red' }, { label: 'blue', description: 'as the sky' }]
  const script = [{ calls: [asks('ask_user', { questions: [{ question: 'Which?', options }] })] }, 'over']

  test('asks what a tool wants to know, and takes an answer that fits', async () => {
    const bench = await workbench([], { script })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'paint it')
    const form = await desk.until((stream) => waiting(stream).forms[0])
    expect(form).toMatchObject({ session: id, questions: [{ question: 'Which?', options, multiple: false }] })
    const answer = (given: unknown): Promise<unknown> => bench.post(`/api/forms/${form.formId}/answer`, given)
    expect(await answer({ kind: 'answered', answers: [{ chosen: ['green'] }] })).toEqual({
      receipt: 'malformed',
    })
    expect(await answer({ kind: 'answered', answers: [] })).toEqual({ receipt: 'malformed' })
    expect(await answer({ kind: 'answered', answers: [{ chosen: ['blue'], text: 'dark' }] })).toEqual({
      receipt: 'accepted',
    })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('blue')
    expect(lastResult(session)).toContain('dark')
    expect(await answer({ kind: 'dismissed' })).toEqual({ receipt: 'already-decided' })
  })

  test('can be closed, and goes away where nobody is there', async () => {
    const bench = await workbench(['--answer-timeout', '1s'], { script: [...script, ...script] })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'paint it')
    const form = await desk.until((stream) => waiting(stream).forms[0])
    await bench.post(`/api/forms/${form.formId}/answer`, { kind: 'dismissed' })
    await session.event('turn/end')
    expect(lastResult(session)).toContain('closed the question')
    desk.close()
    await bench.post(`/api/sessions/${id}/messages`, { text: 'again' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(lastResult(session)).toContain('nobody can be asked')
  })
})
