import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { browser as installed, noBrowser } from './no-browser.ts'

/** A person's browser, watched for what must never happen: errors, violations of the policy, dialogs, requests to others. */
export interface WatchedBrowser {
  readonly context: BrowserContext
  readonly mishaps: readonly string[]
  /** Opens an address in a further tab; whatever is asked for beyond its origin is a mishap. */
  readonly tab: (address: string) => Promise<Page>
}

/** How it looks at pages. */
export interface WatchedBrowserOptions {
  readonly context?: BrowserContextOptions
  /** Mishaps that the test is about; the others fail it. */
  readonly expected?: RegExp
}

/** What a machine that does much else may take for anything that is waited for. */
const patienceMs = 60_000

let launched: Promise<Browser> | undefined

/**
 * A browser without any memory, for one test, which fails in the end where something happened that must never happen. To be
 * used in tests that are skipped where there is none: `test.skipIf(noBrowser)`.
 */
export async function watchedBrowser(options: WatchedBrowserOptions = {}): Promise<WatchedBrowser> {
  if (installed === undefined) throw new Error(noBrowser)
  launched ??= chromium.launch({
    executablePath: installed,
    args: ['--no-sandbox'],
    timeout: patienceMs,
  })
  const context = await (
    await launched
  ).newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options.context })
  context.setDefaultTimeout(patienceMs)
  const mishaps: string[] = []
  onTestFinished(async () => {
    await context.close()
    expect(mishaps.filter((mishap) => options.expected?.test(mishap) !== true)).toEqual([])
  })
  const tab = async (address: string): Promise<Page> => {
    const page = await context.newPage()
    await watch(page, new URL(address).origin, mishaps)
    await page.goto(address)
    return page
  }
  return { context, mishaps, tab }
}

async function watch(page: Page, origin: string, mishaps: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      mishaps.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => void mishaps.push(`error: ${error.stack ?? error.message}`))
  page.on('dialog', (dialog) => {
    mishaps.push(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) mishaps.push(`request: ${url}`)
  })
  await page.addInitScript({ content: tellViolations })
}

const tellViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI)
})`

afterAll(async () => {
  await (await launched)?.close()
  launched = undefined
})
