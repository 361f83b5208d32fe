import { HarnessError } from '@millrace/protocol'
import type { DamagedSession, SessionEntry } from '@millrace/web/wire'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { fakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'
import { expectHarmless, lookThrough } from './hostile-look.ts'
import { HostileWriter, kindsOfCalls, presenters } from './hostile-session.ts'
import { batches, naughty, own } from './hostile-texts.ts'

const texts = [...new Set([...own, ...naughty])]
const refused = /status of [45]\d\d/
const context = { viewport: { width: 1280, height: 2_000 } }

function entry(text: string, at: number): SessionEntry {
  return {
    id: text,
    title: text,
    cwd: `/${text}`,
    folder: text,
    isOwn: false,
    startedAt: at,
    lastAt: at,
    isLive: at % 2 === 0,
    waiting: at % 3,
  }
}

describe.skipIf(noBrowser)('whatever was written is text in', () => {
  verifies(['security:D3', 'fault:B148'], 'the list of sessions, and what is found in them', async () => {
    const host = await fakeHost()
    const damaged = (text: string): DamagedSession => ({ id: text, folder: text, problem: text })
    host.sessions.list = () => Promise.resolve({ sessions: texts.map(entry), damaged: texts.map(damaged) })
    const hits = texts.map((text, seq) => ({ id: text, seq, title: text, excerpt: text }))
    host.sessions.search = (words) =>
      words === 'refused'
        ? Promise.reject(new HarnessError(own[1]!, own.join('\n')))
        : Promise.resolve({ hits, more: true })
    const { page } = await openPage(host, { context, expected: refused })
    await page.locator('.sessions-rows li').nth(20).waitFor()
    await lookThrough(page, '.sessions-scroll')
    const field = page.locator('.sessions-search input')
    await field.fill('<b>')
    await page
      .locator('.sessions-hit')
      .nth(texts.length - 1)
      .waitFor()
    await expectHarmless(page)
    await field.fill('refused')
    await page.locator('.sessions-scroll .kit-problem').waitFor()
    await expectHarmless(page)
  })

  verifies(['security:D3', 'fault:B148'], 'the frame: what it works with, news and failures', async () => {
    const host = await fakeHost()
    const failing = (): never => {
      throw new HarnessError(own[0]!, own.join('\n'))
    }
    host.sessions.start = failing
    host.sessions.send = failing
    host.catalogue.setMode = failing
    const session = await host.sessions.add({ cwd: own[1]! })
    const { page } = await openPage(host, { expected: refused })
    await expect.poll(() => host.desk.attending).toBe(1)
    for (const [at, some] of batches(texts, 30).entries()) {
      const text = some.join(' ')
      const about = host.catalogue.about
      host.catalogue.about = {
        ...about,
        folder: `${at} ${text}`,
        folderName: text,
        model: text,
        ...(some.length % 2 === 0 && { modelProblem: { message: text, hints: some } }),
        demo: { session: some[0]!, prompt: text },
        sandboxBanner: text,
      }
      host.desk.tell({ changed: 'about' })
      host.desk.tell({ warning: text })
      host.desk.tell({ warning: some[0]! })
      await expect
        .poll(() => page.locator('.app-folder').first().getAttribute('title'))

        .toContain(`Folder ${at} `)
      await expectHarmless(page)
    }
    await page.locator('.app-mode').selectOption('plan')
    await page.evaluate((id) => (location.hash = `#/session/${id}`), session.id)
    await page.locator('.composer textarea').fill('<b>')
    await page.locator('.composer textarea').press('Enter')
    await page.locator('.composer-problem').waitFor()
    await expectHarmless(page)
  })

  verifies(['security:D3', 'fault:B148'], 'the title of the tab, and the details of calls', async () => {
    const host = await fakeHost()
    const { page } = await openPage(host, { expected: refused, context })
    await page.keyboard.press('d')
    for (const text of own.filter((_, at) => at % 5 === 0)) {
      const session = await host.sessions.add({ presenters })
      const writer = new HostileWriter(session).said(text)
      for (let nth = 0; nth < kindsOfCalls; nth++) writer.one(text, nth)
      host.sessions.values.set(`${session.id}/c0`, { kind: 'value', value: { [text]: text } })
      host.sessions.values.set(`${session.id}/c1`, { kind: 'cut', text, bytes: 9 })
      for (const call of ['c0', 'c1', 'c4']) {
        await page.evaluate((to) => (location.hash = to), `#/session/${session.id}/${call}`)
        await page.locator(`article[data-call="${call}"].focused`).waitFor()
        if ((await page.locator('.details').count()) === 0) await page.locator('#app-details-button').click()
        await page.locator('.details-head').waitFor()
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true
        })
        await expectHarmless(page)
      }
    }
  })
})
