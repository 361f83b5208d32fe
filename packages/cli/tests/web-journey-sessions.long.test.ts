import { spawn } from 'node:child_process'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noBrowser } from '../../web/tests/support/no-browser.ts'
import { watchedBrowser } from '../../web/tests/support/watched-browser.ts'
import { bin, compiledWorkbench } from './compiled-workbench.ts'
import { heldProvider, type HeldProvider } from './held-provider.ts'
import { home, type Home } from './running.ts'
import { cardHeaders, picture, wholeSession } from './session-picture.ts'

/** What a browser says of a server that is away. */
const away = /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/

const readNotes = { name: 'read', arguments: '{"path":"notes.md"}' }

/** Starts a session in the page, by its own field. */
async function begins(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New session' }).fill(prompt)
  await page.keyboard.press('Enter')
  await page.locator('.app-session').waitFor()
}

function field(page: Page) {
  return page.getByRole('textbox', { name: 'Message to the agent' })
}

/** `millrace run` in a process of its own, in the same folder. */
function runs(prompt: string, at: Home, { env }: HeldProvider): { readonly kill: () => void } {
  const child = spawn(process.execPath, [bin, 'run', prompt], {
    cwd: at.project,
    env: { PATH: process.env['PATH'], ...at.env, ...env },
    stdio: 'ignore',
  })
  const kill = (): void => void child.kill('SIGKILL')
  onTestFinished(kill)
  return { kill }
}

describe.skipIf(noBrowser)('a session in a browser', { timeout: 300_000 }, () => {
  test('is begun, steered and interrupted there', async () => {
    const provider = await heldProvider()
    const { address } = await compiledWorkbench([], { env: provider.env })
    const { tab } = await watchedBrowser({ context: { viewport: wholeSession } })
    const page = await tab(address)
    await begins(page, 'look at the notes')
    await page.getByRole('button', { name: 'Add to the turn' }).waitFor()
    await field(page).fill('and count them')
    await page.keyboard.press('Enter')
    await page.getByText('Added to the turn that runs').waitFor()
    await provider.answer({ text: 'I look.', calls: [readNotes], pieceUnits: 2 })
    const second = await provider.answer({ text: 'There is one.' })
    expect(second.body).toContain('and count them')
    expect(await picture(page)).toContain('There is one.')
    expect(await cardHeaders(page)).toEqual([expect.stringMatching(/done.*read.*notes\.md/)])

    await field(page).fill('once more')
    await page.keyboard.press('Enter')
    const third = await provider.hold()
    const button = page.getByRole('button', { name: /interrupt/i })
    await button.click()
    await button.click()
    expect(await picture(page, 2)).toMatch(/interrupted/)
    await expect.poll(() => third.aborted).toBe(true)
    await page.getByRole('button', { name: 'Send' }).waitFor()
  })

  test('of another process is followed while it is written, and can be gone on with once that is dead', async () => {
    const at = home()
    const provider = await heldProvider()
    const { address } = await compiledWorkbench([], { at, env: provider.env })
    const { tab } = await watchedBrowser({ context: { viewport: wholeSession } })
    const page = await tab(address)
    const other = runs('written elsewhere', at, provider)
    const entry = page.getByRole('navigation', { name: 'Sessions' }).getByText('written elsewhere')
    await entry.click()
    await page.getByText('written by another process now').waitFor()
    await provider.answer({ text: 'I look.', calls: [readNotes] })
    await page.locator('.card.s-done', { hasText: 'notes.md' }).waitFor()
    await expect.poll(() => field(page).getAttribute('placeholder')).toMatch(/Another process works on this/)
    await provider.hold()
    other.kill()
    await expect.poll(() => field(page).getAttribute('aria-disabled'), { timeout: 30_000 }).not.toBe('true')
    await field(page).fill('go on here')
    await page.keyboard.press('Enter')
    await provider.answer({ text: 'Here I am.' })
    await page.getByText('Here I am.').waitFor()
  })

  test('is there again when its server was killed and another one has its port', async () => {
    const at = home()
    const provider = await heldProvider()
    const first = await compiledWorkbench([], { at, env: provider.env })
    const { tab } = await watchedBrowser({ context: { viewport: wholeSession }, expected: away })
    const page = await tab(first.address)
    await begins(page, 'look at the notes')
    await provider.answer({ text: 'I look.', calls: [readNotes] })
    await provider.hold()
    await page.locator('.card.s-done').waitFor()
    await field(page).fill('half a thought')
    await first.end('SIGKILL')
    await page.getByText('The connection to the server is lost').waitFor()
    await page.getByText('The server does not answer. Start it again with').waitFor()
    expect(await page.locator('.card.s-done').count()).toBe(1)

    const second = await compiledWorkbench(['--port', first.port], { at, env: provider.env })
    await page.getByText('Open the address that it printed last').waitFor({ timeout: 60_000 })
    expect(await field(page).inputValue()).toBe('half a thought')
    await page.goto(second.address)
    await page.getByRole('navigation', { name: 'Sessions' }).getByText('look at the notes').click()
    await page.locator('.card.s-done').waitFor()
    await page.locator('.app-session[data-phase="whole"]').waitFor()
    expect(await field(page).inputValue()).toBe('half a thought')
    expect(await page.getByRole('button', { name: 'Go on with the turn' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Send' }).click()
    await provider.answer({ text: 'There is one.' })
    expect(await picture(page, 2)).toContain('There is one.')
  })
})
