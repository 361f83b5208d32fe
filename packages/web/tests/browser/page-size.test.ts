import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

/** Bytes that the page may take until a session with cards of all kinds can be read, as they go over the wire. */
const most = 150_000

describe.skipIf(noBrowser)('what a browser fetches for a session', () => {
  test('is at most 150 kB, with prose, colours of programs and the words of another language', async () => {
    const host = await fakeHost()
    const text = 'It is **done**:\n\n```ts\nconst done = true\n```\n'
    const session = await host.sessions.play('Mend it', [
      { text, calls: [{ name: 'echo', arguments: { text: 'some' } }] },
      text,
    ])
    const { page, server } = await openPage(host, {
      fragment: `&/session/${session.id}`,
      context: { locale: 'ja-JP' },
    })
    await page.locator('article[data-call]').waitFor()
    await page.locator('.conversation strong').first().waitFor()
    await page.locator('.conversation pre [class^="t-"]').first().waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja')
    const paths = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const files = new Set(['/', '/icon.svg', ...paths.filter((path) => !path.startsWith('/api/'))])
    expect([...files].some((path) => path.includes('highlight'))).toBe(true)
    const sizes = await Promise.all([...files].map((path) => sizeOf(server.port, path)))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
  })
})

/** Bytes of a file as a browser gets it. */
function sizeOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br' }
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const { 'content-encoding': coding, 'content-length': length } = response.headers
      response.resume().on('error', reject)
      if (response.statusCode === 200 && coding === 'br') resolve(Number(length))
      else reject(new Error(`${path} was answered with ${response.statusCode}, coded as ${coding}`))
    })
    asked.on('error', reject).end()
  })
}
