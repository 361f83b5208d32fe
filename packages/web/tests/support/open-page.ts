import type { WebHost } from '@millrace/web'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { buildPage } from './built-page.ts'
import { browser as installed, noBrowser } from './no-browser.ts'
import { serve, type TestServer } from './served.ts'

/** A page of the workbench in a real browser. */
export interface OpenPage {
  readonly page: Page
  readonly server: TestServer
  /** What must never happen: errors, violations of the policy, dialogs and requests to others. */
  readonly mishaps: readonly string[]
  /** A further tab of the same server, with or without its token. */
  readonly tab: (path?: string) => Promise<Page>
}

/** How the page is looked at. */
export interface OpenPageOptions {
  /** What comes after the token in the fragment: `&/session/ID`. */
  readonly fragment?: string
  readonly context?: BrowserContextOptions
  /** Mishaps that the test is about; the others fail it. */
  readonly expected?: RegExp
}

let launched: Promise<Browser> | undefined

/**
 * Serves a host, and opens its page in a browser. The test fails in the end where something happened that must never
 * happen. To be used in tests that are skipped where there is no browser: `test.skipIf(noBrowser !== undefined)`.
 */
export async function openPage(host: WebHost, options: OpenPageOptions = {}): Promise<OpenPage> {
  if (installed === undefined) throw new Error(noBrowser)
  await buildPage()
  const server = await serve(host, { isBuilt: true })
  launched ??= chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
  const context = await (
    await launched
  ).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options.context,
  })
  const mishaps: string[] = []
  const origin = `http://127.0.0.1:${server.port}`
  const tab = async (path = server.url.slice(origin.length)): Promise<Page> => {
    const page = await context.newPage()
    await watched(page, origin, mishaps)
    await page.goto(`${origin}${path}`)
    return page
  }
  onTestFinished(async () => {
    await context.close()
    expect(mishaps.filter((mishap) => options.expected?.test(mishap) !== true)).toEqual([])
  })
  const page = await tab(`${server.url.slice(origin.length)}${options.fragment ?? ''}`)
  return { page, server, mishaps, tab }
}

/** Notes whatever must never happen on a page. */
async function watched(page: Page, origin: string, mishaps: string[]): Promise<void> {
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
