import { describe, expect, it } from 'vitest'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'
import { serve } from '../support/served.ts'

/** What a browser says of a server that is away. */
const away = /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/

function say(session: FakeSession, text: string): void {
  session.append('user/message', { turn: 1, step: 1, message: { role: 'user', content: text } })
}

/** A session that says its numbers, each with so many further characters. */
async function numbered(host: FakeHost, count: number, length = 0): Promise<FakeSession> {
  const session = await host.sessions.add({ activity: { at: 'here', status: 'running' } })
  for (let at = 0; at < count; at++) say(session, `number ${at} ${'x'.repeat(length)}`)
  return session
}

describe.skipIf(noBrowser)('a session that is opened', () => {
  it('shows its end at once where it is long, and all of it soon after', async () => {
    const host = await fakeHost()
    const session = await numbered(host, 6_000, 300)
    let release = (): void => {}
    const held = new Promise<void>((done) => (release = done))
    const open = host.sessions.open.bind(host.sessions)
    host.sessions.open = async (id) => {
      const source = await open(id)
      return {
        ...source,
        async *pages(after, signal) {
          await held
          yield* source.pages(after, signal)
        },
      }
    }
    const { page } = await openPage(host, { fragment: `&/session/${session.id}` })
    await page.locator('.app-session[data-phase="tail"]').waitFor()
    await page.getByText(/^number 5999 x/).waitFor()
    release()
    await page.locator('.app-session[data-phase="whole"]').waitFor()
    await page.getByText(/^number 5999 x/).waitFor()
    await page.getByRole('heading', { name: 'number 0' }).waitFor()
  })

  it('goes on where it was when the connection comes back, without a gap or anything twice', async () => {
    const host = await fakeHost()
    const session = await numbered(host, 3)
    const { page, server } = await openPage(host, { fragment: `&/session/${session.id}`, expected: away })
    await page.getByText('number 2').waitFor()
    await server.close()
    say(session, 'said meanwhile')
    await serve(host, { port: server.port, isBuilt: true })
    await page.getByText('said meanwhile').waitFor()
    say(session, 'said afterwards')
    await page.getByText('said afterwards').waitFor()
    const said = await page.locator('.conversation').innerText()
    const order = ['number 0', 'number 1', 'number 2', 'said meanwhile', 'said afterwards']
    expect(said.match(/number \d|said \w+/g)).toEqual(order)
  })

  it('keeps what is there where its log ends badly, and says why', async () => {
    const host = await fakeHost()
    const session = await numbered(host, 2)
    const { page } = await openPage(host, {
      fragment: `&/session/no-such-session`,
      expected: /Failed to load resource/,
    })
    await page.getByRole('alert').getByText('there is no session no-such-session').waitFor()
    await page.evaluate((id) => (location.hash = `#/session/${id}`), session.id)
    await page.getByText('number 1').waitFor()
    expect(await page.getByRole('alert').getByText('there is no session').count()).toBe(0)
  })

  it('is another one when the address says so', async () => {
    const host = await fakeHost()
    const first = await numbered(host, 2)
    const second = await host.sessions.add()
    say(second, 'something else')
    const { page } = await openPage(host, { fragment: `&/session/${first.id}` })
    await page.getByText('number 1').waitFor()
    await page.evaluate((id) => (location.hash = `#/session/${id}`), second.id)
    await page.locator('.conversation').getByText('something else').waitFor()
    expect(await page.locator('.conversation').getByText('number 1').count()).toBe(0)
    await expect.poll(() => first.open).toBe(0)
  })
})
