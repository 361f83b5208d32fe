import { describe, expect, test } from 'vitest'
import { fakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

describe.skipIf(noBrowser !== undefined)('the page in a browser', () => {
  test('shows the sessions that there are, and keeps its token out of the address', async () => {
    const host = await fakeHost()
    await host.sessions.play('mend the build', ['It is mended.'])
    const { page } = await openPage(host)
    await page.getByText('mend the build').first().waitFor()
    expect(page.url()).not.toContain('token')
  })
})
