import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** So high that all rows of a short session are in the page at once. */
export const wholeSession = { width: 1280, height: 4_000 } as const

/** What the rows of the open session say, as a person reads them, once its turn has ended so many times. */
export async function picture(page: Page, turns = 1): Promise<string> {
  await expect.poll(() => page.locator('.rows .by-turn').count(), { timeout: 60_000 }).toBe(turns)
  await page.locator('.app-session[data-phase="whole"]').waitFor()
  return page.locator('.rows').innerText()
}

/** The headers of its cards, without their buttons and without spaces, which each front end puts in its own way. */
export async function cardHeaders(page: Page): Promise<readonly string[]> {
  const heads = await page.locator('.rows .card-head').all()
  const texts = heads.map(async (head) => {
    const parts = await head.locator('> .state, > .verb, > .object, > .fact, > .went').allInnerTexts()
    return withoutSpaces(parts.join(''))
  })
  return Promise.all(texts)
}

/** A text without its spaces and ends of lines. */
export function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}
