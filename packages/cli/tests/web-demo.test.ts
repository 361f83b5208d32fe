import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { About } from '@millrace/web/wire'
import {
  answers,
  asked,
  lastResult,
  sessions,
  waiting,
  workbench,
  type Stream,
  type Workbench,
} from './workbench.ts'

interface Demo {
  readonly bench: Workbench
  readonly desk: Stream
  readonly id: string
  readonly session: Stream
}

/** The demo as whoever opens the page meets it. */
async function demo(): Promise<Demo> {
  const bench = await workbench(['--demo'])
  const { demo: playing } = await bench.get<About>('/api/about')
  const id = playing?.session ?? ''
  expect(bench.address).toMatch(new RegExp(`#token=[\\w-]+&/session/${id}$`))
  const session = await bench.stream(`/api/sessions/${id}/stream`)
  await session.until(({ messages }) => messages.find(({ name }) => name === 'caught-up'))
  expect(session.events).toEqual([])
  const desk = await bench.stream('/api/desk')
  return { bench, desk, id, session }
}

const words = ({ events }: Stream): string =>
  JSON.stringify(events.findLast(({ type }) => type === 'assistant/message')?.data)

describe('the demo in the page', { timeout: 180_000 }, () => {
  test('begins when somebody looks, asks for its change, and mends the project', async () => {
    const { bench, desk, id, session } = await demo()
    const question = await asked(desk, 'edit')
    expect(question).toMatchObject({ session: id, card: { call: { card: 'diff', title: 'src/sum.js' } } })
    const sum = join(question.cwd, 'src/sum.js')
    expect(readFileSync(sum, 'utf8')).toContain('let at = 1')
    await answers(bench, question, { kind: 'once' })
    expect((await session.event('turn/end')).data.reason).toBe('done')
    expect(readFileSync(sum, 'utf8')).toContain('let at = 0')
    expect(words(session)).toContain('All tests pass now')
    await bench.post(`/api/sessions/${id}/messages`, { text: 'and now?' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(words(session)).toContain('my replies are fixed')
    expect(await bench.end()).toBe(130)
    expect(existsSync(question.cwd)).toBe(false)
    expect(bench.at.logs()).toHaveLength(1)
  })

  test('leaves the project as it is after a no, says what it was told, and proposes the same again', async () => {
    const { bench, desk, id, session } = await demo()
    const question = await asked(desk, 'edit')
    await answers(bench, question, { kind: 'deny', message: 'not on a Friday' })
    expect((await session.event('turn/end')).data.reason).toBe('done')
    expect(words(session)).toContain('You said: \\"not on a Friday\\"')
    expect(readFileSync(join(question.cwd, 'src/sum.js'), 'utf8')).toContain('let at = 1')
    await bench.post(`/api/sessions/${id}/messages`, { text: 'do it all the same' })
    const again = await desk.until((stream) =>
      waiting(stream).questions.find(({ requestId }) => requestId !== question.requestId),
    )
    await answers(bench, again, { kind: 'once' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(words(session)).toContain('All tests pass now')
    expect(lastResult(session)).toContain('pass 2')
  })

  test('goes on after it was interrupted', async () => {
    const { bench, desk, id, session } = await demo()
    const { requestId } = await asked(desk, 'edit')
    await bench.post(`/api/sessions/${id}/interrupt`, {})
    expect((await session.event('turn/end')).data.reason).toBe('interrupted')
    await bench.post(`/api/sessions/${id}/messages`, { text: 'go on' })
    const again = await desk.until((stream) =>
      waiting(stream).questions.find((question) => question.requestId !== requestId),
    )
    await answers(bench, again, { kind: 'once' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(words(session)).toContain('All tests pass now')
  })

  test('that nobody looked at leaves no session', async () => {
    const bench = await workbench(['--demo'])
    expect(await bench.end()).toBe(130)
    expect(bench.at.logs()).toEqual([])
  })

  test('stands beside the folder itself, which works all the same', async () => {
    const { bench, id, session } = await demo()
    await session.event('turn/start')
    const { sessions: listed } = await sessions(bench)
    expect(listed).toEqual([expect.objectContaining({ id, isOwn: false, isLive: true })])
    expect((await bench.get<About>('/api/about')).folder).toBe(bench.at.project)
  })
})
