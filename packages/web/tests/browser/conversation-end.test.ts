import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage, type AskedPage } from './asked-page.ts'
import { Writer } from './cards-page.ts'

/** How many pixels of the conversation are below what can be seen. */
function below(page: Page): Promise<number> {
  return page
    .locator('.row-scroller')
    .evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
}

/** A conversation longer than the page, at its end. */
async function longPage(): Promise<AskedPage & { readonly writer: Writer }> {
  const opened = await askedPage()
  const writer = new Writer(opened.session)
  for (let at = 0; at < 60; at++) writer.call(`c${at}`, 'bash').done(`c${at}`, 'a\nb\nc')
  await opened.page.locator('article[data-call="c59"]').waitFor()
  await eventually(() => below(opened.page)).toBeLessThan(2)
  return { ...opened, writer }
}

describe.skipIf(noBrowser)('the end of a conversation', () => {
  it('stays in view when a question opens, closes, and is followed by what it let happen', async () => {
    const { page, asked, ask, armed, writer } = await longPage()
    for (const each of ['first', 'second', 'third']) {
      writer.call(each, 'bash').ask(each)
      ask(`echo ${each}`, { callId: each })
      await armed()
      await eventually(() => below(page)).toBeLessThan(2)
      await page.keyboard.press('y')
      writer.answered(each, 'allowed-once').done(each, 'one\ntwo')
      writer.answer(`# It is done\n\n${'- one\n'.repeat(12)}\n\nand more`)
      await asked.waitFor({ state: 'detached' })
      await page.locator(`article[data-call="${each}"].s-done`).waitFor()
      await eventually(() => below(page)).toBeLessThan(2)
      await eventually(() => page.locator('.to-end').count()).toBe(0)
    }
  })

  it('stays in view when a turn ends', async () => {
    const { page, session, writer } = await longPage()
    writer.answer('That is all.\n\nAnd more.').end()
    session.activity = { at: 'here', status: 'idle' }
    await page.getByText('And more.').waitFor()
    await page.getByRole('slider', { name: 'Moment of the session' }).waitFor()
    await eventually(() => below(page)).toBeLessThan(2)
    await eventually(() => page.locator('.to-end').count()).toBe(0)
  })

  it('comes into view when somebody who scrolled up sends a message', async () => {
    const { page, session, writer } = await longPage()
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, -3_000)
    await page.locator('.to-end').waitFor()
    writer.end()
    session.activity = { at: 'here', status: 'idle' }
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill('and now?')
    await page.getByRole('button', { name: 'Send' }).click()
    writer.user('and now?')
    await eventually(() => below(page)).toBeLessThan(2)
    writer.answer('Nothing more.')
    await page.getByText('Nothing more.').waitFor()
    await eventually(() => below(page)).toBeLessThan(2)
  })
})
