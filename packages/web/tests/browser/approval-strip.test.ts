import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage, type AskedPage } from './asked-page.ts'

const push = 'git push origin main'

/** A page that shows something else than the session that asks. */
async function elsewhere(): Promise<AskedPage> {
  const opened = await askedPage()
  await opened.page.locator('.app-session').waitFor()
  await opened.page.evaluate(() => {
    location.hash = '#/rules'
  })
  await opened.page.locator('.app-elsewhere').waitFor()
  return opened
}

function part(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('.asked')!.getBoundingClientRect().height)
}

describe.skipIf(noBrowser)('a question where its session is not looked at', () => {
  it('is a strip that says what waits, and of which session', async () => {
    const { ask, armed, asked, page } = await elsewhere()
    ask(push)
    await armed()
    expect(await part(page)).toBeLessThan(80)
    const text = await asked.innerText()
    for (const said of ['May this call run?', 'bash', `$ ${push}`, 'of session', 'Show', 'Deny'])
      expect(text).toContain(said)
  })

  verifies(['fault:B150'], 'takes no yes before it was unfolded', async () => {
    const { ask, armed, asked, page, host } = await elsewhere()
    const question = ask(push, { notes: ['note: reaches over the network: github.com'] })
    for (const key of ['y', 's', 'a']) {
      await armed()
      await page.keyboard.press(key)
      await asked.getByText('reaches over the network').waitFor()
      expect(await asked.innerText()).toContain('answer again')
      await armed()
      await asked.getByRole('button', { name: 'Fold' }).click()
    }
    expect(host.desk.answers.size).toBe(0)
    await armed()
    await page.keyboard.press('o')
    await armed()
    await page.keyboard.press('y')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
  })

  it('is denied at once, or with words', async () => {
    const { ask, armed, page, host } = await elsewhere()
    const first = ask(push)
    await armed(first)
    await page.keyboard.press('n')
    await expect.poll(() => host.desk.answers.get(first.requestId)).toMatchObject({ reply: { kind: 'deny' } })
    const second = ask(push)
    await armed(second)
    await page.keyboard.press('t')
    await page.keyboard.type('later')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => host.desk.answers.get(second.requestId))
      .toMatchObject({ reply: { kind: 'deny', message: 'later' } })
  })

  it('is shown as a whole where its session is', async () => {
    const { ask, armed, asked, page } = await elsewhere()
    ask(push)
    await armed()
    await asked.getByRole('link').click()
    await asked.locator('.asked-body').waitFor()
    expect(await page.locator('.asked-strip').count()).toBe(0)
  })
})

describe.skipIf(noBrowser)('the card of a call that is asked about', () => {
  it('is one line while the question shows all of it, and leads to that', async () => {
    const { ask, armed, asked, page, session } = await askedPage()
    session.append('tool/call', {
      turn: 1,
      step: 1,
      callId: 'c',
      name: 'bash',
      arguments: '{"command":"ls"}',
    })
    session.append('approval/asked', { requestId: 'q', callId: 'c', toolName: 'bash', argumentsHash: 'h' })
    ask(push, { callId: 'c' })
    await armed()
    const card = page.locator('.card')
    const below = card.getByRole('button', { name: 'asked below' })
    await below.waitFor()
    expect(await card.locator('.card-body').count()).toBe(0)
    await below.click()
    await expect.poll(() => asked.evaluate((own) => own === document.activeElement)).toBe(true)
    await card.locator('.card-toggle').click()
    await card.locator('.card-body').waitFor()
    await card.locator('.card-toggle').click()
    await asked.getByRole('button', { name: 'Fold' }).click()
    await below.waitFor({ state: 'detached' })
  })
})
