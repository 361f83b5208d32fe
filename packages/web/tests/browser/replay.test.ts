import type { SessionEvent } from '@millrace/protocol'
import type { SessionSource } from '@millrace/web'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const script = [
  { text: 'I look.', calls: [{ name: 'echo', arguments: { first: 1 } }] },
  { calls: [{ name: 'nothing', arguments: {} }] },
  'That is all.',
]

const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment of the session' })

/** What the cards of the page say, in their order. */
const cards = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-call]').evaluateAll((all) => all.map((card) => `${card.className} ${card.textContent}`))

async function replayed(prepare: (host: FakeHost) => void = () => {}): Promise<{
  readonly page: Page
  readonly session: FakeSession
}> {
  const host = await fakeHost()
  prepare(host)
  const session = await host.sessions.play('look around', script)
  const { page } = await openPage(host, { fragment: `&/session/${session.id}` })
  await page.getByText('That is all.').waitFor()
  await eventually(() => slider(page).isEnabled()).toBe(true)
  return { page, session }
}

/** The same log, a minute between its events. */
function slowed(source: SessionSource): SessionSource {
  return timed(source, ({ time, seq }) => time + seq * 60_000)
}

function timed(source: SessionSource, timeOf: (event: SessionEvent) => number): SessionSource {
  return {
    ...source,
    async *pages(after, signal) {
      for await (const events of source.pages(after, signal))
        yield events.map((event) => ({ ...event, time: timeOf(event) }))
    },
  }
}

describe.skipIf(noBrowser)('a session that is gone through again', () => {
  it('shows any of its moments by the keyboard, and says which it is', async () => {
    const { page, session } = await replayed()
    const { next } = session.log
    expect(await slider(page).inputValue()).toBe(String(next))
    await slider(page).press('Home')
    await eventually(() => page.locator('[data-call]').count()).toBe(0)
    await eventually(() => slider(page).getAttribute('aria-valuetext')).toBe('before the first event')
    await slider(page).press('ArrowRight')
    await eventually(() => slider(page).getAttribute('aria-valuetext')).toMatch(
      new RegExp(String.raw`^event 1 of ${next}, turn/start, \d\d:\d\d:\d\d, \+0\.\d\ds$`),
    )
    await slider(page).press('End')
    await eventually(() => page.locator('[data-call]').count()).toBe(2)
    await eventually(() =>
      page.getByRole('button', { name: 'End', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
  })

  it('goes from call to call', async () => {
    const { page } = await replayed()
    await slider(page).press('Home')
    await page.keyboard.press(']')
    await eventually(() => cards(page)).toEqual([expect.stringContaining('queued')])
    await page.keyboard.press(']')
    await eventually(() => cards(page)).toHaveLength(2)
    await page.keyboard.press('[')
    await eventually(() => cards(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Next call' }).click()
    await eventually(() => cards(page)).toHaveLength(2)
  })

  it('has the same cards live, replayed, and after the page was loaded again', async () => {
    const { page } = await replayed()
    const live = await cards(page)
    await slider(page).press('Home')
    await page.getByRole('button', { name: 'instant' }).click()
    await page.getByRole('button', { name: 'Play' }).click()
    await eventually(() =>
      page.getByRole('button', { name: 'End', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
    await eventually(() => cards(page)).toEqual(live)
    await page.reload()
    await page.getByText('That is all.').waitFor()
    await eventually(() => cards(page)).toEqual(live)
  })

  it('cuts long waits short and says so, and can be paused', async () => {
    const { page } = await replayed(({ sessions }) => {
      const open = sessions.open.bind(sessions)
      sessions.open = async (id) => slowed(await open(id))
    })
    await slider(page).press('Home')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('a wait of 1m 00s is cut to 2s').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    const at = await slider(page).inputValue()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(await slider(page).inputValue()).toBe(at)
  })

  it('has cards that run since as long as they did at its moment', async () => {
    const { page } = await replayed(({ sessions }) => {
      const open = sessions.open.bind(sessions)
      sessions.open = async (id) => timed(await open(id), ({ time }) => time - 3_600_000)
    })
    await slider(page).press('Home')
    await page.keyboard.press(']')
    const running = page.locator('[data-call].s-running')
    await page.locator('[data-call].s-queued').waitFor()
    for (let at = 0; at < 10 && (await running.count()) === 0; at++) {
      const before = await slider(page).getAttribute('aria-valuetext')
      await slider(page).press('ArrowRight')
      await eventually(() => slider(page).getAttribute('aria-valuetext')).not.toBe(before)
    }
    expect(await running.locator('.went').textContent()).not.toMatch(/\d[mh]/)
  })

  it('marks on the track where a turn begins and where something failed', async () => {
    const { page } = await replayed()
    await eventually(() => page.locator('.mark-turn').count()).toBe(1)
    await eventually(() => page.locator('.mark-failed').count()).toBe(1)
  })

  it('is behind a button while the session runs, and stands still while that goes on', async () => {
    const host = await fakeHost()
    const session = await host.sessions.add({ activity: { at: 'here', status: 'running' } })
    session.append('turn/start', { turn: 1, principal: 'user' })
    session.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: 'first words' } })
    const { page } = await openPage(host, { fragment: `&/session/${session.id}` })
    await page.getByText('first words').last().waitFor()
    expect(await slider(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Replay from a moment…' }).click()
    await slider(page).press('Home')
    session.append('user/message', {
      turn: 1,
      step: 1,
      message: { role: 'user', content: 'later words' },
      steering: true,
    })
    await eventually(() => slider(page).getAttribute('max')).toBe('3')
    expect(await slider(page).inputValue()).toBe('0')
    expect(await page.getByText('later words').count()).toBe(0)
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await page.getByText('later words').waitFor()
  })
})
