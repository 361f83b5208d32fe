import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser } from '../../web/tests/support/no-browser.ts'
import { watchedBrowser } from '../../web/tests/support/watched-browser.ts'
import { compiledWorkbench } from './compiled-workbench.ts'
import { heldProvider } from './held-provider.ts'
import { picture, wholeSession } from './session-picture.ts'

/** What a person would hear of the element that has the focus. */
const focused = `(() => {
  const { activeElement: element } = document
  if (element.matches('textarea, input')) return element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.placeholder)
  return [element.tagName, element.getAttribute('aria-label') ?? element.textContent].join(' ').slice(0, 80)
})()`

function keys(page: Page) {
  return {
    press: async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name)
    },
    /** Types into the field that has the focus, once one has. */
    type: async (text: string): Promise<void> => {
      await page.locator('textarea:focus, input:focus').waitFor()
      await page.keyboard.type(text)
    },
    /** Goes on with Tab until something has the focus. */
    tabTo: async (what: RegExp): Promise<void> => {
      for (let at = 0; at < 60; at++) {
        if (what.test(await page.evaluate<string>(focused))) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`nothing like ${what} was reached by Tab`)
    },
  }
}

const readNotes = { name: 'read', arguments: '{"path":"notes.md"}' }
const writeNotes = { name: 'write', arguments: '{"path":"more.md","content":"more\\n"}' }

describe.skipIf(noBrowser)('whoever has no mouse', { timeout: 300_000 }, () => {
  test('begins a session, goes through it, answers, writes, interrupts, and calls a tool', async () => {
    const provider = await heldProvider()
    const { address } = await compiledWorkbench([], { env: provider.env })
    const { tab } = await watchedBrowser({ context: { viewport: wholeSession } })
    const page = await tab(address)
    const { press, type, tabTo } = keys(page)

    await page.getByRole('textbox', { name: 'New session' }).waitFor()
    await press('g', 'n')
    await type('look at the notes')
    await press('Enter')
    await provider.answer({ text: 'I look.', calls: [readNotes, writeNotes] })
    await page.locator('.asked[data-armed]').waitFor()
    await press('t')
    await type('not now')
    await press('Enter')
    await provider.answer({ text: 'Then not.' })
    expect(await picture(page)).toContain('not now')

    const card = page.locator('.card.focused')
    await press('k')
    await expect.poll(() => card.innerText()).toContain('more.md')
    await press('k')
    await expect.poll(() => card.innerText()).toContain('notes.md')
    const isOpen = (): Promise<string | null> => card.locator('.card-toggle').getAttribute('aria-expanded')
    expect(await isOpen()).toBe('false')
    await press('o')
    await expect.poll(isOpen).toBe('true')
    await press('d')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByText('pre-execute').waitFor()
    await press('d')
    await details.waitFor({ state: 'detached' })
    await press('/')
    await type('TODO')
    await press('Enter')
    await expect.poll(() => page.locator('.find-place').innerText()).toMatch(/^1 of 1/)
    await press('Escape')

    await press('c')
    await type('once more')
    await press('Enter')
    const held = await provider.hold()
    // Before the page knows that a turn runs, Esc leaves the field.
    await page.getByRole('button', { name: 'Interrupt' }).waitFor()
    await press('Escape', 'Escape')
    await expect.poll(() => held.aborted).toBe(true)
    expect(await picture(page, 2)).toContain('interrupted')

    await press('Shift+Tab')
    await press('g', 't')
    await page.locator('.app-elsewhere').getByRole('link', { name: /^read/ }).first().waitFor()
    await tabTo(/^INPUT Filter tools/)
    await tabTo(/^A read/)
    await press('Enter')
    await page.locator('.tools-call').waitFor()
    await tabTo(/^TEXTAREA/)
    await press('Control+a')
    await type('notes.md')
    await press('Control+Enter')
    await page.locator('.tools-result .card.s-done').waitFor()
  })
})
