import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityProblems } from '../../web/tests/support/accessibility.ts'
import { noBrowser } from '../../web/tests/support/no-browser.ts'
import { watchedBrowser } from '../../web/tests/support/watched-browser.ts'
import { compiledWorkbench } from './compiled-workbench.ts'

const looks = ['light', 'dark'] as const
const languages = ['en', 'ja'] as const
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

/** Whether anything of the page reaches beyond its sides. */
const excess = 'document.documentElement.scrollWidth - innerWidth'

/** Animations that are longer than a picture. */
const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length`

interface Looking {
  readonly page: Page
  readonly problems: string[]
}

/**
 * Looks at what is shown in every look, language and size.
 * @param open - opens what is not open by itself.
 */
async function inAllLooks(
  { page, problems }: Looking,
  name: string,
  open: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const language of languages) {
    await page.evaluate(`localStorage.setItem('millrace.language', '${language}')`)
    await page.reload()
    await settled(page)
    await open()
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const where = `${name}, ${language}, ${size}, ${colorScheme}`
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${where}: ${problem}`))
      }
      if ((await page.evaluate<number>(excess)) > 0) problems.push(`${name}, ${language}, ${size}: too wide`)
      if ((await page.evaluate<number>(moving)) > 0) problems.push(`${name}, ${language}, ${size}: moves`)
    }
  }
}

/** Waits until the part of the page that the address names is there. */
async function settled(page: Page): Promise<void> {
  await page
    .locator('.app-session[data-phase="whole"], .app-elsewhere h1, .app-elsewhere h2')
    .first()
    .waitFor()
}

/** Opens another part of the page. */
async function opens(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = '${hash}'`)
  await settled(page)
}

describe.skipIf(noBrowser)('everybody can use', { timeout: 600_000 }, () => {
  test('each part of the page while it asks and afterwards, in both looks, languages and sizes, without motion', async () => {
    const { address } = await compiledWorkbench(['--demo'])
    const { tab } = await watchedBrowser()
    const page = await tab(address)
    const looking: Looking = { page, problems: [] }
    const session = await page.evaluate<string>('location.hash')
    await page.locator('.asked[data-armed]').waitFor({ timeout: 60_000 })
    await inAllLooks(looking, 'asked')
    await opens(page, '#/tools/edit')
    await inAllLooks(looking, 'a strip')
    await opens(page, session)
    await page.locator('.asked[data-armed]').waitFor()
    await page.keyboard.press('y')
    await page.locator('.rows .by-turn').waitFor({ timeout: 60_000 })
    for (const hash of ['#/', '#/code', '#/servers', '#/rules']) {
      await opens(page, hash)
      await inAllLooks(looking, hash)
    }
    await opens(page, session)
    const details = page.locator('.app-details')
    await inAllLooks(looking, 'details', async () => {
      await page.keyboard.press('k')
      if ((await details.count()) === 0) await page.keyboard.press('d')
      await details.getByText('pre-execute').waitFor()
    })
    await inAllLooks(looking, 'help', async () => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    })
    expect(looking.problems).toEqual([])
  })
})
