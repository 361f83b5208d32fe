import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../packages/web/tests/support/eventually.ts'
import { noBrowser } from '../packages/web/tests/support/no-browser.ts'
import { watchedBrowser } from '../packages/web/tests/support/watched-browser.ts'
import { serveFolder, type StaticServer } from './support/static-server.ts'
import { root } from './support/workspace.ts'

const site = join(root, 'site')
const isInstalled = existsSync(join(site, 'node_modules'))
const run = promisify(execFile)

test.skipIf(!isInstalled)('the programs of the site are typed', async () => {
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', site])
})

describe.skipIf(!isInstalled || noBrowser)('the site', () => {
  let server: StaticServer

  beforeAll(async () => {
    await run(process.execPath, [join(site, 'build.mjs')], { maxBuffer: 2 ** 26 })
    server = await serveFolder(join(site, 'dist'))
  }, 600_000)

  afterAll(() => server?.close())

  const open = async (path: string): Promise<Page> => (await watchedBrowser()).tab(`${server.origin}${path}`)

  test.each([
    ['/', 'waterfall'],
    ['/', 'run_code'],
    ['/', 'sandb'],
    ['/ja/', '承認'],
    ['/ja/', 'サンドボックス'],
    ['/ja/', 'コードモード'],
    ['/ja/', 'ガード'],
  ])('at %s finds %s, and leads to the place', async (path, query) => {
    const page = await open(path)
    const hit = (await search(page, query)).first()
    const address = (await hit.getAttribute('href')) ?? ''
    expect(address.startsWith('/ja/')).toBe(path === '/ja/')
    await hit.click()
    await eventually(() => decodeURIComponent(page.url())).toBe(
      `${server.origin}${decodeURIComponent(address)}`,
    )
    const place = decodeURIComponent(new URL(page.url()).hash)
    await eventually(() => isInView(page.locator(`[id="${place.slice(1)}"]`))).toBe(true)
  })

  test('keeps the page when the language changes', async () => {
    const page = await open('/guide/write-a-tool.html')
    await page.locator('.VPNavBarTranslations button').hover()
    await page.getByRole('link', { name: '日本語' }).first().click()
    await eventually(() => page.url()).toBe(`${server.origin}/ja/guide/write-a-tool.html`)
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('ja')
  })

  test('shows the line of a source file that a page links to', async () => {
    const page = await open('/packages/tools.html')
    const link = page.locator('.vp-doc a[href^="/source/"][href*="#L"]').last()
    const line = new URL((await link.getAttribute('href')) ?? '', server.origin).hash
    await link.click()
    await eventually(() => isInView(page.locator(line))).toBe(true)
  })
})

async function search(page: Page, query: string): Promise<Locator> {
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('#localsearch-input').fill(query)
  const hits = page.locator('.VPLocalSearchBox a.result')
  await eventually(() => hits.count()).toBeGreaterThan(0)
  await page.locator('.VPLocalSearchBox mark').first().waitFor()
  return hits
}

function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top } = node.getBoundingClientRect()
    return top >= 0 && top < node.ownerDocument.documentElement.clientHeight
  })
}
