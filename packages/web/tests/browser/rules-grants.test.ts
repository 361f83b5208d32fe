import { HarnessError } from '@millrace/protocol'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

/** What was allowed, as the page of rules shows it. */
async function allowed(): Promise<{ readonly region: Locator; readonly host: FakeHost }> {
  const host = await fakeHost()
  const { catalogue } = host
  const grants = ['npm test', 'make'].map((command, at) => ({
    id: `g/${at}`,
    rule: `Bash(${command})`,
    words: 'by you, until its session ends',
  }))
  catalogue.report = { ...catalogue.report, grants }
  const { page } = await openPage(host, { fragment: '&/rules', expected: /status of [45]\d\d/ })
  const region = page.getByRole('region', { name: 'Allowed by you, beyond single calls' })
  await region.getByRole('listitem').nth(1).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  return { region, host }
}

describe.skipIf(noBrowser)('what was allowed beyond single calls', () => {
  it('is taken back by the keyboard, and what is left is shown', async () => {
    const { region, host } = await allowed()
    let answer = (): void => {}
    const revoke = host.catalogue.revokeGrant.bind(host.catalogue)
    host.catalogue.revokeGrant = async (id) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return revoke(id)
    }
    await region.getByRole('button', { name: 'Take back Bash(npm test)' }).press('Enter')
    await region.getByRole('button', { name: 'Taking back… Bash(npm test)' }).waitFor()
    answer()
    await eventually(() => region.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Bash\(make\)/),
    ])
    expect(host.catalogue.deeds).toEqual(['revoke g/0'])
    const heading = region.getByRole('heading')
    await eventually(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  it('stays where it cannot be taken back, and says why', async () => {
    const { region, host } = await allowed()
    host.catalogue.revokeGrant = () => Promise.reject(new HarnessError('GRANT_STAYS', '"Bash(make)" stays'))
    await region.getByRole('button', { name: 'Take back Bash(make)' }).click()
    const item = region.getByRole('listitem').nth(1)
    await item.getByRole('alert').getByText('"Bash(make)" stays').waitFor()
    expect(await region.getByRole('button').count()).toBe(2)
  })
})
