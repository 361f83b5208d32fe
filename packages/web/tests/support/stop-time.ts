import type { Page } from 'playwright-core'

/** Stops the time of a page, so that nothing is over before it was looked at. A test lets it pass by `page.clock.runFor`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(30_000)
}
