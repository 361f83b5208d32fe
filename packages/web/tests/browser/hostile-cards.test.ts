import { describe } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { fakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage, type OpenPage } from '../support/open-page.ts'
import { lookThrough } from './hostile-look.ts'
import { HostileWriter, kindsOfCalls, presenters } from './hostile-session.ts'
import { naughty, own } from './hostile-texts.ts'
import { isLong } from '../../../../tests/support/effort.ts'

const rows = '.row-scroller'
const rules = ['security:D3', 'security:D1', 'fault:B148'] as const
/** Every text through every field takes minutes. */
const patience = isLong ? 3_600_000 : 240_000

interface HostilePage extends OpenPage {
  readonly writer: HostileWriter
}

async function hostilePage(write: (writer: HostileWriter) => void): Promise<HostilePage> {
  const host = await fakeHost()
  const cwd = '/work/<b>\u202edemo'
  const session = await host.sessions.add({ presenters, cwd, activity: { at: 'here', status: 'running' } })
  const writer = new HostileWriter(session)
  write(writer)
  const context = { viewport: { width: 1280, height: 4_000 } }
  const opened = await openPage(host, { fragment: `&/session/${session.id}`, context })
  await opened.page.locator('.rows[aria-busy="false"] > .row').first().waitFor()
  return { ...opened, writer }
}

/** Writes calls of which each kind of card gets some of the texts, and each text some of the cards. */
function calls(writer: HostileWriter, texts: readonly string[], each: number): void {
  texts.forEach((text, at) => {
    const some = isLong ? kindsOfCalls : each
    for (let nth = 0; nth < some; nth++) writer.one(text, (at * each + nth * 5) % kindsOfCalls)
  })
}

describe.skipIf(noBrowser)('whatever was written is text in a session', () => {
  verifies(
    rules,
    'that is folded: calls in every state, and what is said beside them',
    async () => {
      const { page } = await hostilePage((writer) => {
        own.forEach((text, at) => (isLong || at % 2 === 0 ? writer.said(text) : writer.answer(text)))
        calls(writer, own, 3)
      })
      await lookThrough(page, rows)
    },
    patience,
  )

  verifies(
    rules,
    'that is unfolded',
    async () => {
      const { page } = await hostilePage((writer) => {
        own.forEach((text, at) => (isLong || at % 3 === 0 ? writer.said(text) : writer.answer(text, text)))
        calls(writer, own, 3)
      })
      await page.getByRole('button', { name: 'Expand all' }).click()
      await lookThrough(page, rows)
    },
    patience,
  )

  verifies(
    rules,
    'that has the strings of the big list',
    async () => {
      const { page } = await hostilePage((writer) => {
        for (const text of naughty) writer.answer(text)
        calls(writer, naughty, 1)
      })
      await lookThrough(page, rows)
    },
    patience,
  )

  verifies(
    rules,
    'that is written while it is read',
    async () => {
      const { page, writer } = await hostilePage((start) => start.user('begin'))
      for (const text of own.filter((_, at) => at % 4 === 0)) {
        writer.chunk(text).chunk(`\n\n${text}`)
        calls(writer.said(text), [text], 2)
      }
      writer.user('the end')
      await page.getByText('the end', { exact: true }).waitFor()
      await lookThrough(page, rows)
    },
    patience,
  )
})
