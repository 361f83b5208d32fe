import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { cardsPage, type Views } from './cards-page.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

const views: Readonly<Record<string, Views>> = {
  bash: {
    call: { card: 'terminal', title: 'npm test' },
    result: { card: 'terminal', output: lines(60), exitCode: 0 },
  },
  edit: {
    call: { card: 'diff', title: 'src/a.ts', diffs: [] },
    result: {
      card: 'diff',
      diffs: [{ path: '/work/demo/src/a.ts', oldText: 'a\nb\nc', newText: 'a\nB\nc\nd', line: 7 }],
    },
  },
}

/** Scrolls the conversation. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.locator('.row-scroller').evaluate((element, to) => element.scrollTo(0, to), top)
}

/** How many pixels of the conversation are below what can be seen. */
function below(page: Page): Promise<number> {
  return page
    .locator('.row-scroller')
    .evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
}

describe.skipIf(noBrowser !== undefined)('cards', () => {
  test('are unfolded one at a time by their folds, their headers and a key, and all at once', async () => {
    const { page, card } = await cardsPage(views, (writer) => {
      for (const id of ['a', 'b', 'c']) writer.call(id, 'bash').done(id)
    })
    const hidden = page.locator('.fold', { hasText: 'lines hidden' })
    await card('c').locator('.fold').click()
    await card('c').getByText('line 30', { exact: true }).waitFor()
    await card('c').locator('.verb').click()
    await card('c').locator('.fold').waitFor()
    await card('b').focus()
    await page.keyboard.press('o')
    await card('b').getByText('line 30', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect.poll(() => hidden.count()).toBe(0)
    await page.keyboard.press('O')
    await expect.poll(() => hidden.count()).toBeGreaterThan(0)
  })

  test('can be shown only where they failed or wait, with counts that agree', async () => {
    const { page, card } = await cardsPage(views, (writer) => {
      writer.call('good', 'bash').done('good')
      writer.call('bad', 'bash').fail('bad', 'it broke')
      writer.call('open', 'bash').ask('open')
    })
    await card('good').waitFor()
    expect(await page.locator('.calls-shown').textContent()).toBe('')
    await page.getByRole('button', { name: /^Failures 1/ }).click()
    await expect.poll(() => page.locator('.rows article').count()).toBe(1)
    expect(await card('bad').isVisible()).toBe(true)
    expect(await page.locator('.calls-shown').textContent()).toBe('1 of 3 calls')
    await page.keyboard.press('f')
    await page.keyboard.press('w')
    await card('bad').waitFor({ state: 'detached' })
    expect(await card('open').isVisible()).toBe(true)
  })

  test('can be gone through by keys, and the focus stays', async () => {
    const { page, card } = await cardsPage(views, (writer) => {
      for (let at = 0; at < 40; at++) writer.call(`c${at}`, 'bash').done(`c${at}`)
    })
    await card('c39').waitFor()
    await scrollTo(page, 0)
    await card('c0').waitFor()
    await page.keyboard.press('j')
    for (let at = 1; at < 12; at++) {
      await page.keyboard.press('j')
      await page.locator(`article[data-call="c${at}"]:focus`).waitFor()
    }
    await page.keyboard.press('k')
    await page.locator('article[data-call="c10"]:focus').waitFor()
    await scrollTo(page, 1_000_000)
    await card('c39').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-call'))).toBe('c10')
  })

  test('are found by words that are folded away, and unfolded there', async () => {
    const { page, card } = await cardsPage(views, (writer) => {
      writer.call('a', 'bash').done('a').answer('Nothing about it.').call('b', 'bash').done('b')
      writer.answer('I saw line 31 myself.')
    })
    await card('b').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('LINE 31')
    await page.locator('.find-place', { hasText: '0 of 3' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.find-place', { hasText: '1 of 3' }).waitFor()
    await card('a').getByText('line 31', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-here')?.size)).toBe(1)
    await page.keyboard.press('Shift+Enter')
    await page.locator('.find-place', { hasText: '3 of 3' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0)
  })

  test('can be copied: what they gave, and the command that makes them again', async () => {
    const { page, card } = await cardsPage(
      views,
      (writer) => writer.call('a', 'bash', { command: "echo 'a'\u202e" }).done('a'),
      { context: { permissions: ['clipboard-read', 'clipboard-write'] } },
    )
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await card('a').hover()
    await card('a').getByRole('button', { name: 'Copy result' }).click()
    await expect.poll(copied).toBe(lines(60))
    await card('a').getByRole('button', { name: 'Copy as a command' }).click()
    const command = String.raw`millrace call bash --args '{"command":"echo '\''a'\''\u202e"}'`
    await expect.poll(copied).toBe(command)
  })

  test('show changes beside each other, also when the page is opened again', async () => {
    const { page, card } = await cardsPage(views, (writer) => writer.call('e', 'edit').done('e'))
    await card('e').hover()
    await card('e').getByRole('button', { name: 'Side by side' }).click()
    const rows = card('e').locator('.sides tbody tr')
    const sides = (): Promise<string[][]> =>
      rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim())),
      )
    await expect.poll(sides).toEqual([
      ['7  a', '7  a'],
      ['8- b', '8+ B'],
      ['9  c', '9  c'],
      ['', '10+ d'],
    ])
    await page.reload()
    await rows.first().waitFor()
  })
})

describe.skipIf(noBrowser !== undefined)('a long conversation', () => {
  test('keeps only what can be seen in the page, stays at its end, and stays where somebody reads', async () => {
    const { page, card, writer } = await cardsPage(views, (log) => {
      for (let at = 0; at < 1_500; at++) log.call(`c${at}`, 'bash').done(`c${at}`)
    })
    await card('c1499').waitFor()
    await expect.poll(() => below(page)).toBeLessThan(2)
    expect(await page.locator('.rows article').count()).toBeLessThan(40)
    writer.call('new', 'bash').done('new')
    await card('new').waitFor()
    await expect.poll(() => below(page)).toBeLessThan(2)
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, -5_000)
    await page.locator('.to-end').waitFor()
    const seen = (): Promise<string | null> =>
      page.evaluate(() => {
        const at = document.elementFromPoint(700, 300)?.closest('article')
        return at === null || at === undefined
          ? null
          : `${at.getAttribute('data-call')} ${Math.round(at.getBoundingClientRect().top)}`
      })
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    const before = await seen()
    writer.call('newer', 'bash').done('newer')
    await page.locator('.to-end', { hasText: '1 new below' }).waitFor()
    expect(await seen()).toBe(before)
    await page.locator('.to-end').click()
    await card('newer').waitFor()
    await expect.poll(() => below(page)).toBeLessThan(2)
  })

  test('says where each card stands among all of them', async () => {
    const { page, card } = await cardsPage(views, (writer) => {
      for (let at = 0; at < 100; at++) writer.call(`c${at}`, 'bash').done(`c${at}`)
    })
    await card('c99').waitFor()
    expect(await page.locator('.rows').getAttribute('role')).toBe('feed')
    const place = await card('c98').evaluate((each) => [each.ariaPosInSet, each.ariaSetSize])
    expect(place).toEqual(['99', '100'])
  })
})
