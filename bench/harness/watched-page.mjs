import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser of this machine; `undefined` where there is none. */
export const installedBrowser = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((path) => existsSync(path))

/** Milliseconds between pictures of a browser without anything to do. */
const picture = 1000 / 60

/**
 * How a page was while something went on.
 * @typedef {object} Course
 * @property {number} pictures - how many were shown.
 * @property {number} late - the share of pictures that should have been shown and were not, from 0 to 1.
 * @property {number[]} tasks - milliseconds of each task that was longer than 50 ms.
 * @property {number[]} inputs - milliseconds from each key or click until its picture.
 * @property {number} cpu - milliseconds that the thread of the page was busy, in CPU time.
 */

/** A page whose course can be looked at. */
export class WatchedPage {
  /**
   * @param {import('playwright-core').BrowserContext} context @param {import('playwright-core').Page} page
   * @param {import('playwright-core').CDPSession} session
   */
  constructor(context, page, session) {
    this.context = context
    this.page = page
    this.session = session
  }

  /** A page in a profile of its own. @param {import('playwright-core').Browser} browser @param {string} [url] */
  static async open(browser, url) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.addInitScript(watch)
    if (url !== undefined) await page.goto(url, { waitUntil: 'commit' })
    return new WatchedPage(context, page, session)
  }

  /** Milliseconds from the navigation until the first card was in view. */
  async firstCard() {
    await this.page.waitForFunction(() => /** @type {any} */ (globalThis).course.firstCard !== undefined)
    return this.page.evaluate(() => Number(/** @type {any} */ (globalThis).course.firstCard))
  }

  /** Waits until all of the log is there. */
  async whole() {
    await this.page.locator('.app-session[data-phase="whole"]').waitFor({ timeout: 120_000 })
  }

  /** @param {() => Promise<unknown>} work @returns {Promise<Course>} */
  async during(work) {
    await this.page.evaluate(() => /** @type {any} */ (globalThis).course.begin())
    const before = await this.#cpu()
    await work()
    const cpu = (await this.#cpu()) - before
    const { gaps, tasks, inputs } = await this.page.evaluate(() =>
      /** @type {any} */ (globalThis).course.end(),
    )
    const missed = gaps.map((/** @type {number} */ gap) => Math.max(0, Math.round(gap / picture) - 1))
    const all = gaps.length + sum(missed)
    return { pictures: gaps.length, late: all === 0 ? 0 : sum(missed) / all, tasks, inputs, cpu }
  }

  /** CPU milliseconds of the page's thread so far. */
  async #cpu() {
    const { metrics } = await this.session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
  }

  /** Bytes of the files that the page fetched, as they came over the wire. */
  bytes() {
    return this.page.evaluate(() => {
      const entries = /** @type {PerformanceResourceTiming[]} */ ([
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ])
      const files = entries.filter(({ name }) => !new URL(name).pathname.startsWith('/api/'))
      return files.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    })
  }

  /** Bytes of the heap after a collection, and elements of the page. */
  async memory() {
    await this.session.send('HeapProfiler.collectGarbage')
    const heap = await this.session.send('Runtime.getHeapUsage')
    const elements = await this.page.evaluate(() => document.getElementsByTagName('*').length)
    return { bytes: heap.usedSize, elements }
  }

  close() {
    return this.context.close()
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0)
}

/** Runs in the page, before anything of it. */
function watch() {
  /** @type {any} */
  const course = { gaps: [], tasks: [], inputs: [], firstCard: undefined }
  Object.assign(globalThis, { course })
  const seen = () => {
    const scroller = document.querySelector('.row-scroller')?.getBoundingClientRect()
    const card = [...document.querySelectorAll('article[data-call]')].some((each) => {
      const { top, bottom, height } = each.getBoundingClientRect()
      return scroller !== undefined && height > 0 && bottom > scroller.top && top < scroller.bottom
    })
    if (card) requestAnimationFrame(() => (course.firstCard = performance.now()))
    else requestAnimationFrame(seen)
  }
  requestAnimationFrame(seen)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) course.tasks.push(duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (/** @type {any} */ (entry).interactionId > 0) course.inputs.push(entry.duration)
    }
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }))
  let isOn = false
  course.begin = () => {
    Object.assign(course, { gaps: [], tasks: [], inputs: [] })
    isOn = true
    let last = performance.now()
    const next = (/** @type {number} */ now) => {
      if (!isOn) return
      course.gaps.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(next)
    })
  }
  course.end = async () => {
    isOn = false
    // What was measured last is told a little later.
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { gaps: course.gaps, tasks: course.tasks, inputs: course.inputs }
  }
}
