import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser } from '../../web/tests/support/no-browser.ts'
import { watchedBrowser, type WatchedBrowser } from '../../web/tests/support/watched-browser.ts'
import { isLong } from '../../../tests/support/effort.ts'
import { compiledWorkbench, type CompiledWorkbench } from './compiled-workbench.ts'
import { millrace } from './millrace.ts'
import { cardHeaders, picture, wholeSession, withoutSpaces } from './session-picture.ts'

interface Demo {
  readonly bench: CompiledWorkbench
  readonly browser: WatchedBrowser
  readonly page: Page
  /** A file of the folder in which the demo works, as it is now. */
  readonly file: (path: string) => string
}

/** The demo, opened by the address that the command printed, once it asks for its change. */
async function demo(expected?: RegExp): Promise<Demo> {
  const bench = await compiledWorkbench(['--demo'])
  const browser = await watchedBrowser({ context: { viewport: wholeSession }, ...(expected && { expected }) })
  const page = await browser.tab(bench.address)
  await asked(page)
  const folder = await page.locator('.app-session-folder').innerText()
  return { bench, browser, page, file: (path) => readFileSync(join(folder, path), 'utf8') }
}

/** Waits until a question can be answered. */
function asked(page: Page): Promise<void> {
  return page.locator('.asked[data-armed]').waitFor({ timeout: 60_000 })
}

/** What the tests of the page itself show as well, with a server that is played. */
const thorough = test.runIf(isLong)

const untouched = 'let at = 1'
const mended = 'let at = 0'
const praise = 'All tests pass now'

describe.skipIf(noBrowser)('the demo in a browser', { timeout: 300_000 }, () => {
  test('plays live, and looks the same whenever and wherever it is seen again', async () => {
    const { bench, browser, page, file } = await demo(/ERR_INCOMPLETE_CHUNKED/)
    expect(file('src/sum.js')).toContain(untouched)
    await expect.poll(() => page.locator('.card.s-waiting').innerText()).toContain('asked below')
    await page.keyboard.press('y')
    const live = await picture(page)
    expect(live).toContain(praise)
    expect(file('src/sum.js')).toContain(mended)
    const headers = await cardHeaders(page)
    expect(headers).toHaveLength(5)
    await page.reload()
    expect(await picture(page)).toBe(live)
    await page.close()
    await bench.end('SIGINT')

    const inTerminal = await millrace(['replay', 'latest'], { env: bench.at.env, cwd: bench.at.project })
    const lines = inTerminal.out().split('\n').map(withoutSpaces)
    for (const header of headers) expect(lines).toContain(header)

    const next = await compiledWorkbench(['--open', 'latest'], { at: bench.at })
    const again = await browser.tab(next.address)
    expect(await picture(again)).toBe(live)
    await again.getByRole('slider').fill('0')
    await expect.poll(() => again.locator('.rows').innerText()).not.toContain(praise)
    await again.getByRole('button', { name: 'instant' }).click()
    await again.getByRole('button', { name: 'Play' }).click()
    expect(await picture(again)).toBe(live)
  })

  thorough('is allowed for the session', async () => {
    const { page, file } = await demo()
    await page.keyboard.press('s')
    expect(await picture(page)).toContain(praise)
    expect(file('src/sum.js')).toContain(mended)
    expect((await cardHeaders(page))[3]).toContain('yousession')
  })

  test('is allowed always, by a rule that is in the file then', async () => {
    const { page, file } = await demo()
    await page.keyboard.press('a')
    await page.getByText('it would have allowed no other one').waitFor()
    await page.keyboard.press('Enter')
    expect(await picture(page)).toContain(praise)
    expect(file('src/sum.js')).toContain(mended)
    expect(JSON.parse(file('millrace.jsonc'))).toMatchObject({
      permissions: { allow: [{ rule: 'Edit(src/sum.js)' }] },
    })
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('Allowed by you, beyond single calls').waitFor()
  })

  thorough('is denied', async () => {
    const { page, file } = await demo()
    await page.getByRole('button', { name: /^Deny .$/ }).click()
    expect(await picture(page)).toContain('I left src/sum.js as it is.')
    expect(file('src/sum.js')).toContain(untouched)
    expect((await cardHeaders(page))[3]).toMatch(/denied.*edit.*you/)
  })

  test('is denied with words, which the model reads', async () => {
    const { page, file } = await demo()
    await page.keyboard.press('t')
    await page.locator('textarea:focus, input:focus').waitFor()
    await page.keyboard.type('not on a Friday')
    await page.keyboard.press('Enter')
    expect(await picture(page)).toContain('You said: "not on a Friday".')
    expect(file('src/sum.js')).toContain(untouched)
  })

  test('is interrupted, and goes on', async () => {
    const { page, file } = await demo()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('i')
    await page.keyboard.press('i')
    expect(await picture(page)).not.toContain(praise)
    await expect.poll(() => page.locator('.asked').count()).toBe(0)
    expect(file('src/sum.js')).toContain(untouched)
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill('go on')
    await page.keyboard.press('Enter')
    await asked(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('y')
    expect(await picture(page, 2)).toContain(praise)
    expect(file('src/sum.js')).toContain(mended)
  })

  thorough('is the same in two tabs, and the first answer of them counts', async () => {
    const { bench, browser, page, file } = await demo()
    const other = await browser.tab(bench.address)
    await asked(other)
    await Promise.all([page.keyboard.press('y'), other.keyboard.press('n')])
    const both = await Promise.all([picture(page), picture(other)])
    expect(both[0]).toBe(both[1])
    const isAllowed = file('src/sum.js').includes(mended)
    const [answered, late] = isAllowed ? [page, other] : [other, page]
    expect(both[0]).toContain(isAllowed ? praise : 'I left src/sum.js as it is.')
    await answered.getByText(isAllowed ? /^Allowed once$/ : /^Denied$/).waitFor()
    await late.getByText(isAllowed ? 'Allowed in another page' : 'Denied in another page').waitFor()
  })

  thorough('loses nothing when its tab is closed', async () => {
    const { bench, browser, page } = await demo()
    await page.close()
    const again = await browser.tab(bench.address)
    await asked(again)
    await again.keyboard.press('y')
    await again.locator('.asked').waitFor({ state: 'detached' })
    await again.close()
    const later = await browser.tab(bench.address)
    const seen = await picture(later)
    expect(seen).toContain(praise)
    expect(await cardHeaders(later)).toHaveLength(5)
    await later.reload()
    expect(await picture(later)).toBe(seen)
  })
})
