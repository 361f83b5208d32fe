import { describe, expect, test } from 'vitest'
import type { AskedQuestion, RulesReport } from '@millrace/web/wire'
import { verifies } from '../../../tests/spec/verifies.ts'
import { asks } from './running.ts'
import {
  answers,
  asked,
  begun,
  lastResult,
  waiting,
  workbench,
  type Stream,
  type Workbench,
} from './workbench.ts'

const echo = (words: string) => ({ calls: [asks('bash', { command: `echo ${words}` })] })

/** Waits for the question about what echoes these words. */
function askedAbout(desk: Stream, words: string): Promise<AskedQuestion> {
  return desk.until((stream) =>
    waiting(stream).questions.find(({ card }) => card.call.title === `echo ${words}`),
  )
}

const grantsOf = async (bench: Workbench): Promise<readonly string[]> => {
  const { grants } = await bench.get<RulesReport>('/api/rules')
  return grants.map(({ rule }) => rule)
}

const forSession = { kind: 'session', rules: ['Bash(echo *)'] } as const

describe('what the page allows for a session', { timeout: 240_000 }, () => {
  verifies(['security:A2'], 'is asked about in every other session of the folder', async () => {
    const bench = await workbench([], { script: [echo('one'), echo('two'), 'over', echo('three'), 'over'] })
    const desk = await bench.stream('/api/desk')
    const first = await begun(bench, 'say one and two')
    await answers(bench, await askedAbout(desk, 'one'), forSession)
    await first.session.event('turn/end')
    expect(lastResult(first.session)).toContain('two')
    const second = await begun(bench, 'say three')
    const question = await askedAbout(desk, 'three')
    expect(question.session).toBe(second.id)
    await answers(bench, question, { kind: 'deny' })
    await second.session.event('turn/end')
    expect(lastResult(second.session)).toContain('the user rejected tool')
  })

  test('ends with its agent: a session that was let go of is asked again', async () => {
    const others = Array.from({ length: 17 }, () => 'over')
    const bench = await workbench([], { script: [echo('one'), 'over', ...others, echo('two'), 'over'] })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'say one')
    await answers(bench, await asked(desk, 'bash'), forSession)
    await session.event('turn/end')
    expect(await grantsOf(bench)).toEqual(['Bash(echo *)'])
    // Of more agents without work those are let go of that worked longest ago.
    for (const _ of others) await bench.post('/api/sessions', { prompt: 'be done' })
    await expect.poll(() => grantsOf(bench), { timeout: 120_000 }).toEqual([])
    await bench.post(`/api/sessions/${id}/messages`, { text: 'say two' })
    expect(await askedAbout(desk, 'two')).toMatchObject({ session: id })
  })

  test('can be taken back, which pages are told of', async () => {
    const bench = await workbench([], { script: [echo('one'), 'over', echo('two'), 'over'] })
    const desk = await bench.stream('/api/desk')
    const { id, session } = await begun(bench, 'say one')
    await answers(bench, await asked(desk, 'bash'), forSession)
    await session.event('turn/end')
    const [grant] = (await bench.get<RulesReport>('/api/rules')).grants
    expect(grant?.words).toMatch(/^by user on .*, until its session or this process ends$/)
    const told = desk.messages.length
    await bench.post(`/api/rules/grants/${grant?.id ?? ''}/revoke`, {})
    await desk.until(({ messages }) =>
      messages
        .slice(told)
        .find(({ name, data }) => name === 'changed' && JSON.stringify(data).includes('rules')),
    )
    expect(await grantsOf(bench)).toEqual([])
    expect((await session.event('permission/revoked')).data).toMatchObject({ id: grant?.id, by: 'user' })
    await bench.post(`/api/sessions/${id}/messages`, { text: 'say two' })
    expect(await askedAbout(desk, 'two')).toMatchObject({ session: id })
  })
})
