import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { installedBrowser, WatchedPage } from '../harness/watched-page.mjs'

export const title = 'Workbench: the page of a long session'

const few = 100
const many = 10_000
const nested = 1_000
const live = { seconds: 10, perSecond: 1000 }
const scrolling = 5_000

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  if (installedBrowser === undefined) return { tables: [], goals: goalsOf(undefined) }
  const token = randomBytes(32).toString('base64url')
  const program = fileURLToPath(new URL('../candidates/web-sessions.mjs', import.meta.url))
  const browser = await chromium.launch({ executablePath: installedBrowser, args: ['--no-sandbox'] })
  const child = fork(program, [token, few, many, nested].map(String))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server of the page ended with ${code}`)
  })
  const told = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  try {
    settings.log(`an agent makes ${figure(many)} calls …`)
    const { port, ids } = await told()
    const url = (/** @type {string} */ name) =>
      `http://127.0.0.1:${port}/#token=${token}&/session/${encodeURIComponent(ids[name])}`
    const found = await measured(browser, url, settings.rounds, async () => {
      child.send(live)
      await told()
    })
    return { tables: tablesOf(found), goals: goalsOf(found) }
  } finally {
    await browser.close()
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/**
 * @typedef {Awaited<ReturnType<typeof measured>>} Found
 * @param {import('playwright-core').Browser} browser @param {(name: string) => string} url
 * @param {number} rounds @param {() => Promise<void>} write - writes into the live session.
 */
async function measured(browser, url, rounds, write) {
  const shows = await firstShows(browser, url, rounds)
  const short = await scrolled(browser, url('few'), Math.min(3, rounds))
  const long = await scrolled(browser, url('many'), Math.min(3, rounds))
  const page = await WatchedPage.open(browser, url('many'))
  const arriving = await page.during(() => page.whole())
  const bytes = await page.bytes()
  const deeds = await used(page)
  const memory = await page.memory()
  await page.close()
  const parts = await programOf(browser, url('program'))
  return {
    shows,
    short,
    long,
    arriving,
    bytes,
    deeds,
    memory,
    parts,
    written: await lived(browser, url('live'), write),
  }
}

/**
 * Milliseconds until the first card, by session, in rounds that alternate.
 * @param {import('playwright-core').Browser} browser @param {(name: string) => string} url @param {number} rounds
 */
async function firstShows(browser, url, rounds) {
  /** @type {Record<string, number[]>} */
  const shows = { few: [], many: [] }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['few', 'many']) {
      const page = await WatchedPage.open(browser, url(name))
      const ms = await page.firstCard()
      if (round >= 0) shows[name]?.push(ms)
      await page.close()
    }
  }
  return { few: median(shows['few'] ?? []), many: median(shows['many'] ?? []) }
}

/** The share of late pictures while somebody scrolls. @param {import('playwright-core').Browser} browser @param {string} url @param {number} rounds */
async function scrolled(browser, url, rounds) {
  const page = await WatchedPage.open(browser, url)
  await page.whole()
  await page.page.mouse.move(600, 500)
  const shares = []
  for (let round = 0; round < rounds; round++) {
    const { late } = await page.during(async () => {
      const begin = performance.now()
      for (let turn = 0; performance.now() - begin < scrolling; turn++) {
        await page.page.mouse.wheel(0, turn % 80 < 40 ? -240 : 240)
        await page.page.waitForTimeout(16)
      }
    })
    shares.push(late)
  }
  await page.close()
  return median(shares)
}

/** What a person does in a long session: milliseconds until the picture of the slowest key or click of each. */
async function used(/** @type {WatchedPage} */ watched) {
  const { page } = watched
  const scrollTo = (/** @type {string} */ where) => async () => {
    await page.locator('.row-scroller').focus()
    await page.keyboard.press(where)
    await page.waitForTimeout(500)
  }
  const button = (/** @type {string} */ selector) => async () => {
    await page.locator(selector).first().click()
    await page.waitForTimeout(500)
  }
  /** @type {Record<string, () => Promise<unknown>>} */
  const works = {
    'to the top': scrollTo('Home'),
    'to the end': scrollTo('End'),
    'from card to card': async () => {
      for (let step = 0; step < 10; step++) await page.keyboard.press('k')
    },
    'only failures': button('.only-failures'),
    'all again': button('.only-failures'),
    'unfold all': button('.conversation-bar button'),
    'to the top, all unfolded': scrollTo('Home'),
    'fold all': button('.conversation-bar button'),
    'words that are in every tenth row': async () => {
      await page.locator('.find-words').click()
      await page.keyboard.type('tests of', { delay: 40 })
      await page.locator('.find-place').filter({ hasText: /[1-9]/ }).waitFor()
      for (let step = 0; step < 5; step++) await page.keyboard.press('Enter')
      await page.waitForTimeout(1000)
    },
  }
  const deeds = []
  for (const [name, work] of Object.entries(works)) {
    const { inputs, tasks, cpu } = await watched.during(work)
    deeds.push({ name, ms: Math.max(0, ...inputs), task: Math.max(0, ...tasks), cpu })
  }
  return deeds
}

/** A card with many calls in it: until it is there, and until all that it shows is unfolded. @param {import('playwright-core').Browser} browser @param {string} url */
async function programOf(browser, url) {
  const page = await WatchedPage.open(browser, url)
  await page.whole()
  const { inputs } = await page.during(async () => {
    await page.page.locator('.card-toggle').first().click()
    await page.page.waitForTimeout(500)
    await page.page.locator('.calls-fold button').first().click()
    await page.page.waitForTimeout(500)
  })
  await page.close()
  return Math.max(0, ...inputs)
}

/** A page that looks at a session while it is written. @param {import('playwright-core').Browser} browser @param {string} url @param {() => Promise<void>} write */
async function lived(browser, url, write) {
  const page = await WatchedPage.open(browser, url)
  await page.whole()
  await page.page.evaluate(noteLags)
  const course = await page.during(write)
  const lags = /** @type {number[]} */ (await page.page.evaluate(() => /** @type {any} */ (globalThis).lags))
  const last = await page.during(() => page.page.keyboard.press('?'))
  const memory = await page.memory()
  await page.close()
  return {
    ...course,
    key: Math.max(0, ...last.inputs),
    lag: lags.length === 0 ? undefined : Math.max(...lags),
    usual: median(lags),
    memory,
  }
}

/** Runs in the page: how old the last words are in each picture in which they are others. */
function noteLags() {
  /** @type {number[]} */
  const lags = []
  Object.assign(globalThis, { lags })
  let before = ''
  const look = () => {
    const rows = [...document.querySelectorAll('.row')].slice(-4)
    const text = rows.map(({ textContent }) => textContent).join(' ')
    const at = text.match(/at (\d{13})/g)?.at(-1)
    if (at !== undefined && at !== before) {
      before = at
      lags.push(Date.now() - Number(at.slice(3)))
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** @param {Found} found */
function tablesOf({ shows, short, long, arriving, bytes, deeds, memory, parts, written }) {
  const percent = (/** @type {number} */ share) => `${figure(share * 100)} %`
  return [
    {
      caption: `A session of ${figure(few)} calls and one of ${figure(many)}, in Chromium`,
      columns: ['figure', figure(few), figure(many)],
      rows: [
        [
          'ms until the first card',
          figure(shows.few),
          `${figure(shows.many)} (${ratio(shows.many / shows.few)})`,
        ],
        ['pictures that are late while scrolling', percent(short), percent(long)],
        ['longest task until all of it is there, ms', '', figure(Math.max(0, ...arriving.tasks))],
        ['heap of the page, MB', '', figure(memory.bytes / 1e6)],
        ['elements of the page', '', figure(memory.elements)],
        ['files of the page as they are sent, kB', '', figure(bytes / 1000)],
      ],
    },
    {
      caption: `What a person does in the session of ${figure(many)} calls`,
      columns: ['deed', 'ms until the picture', 'longest task, ms', 'CPU ms of the page'],
      rows: [
        ...deeds.map(({ name, ms, task, cpu }) => [
          name,
          ms === 0 ? 'under 16' : figure(ms),
          task === 0 ? 'under 50' : figure(task),
          figure(cpu),
        ]),
        [`a program of ${figure(nested)} calls unfolded`, figure(parts), '', ''],
      ],
    },
    {
      caption: `${figure(live.perSecond)} events a second for ${live.seconds} s, while the page is open`,
      columns: ['figure', 'value'],
      rows: [
        ['pictures that are late', percent(written.late)],
        ['age of the last words, median ms', figure(written.usual)],
        ['age of the last words, most ms', figure(written.lag)],
        ['longest task, ms', figure(Math.max(0, ...written.tasks))],
        ['heap of the page afterwards, MB', figure(written.memory.bytes / 1e6)],
      ],
    },
  ]
}

/** @param {Found | undefined} found */
export function goalsOf(found) {
  const slowest = found && Math.max(found.parts, ...found.deeds.map(({ ms }) => ms))
  const points = found && Math.max(0, (found.long - found.short) * 100)
  return [
    amount('files of the page until a session can be read', found && found.bytes / 1000, 150, 'kB'),
    atMost(
      `first card of ${figure(many)} calls, of ${figure(few)}`,
      found && found.shows.many / found.shows.few,
      2,
    ),
    amount('late pictures while scrolling, more than in the short one', points, 5, 'points'),
    amount('the slowest key or click in the long session', slowest, 200, 'ms'),
    amount('the age of what a page shows of a busy session', found?.written.lag, 1000, 'ms'),
  ]
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
