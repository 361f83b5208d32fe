// The pictures, in the order in which they are taken: some show what one before them began.
import { scripts } from './ferry-model.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {object} Picture
 * @property {import('playwright-core').BrowserContextOptions} [look] - how the browser looks at it, where not as usual.
 * @property {string} [at] - the part of the page, as the fragment of its address has it.
 * @property {(page: Page) => Promise<unknown>} draw - brings the page where it is to be taken.
 * @property {(page: Page) => Promise<unknown>} [leave] - ends what would be in the pictures that follow.
 */

/** @type {Readonly<Record<string, Picture>>} */
export const pictures = {
  session: {
    draw: async (page) => {
      await begin(page, scripts.night.prompt)
      await asked(page)
      await page.getByRole('button', { name: 'Fold', exact: true }).click()
    },
    leave: async (page) => {
      await page.locator('.asked').getByRole('button', { name: 'Show' }).click()
      await asked(page)
      await page.keyboard.press('y')
      await page.getByText('Both tests pass.').waitFor()
    },
  },
  replay: {
    draw: async (page) => {
      await openSession(page, scripts.night.prompt)
      await page.getByText('Both tests pass.').waitFor()
      await page.keyboard.press('d')
      // The moment at which the tests are run again, and the change before it.
      await page.keyboard.press('[')
      await page.keyboard.press('k')
      await details(page).getByText('src/timetable.js').first().waitFor()
    },
  },
  'code-mode': {
    draw: async (page) => {
      await openSession(page, scripts.todos.prompt)
      await page.getByText('Nothing was pushed').waitFor()
      await page.locator('.card').first().evaluate(toTop)
    },
  },
  approval: {
    look: { colorScheme: 'dark' },
    draw: async (page) => {
      await begin(page, scripts.harbour.prompt)
      await asked(page)
    },
    leave: async (page) => {
      await page.keyboard.press('y')
      await page.getByText('It asks five times now').waitFor()
    },
  },
  tools: {
    at: '/tools/glob',
    draw: async (page) => {
      await page
        .getByRole('textbox', { name: 'Arguments as JSON' })
        .fill('{\n  "pattern": "**/*.js",\n  "sort": "path"\n}')
      await page.getByRole('button', { name: 'Call', exact: true }).click()
      await page.locator('.tools-views .card.s-done').waitFor()
      await page.getByRole('heading', { name: 'Call it' }).evaluate(toTop)
    },
  },
  rules: {
    at: '/rules',
    look: { colorScheme: 'dark' },
    draw: async (page) => {
      await page.getByLabel('Rules that allow').fill('Bash(npm test)\nEdit(src/**)')
      await page.getByRole('button', { name: 'Try them', exact: true }).click()
      const last = page.locator('.rules-replay table').last()
      await last.waitFor()
      await page.locator('.rules-replay').evaluate((part) => part.scrollIntoView({ block: 'end' }))
    },
  },
  japanese: {
    look: { locale: 'ja-JP' },
    draw: async (page) => {
      await begin(page, scripts.faresInJapanese.prompt)
      await asked(page)
    },
  },
}

/** Scrolls the part of the page that an element is in, and nothing around that, to shortly before the element. */
function toTop(element) {
  let part = element.parentElement
  while (part.scrollHeight <= part.clientHeight || getComputedStyle(part).overflowY === 'visible')
    part = part.parentElement
  part.scrollTop += element.getBoundingClientRect().top - part.getBoundingClientRect().top - 12
}

/** What is known of the focused call. */
const details = (page) => page.getByRole('complementary', { name: 'Details' })

/** Gives a prompt to a new session. */
async function begin(page, prompt) {
  await page.locator('.app-start textarea').fill(prompt)
  await page.keyboard.press('Enter')
}

/** Opens a session from the list. */
async function openSession(page, prompt) {
  await page
    .locator('.app-latest')
    .getByRole('link')
    .filter({ hasText: prompt.slice(0, 20) })
    .click()
}

/** Waits until a question can be answered. */
function asked(page) {
  return page.locator('.asked[data-armed]').waitFor()
}
