import type { WebHost } from '@millrace/web'
import type { Page } from 'playwright-core'
import { buildPage } from './built-page.ts'
import { serve, type TestServer } from './served.ts'
import { watchedBrowser, type WatchedBrowserOptions } from './watched-browser.ts'

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
export interface OpenPageOptions extends WatchedBrowserOptions {
  /** What comes after the token in the fragment: `&/session/ID`. */
  readonly fragment?: string
}

/**
 * Serves a host, and opens its page in a browser. The test fails in the end where something happened that must never
 * happen. To be used in tests that are skipped where there is no browser: `test.skipIf(noBrowser)`.
 */
export async function openPage(host: WebHost, options: OpenPageOptions = {}): Promise<OpenPage> {
  await buildPage()
  const server = await serve(host, { isBuilt: true })
  const browser = await watchedBrowser(options)
  const tab = (path?: string): Promise<Page> =>
    browser.tab(path === undefined ? server.url : new URL(path, server.url).href)
  const page = await browser.tab(`${server.url}${options.fragment ?? ''}`)
  return { page, server, mishaps: browser.mishaps, tab }
}
