import { describe, expect, it } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { stopTime } from '../support/stop-time.ts'
import { askedPage } from './asked-page.ts'

describe.skipIf(noBrowser)('a warning of the server', () => {
  it('stands above the conversation, with the last few others', async () => {
    const { page, host } = await askedPage()
    const bar = page.locator('.app-top')
    const composer = page.locator('.composer')
    await composer.waitFor()
    await stopTime(page)
    for (const warning of ['first', 'second', 'third', 'fourth']) host.desk.tell({ warning })
    const toasts = page.locator('.app-toast')
    await toasts.filter({ hasText: 'fourth' }).waitFor()
    expect(await toasts.locator('> span').allInnerTexts()).toStrictEqual(['second', 'third', 'fourth'])
    const [all, above, below] = await Promise.all(
      [page.locator('.app-toasts'), bar, composer].map((each) => each.boundingBox()),
    )
    expect(all!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
    expect(all!.y + all!.height).toBeLessThanOrEqual(below!.y)
    await toasts.first().getByRole('button').click()
    await expect.poll(() => toasts.count()).toBe(2)
  })

  it('goes away by itself, unless somebody points at it', async () => {
    const { page, host } = await askedPage()
    await page.locator('.composer').waitFor()
    await stopTime(page)
    host.desk.tell({ warning: 'a server is gone' })
    const told = page.locator('.app-toast')
    await told.hover()
    await page.clock.runFor(30_000)
    expect(await told.count()).toBe(1)
    await page.getByRole('heading', { level: 1 }).hover()
    await page.clock.runFor(1_000)
    expect(await told.count()).toBe(1)
    await page.clock.runFor(10_000)
    await expect.poll(() => told.count()).toBe(0)
  })
})
