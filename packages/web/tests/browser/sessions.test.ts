import type { SessionEntry } from '@millrace/web/wire'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const entry = (id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  id,
  title: `title of ${id}`,
  cwd: '/work/demo',
  folder: '~/demo',
  isOwn: true,
  startedAt: 0,
  lastAt: 1_000,
  isLive: false,
  waiting: 0,
  ...more,
})

/** What a browser says of an answer that is no success. */
const refused = /Failed to load resource/

const totals = {
  steps: 1,
  calls: { done: 12, failed: 1, denied: 2, cancelled: 0 },
  usage: { input: 1, output: 1 },
  ms: 1,
  toolMs: 1,
}

/** A page of a host with these sessions. */
async function listed(
  sessions: readonly SessionEntry[],
  damaged: { id: string; folder: string; problem: string }[] = [],
): Promise<{ page: Page; side: Locator; host: FakeHost }> {
  const host = await fakeHost()
  host.sessions.list = () => Promise.resolve({ sessions, damaged })
  const { page } = await openPage(host, { expected: refused })
  const side = page.getByRole('navigation', { name: 'Sessions' })
  return { page, side, host }
}

describe.skipIf(noBrowser)('the sessions', () => {
  it('stand below their folders, with what became of their calls', async () => {
    const { page, side } = await listed([
      entry('a', { cwd: '/work/other', folder: '~/other', isOwn: false, lastAt: 9_000 }),
      entry('b', { totals, ended: 'failed' }),
      entry('c', { isLive: true, waiting: 1 }),
      entry('d', { totals: { ...totals, calls: { done: 0, failed: 0, denied: 0, cancelled: 1 } } }),
      entry('e', { totals: { ...totals, calls: { done: 0, failed: 0, denied: 0, cancelled: 0 } } }),
    ])
    await side.getByText('title of a').waitFor()
    expect(await side.getByRole('heading', { level: 3 }).allInnerTexts()).toMatchObject([
      expect.stringContaining('~/demo'),
      expect.stringContaining('~/other'),
    ])
    const failed = side.getByRole('link', { name: /title of b/ })
    for (const said of ['12 done', '1 failed', '2 denied'])
      expect(await failed.getByText(said).count()).toBe(1)
    const live = side.getByRole('link', { name: /title of c/ })
    await live.getByRole('img', { name: 'live' }).waitFor()
    await live.getByText('1 question waits').waitFor()
    await side.getByRole('link', { name: /title of d.*1 cancelled$/ }).waitFor()
    await side.getByRole('link', { name: /title of e.*no calls$/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('are hidden with their folder, also the next time', async () => {
    const { page, side } = await listed([entry('a')])
    const folder = side.getByRole('button', { name: /~\/demo/ })
    await folder.click()
    await expect.poll(() => folder.getAttribute('aria-expanded')).toBe('false')
    await page.reload()
    await folder.waitFor()
    expect(await side.getByText('title of a').count()).toBe(0)
  })

  it('are in the page only where they can be seen, however many there are', async () => {
    const { side } = await listed(
      Array.from({ length: 5_000 }, (_, at) => entry(`s${at}`, { lastAt: 9_999 - at })),
    )
    await side.getByText('title of s0', { exact: true }).waitFor()
    expect(await side.getByRole('link').count()).toBeLessThan(60)
    await side.locator('.sessions-scroll').evaluate((list) => (list.scrollTop = list.scrollHeight))
    await side.getByText('title of s4999', { exact: true }).waitFor()
    expect(await side.getByRole('link').count()).toBeLessThan(60)
  })

  it('are gone through with arrow keys', async () => {
    const { page, side } = await listed([entry('a', { lastAt: 3 }), entry('b', { lastAt: 2 })])
    await side.getByRole('link', { name: /title of a/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/#/session/b')
  })

  it('tell of a log that cannot be read', async () => {
    const { side } = await listed([], [{ id: 'broken', folder: '~/demo', problem: 'line 3 is no event' }])
    await side.getByText('line 3 is no event').waitFor()
  })

  it('have names that cannot pretend to be anything else', async () => {
    const { page, side } = await listed([
      entry('a', { title: '<img src=x onerror=alert(1)>\u202eevil\u0007' }),
    ])
    await side.getByText('<img src=x onerror=alert(1)>').waitFor()
    const text = await side.getByRole('link').innerText()
    for (const sign of ['\u202e', '\u0007']) expect(text).not.toContain(sign)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  })
})

describe.skipIf(noBrowser)('a search', () => {
  it('shows where words were said, and leads there', async () => {
    const host = await fakeHost()
    const session = await host.sessions.play('look for the needle in it', ['Found.'])
    const { page } = await openPage(host)
    const field = page.getByLabel('Search in all sessions').and(page.getByRole('searchbox'))
    await field.fill('needle')
    const side = page.getByRole('navigation', { name: 'Sessions' })
    await side.locator('mark').first().waitFor()
    expect(await side.locator('mark').first().innerText()).toBe('needle')
    await side.locator('.sessions-hit').first().click()
    await page.waitForURL(`**/#/session/${session.id}`)
    await field.press('Escape')
    await side.getByRole('heading', { level: 3 }).waitFor()
  })

  it('says that nothing was found, and why nothing could be', async () => {
    const { page, side, host } = await listed([entry('a')])
    await page.getByRole('searchbox').fill('nothing of that')
    await side.getByText('Nothing was found').waitFor()
    host.sessions.search = () => Promise.reject(new Error('broken'))
    await page.getByRole('searchbox').fill('other')
    await side.getByRole('alert').waitFor()
  })
})

describe.skipIf(noBrowser)('a new session', () => {
  it('begins with the words of the person', async () => {
    const host = await fakeHost()
    const { page } = await openPage(host)
    await page
      .getByRole('navigation', { name: 'Sessions' })
      .getByRole('button', { name: 'New session' })
      .click()
    const field = page.getByLabel('New session').and(page.getByRole('textbox'))
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true)
    await page.keyboard.type('say hello')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/#/session/*')
    expect(host.sessions.deeds).toEqual(['start say hello'])
    await page.getByText('You said: say hello').waitFor()
  })

  it('that cannot begin leaves the words where they are', async () => {
    const host = await fakeHost()
    host.sessions.start = () => Promise.reject(new Error('no room'))
    const { page } = await openPage(host, { expected: refused })
    const field = page.getByLabel('New session').and(page.getByRole('textbox'))
    await field.fill('say hello')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await field.inputValue()).toBe('say hello')
  })

  it('has its words until it begins, wherever somebody looks meanwhile', async () => {
    const host = await fakeHost()
    const { page } = await openPage(host)
    const field = page.getByLabel('New session').and(page.getByRole('textbox'))
    await field.fill('say hello')
    await page.evaluate("location.hash = '#/tools'")
    await field.waitFor({ state: 'detached' })
    await page.evaluate("location.hash = '#/'")
    await expect.poll(() => field.inputValue()).toBe('say hello')
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('say hello')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL('**/#/session/*')
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('is not begun by the Enter that ends the composing of a word', async () => {
    const host = await fakeHost()
    const { page } = await openPage(host)
    const field = page.getByLabel('New session').and(page.getByRole('textbox'))
    await field.fill('こんにちは')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    expect(await field.inputValue()).toBe('こんにちは')
    expect(host.sessions.deeds).toEqual([])
  })

  it('without a model says what is missing, and what can be done all the same', async () => {
    const host = await fakeHost()
    const { model: _, ...about } = host.catalogue.about
    host.catalogue.about = {
      ...about,
      modelProblem: { message: 'No key was found.', hints: ['set OPENAI_API_KEY'] },
    }
    const { page } = await openPage(host)
    await page.getByText('No key was found.').waitFor()
    await page.getByText('set OPENAI_API_KEY').waitFor()
    await page.getByRole('link', { name: 'Call a tool by hand' }).click()
    await page.waitForURL('**/#/tools')
  })
})
