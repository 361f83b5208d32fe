import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage, type OpenPage } from '../support/open-page.ts'
import { serve } from '../support/served.ts'
import { stopTime } from '../support/stop-time.ts'

/** What a browser says of a server that is away, or refuses. */
const away = /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/

async function shown(
  context: BrowserContextOptions = {},
  prepare: (host: FakeHost) => void = () => {},
): Promise<OpenPage & { readonly host: FakeHost }> {
  const host = await fakeHost()
  prepare(host)
  await host.sessions.play('mend the build', ['It is mended.'])
  const opened = await openPage(host, { context, expected: away })
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...opened, host }
}

const part = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the workbench' }).getByRole('link', { name }).click()

const theme = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-theme')

describe.skipIf(noBrowser)('the frame of the page', () => {
  it('leads from part to part, and back', async () => {
    const { page } = await shown()
    await part(page, 'Tools')
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('millrace · Tools')
    expect(new URL(page.url()).hash).toBe('#/tools')
    await page.goBack()
    await page.getByRole('heading', { name: /^Workbench/ }).waitFor()
  })

  it('says who works with what: folder, model and mode', async () => {
    const { page } = await shown()
    const bar = page.locator('.app-bar')
    await bar.getByText('~/demo').first().waitFor()
    await bar.getByText('scripted/fake').first().waitFor()
    await expect.poll(() => page.getByLabel('Permission mode').inputValue()).toBe('default')
  })

  it('looks as the system does until something else is chosen, also the next time', async () => {
    const { page } = await shown({ colorScheme: 'dark' })
    expect(await theme(page)).toBe('dark')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Theme').selectOption('light')
    await expect.poll(() => theme(page)).toBe('light')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await theme(page)).toBe('light')
  })

  it('speaks Japanese where it is asked to', async () => {
    const { page } = await shown()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByRole('heading', { name: /^ワークベンチ/ }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja')
  })

  it('speaks the language of the browser at first', async () => {
    const { page } = await shown({ locale: 'ja-JP' })
    await page.getByRole('heading', { name: /^ワークベンチ/ }).waitFor()
  })

  it('is left to the content by the first key', async () => {
    const { page } = await shown()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    expect(page.url()).not.toContain('content')
  })
})

describe.skipIf(noBrowser)('keys', () => {
  it('are listed at ?, in a dialog that keeps the focus and gives it back', async () => {
    const { page } = await shown()
    const button = page.getByRole('button', { name: 'Keys' })
    await button.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await dialog.getByText('rules').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    expect(await dialog.evaluate((own) => own.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((own) => own === document.activeElement)).toBe(true)
    expect(page.url()).not.toContain('tools')
  })

  it('lead to the parts, two in a row', async () => {
    const { page } = await shown()
    await stopTime(page)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL('**/#/tools')
  })

  it('are words in a field', async () => {
    const { page } = await shown()
    const field = page.getByLabel('New session')
    await field.focus()
    await page.keyboard.type('gt?')
    expect(await field.inputValue()).toBe('gt?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.skipIf(noBrowser)('the permission mode', () => {
  it('is changed where it is shown', async () => {
    const { page, host } = await shown()
    await page.getByLabel('Permission mode').selectOption('plan')
    await expect.poll(() => host.catalogue.deeds).toContain('mode plan')
    await expect.poll(() => page.getByLabel('Permission mode').inputValue()).toBe('plan')
  })

  it('that asks nothing takes a second yes, is loud, and is left by one button', async () => {
    const { page, host } = await shown()
    await page.getByLabel('Permission mode').selectOption('bypass')
    const dialog = page.getByRole('dialog', { name: 'Stop asking?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(host.catalogue.deeds).toEqual([])
    await expect.poll(() => page.getByLabel('Permission mode').inputValue()).toBe('default')
    await page.getByLabel('Permission mode').selectOption('bypass')
    await dialog.getByRole('button', { name: 'Stop asking' }).click()
    await page.getByRole('alert').getByText('Nobody is asked').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect.poll(() => host.catalogue.deeds).toEqual(['mode bypass', 'mode default'])
  })
})

describe.skipIf(noBrowser)('the connection', () => {
  it('that is lost is said to be, and comes back by itself', async () => {
    const { page, host, server } = await shown()
    await server.close()
    await page.getByText('The connection to the server is lost').waitFor()
    await serve(host, { port: server.port, isBuilt: true })
    await page.getByText('The connection to the server is lost').waitFor({ state: 'detached' })
    await host.sessions.play('after the pause', ['Yes.'])
    host.desk.tell({ changed: 'sessions' })
    await page.getByRole('navigation', { name: 'Sessions' }).getByText('after the pause').waitFor()
  })

  it('to another start of the server says which address to open, and takes it in the same tab', async () => {
    const { page, host, server } = await shown()
    await server.close()
    const token = 'another-token-of-at-least-32-characters'
    const other = await serve(host, { port: server.port, isBuilt: true, token })
    await page.getByText('Open the address that it printed last').waitFor()
    await page.goto(other.url)
    await page.getByRole('navigation', { name: 'Sessions' }).getByText('mend the build').waitFor()
    expect(page.url()).not.toContain('token')
  })

  it('without a key says how to come by one', async () => {
    const { tab } = await shown()
    const page = await tab('/')
    await page.getByText('opened without its key').waitFor()
  })

  it('is one for many tabs, so that each of them can still ask and answer', async () => {
    const { page, host, tab } = await shown()
    const tabs = [page]
    for (let more = 0; more < 8; more++) tabs.push(await tab())
    host.desk.askForm({ questions: [{ question: 'Which?', options: [], multiple: false, byDefault: [] }] })
    for (const each of tabs) await expect.poll(() => each.title()).toBe('(1) millrace')
    expect(host.desk.attending).toBe(1)
    await page.close()
    await expect.poll(() => host.desk.attending).toBe(1)
    await tabs.at(-1)!.getByLabel('Permission mode').selectOption('plan')
    await expect.poll(() => host.catalogue.deeds).toContain('mode plan')
  })
})

describe.skipIf(noBrowser)('everybody', () => {
  it.each(['light', 'dark'] as const)(
    'can use the frame: axe finds nothing wrong in %s',
    async (colorScheme) => {
      const { page } = await shown({ colorScheme }, ({ catalogue }) => {
        catalogue.about = { ...catalogue.about, sandboxBanner: 'there is no sandbox here' }
      })
      await page.getByRole('navigation', { name: 'Sessions' }).getByText('mend the build').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    },
  )

  it('can use it on a small screen, where the sessions are a drawer', async () => {
    const { page } = await shown({ viewport: { width: 360, height: 640 } })
    const button = page.getByRole('button', { name: 'Show the sessions' })
    await button.click()
    const drawer = page.getByRole('navigation', { name: 'Sessions' })
    await drawer.getByText('mend the build').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((own) => own === document.activeElement)).toBe(true)
    await button.click()
    await drawer.getByText('mend the build').click()
    await page.locator('.app-session').waitFor()
    await drawer.waitFor({ state: 'detached' })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBe(0)
  })
})
