import { describe, expect, it } from 'vitest'
import type { FakeSession } from '../support/fake-session.ts'
import { noBrowser } from '../support/no-browser.ts'
import { stopTime } from '../support/stop-time.ts'
import { askedPage } from './asked-page.ts'

const field = { name: 'Message to the agent' } as const

describe.skipIf(noBrowser)('the field below a session', () => {
  it('begins a turn by Enter, and has lines by Shift+Enter', async () => {
    const { page, host, session } = await askedPage({ activity: { at: 'here', status: 'idle' } })
    const text = page.getByRole('textbox', field)
    await text.fill('mend it')
    const low = await text.boundingBox()
    await text.press('End')
    await text.press('Shift+Enter')
    await page.keyboard.type('and test it')
    await expect.poll(async () => (await text.boundingBox())!.height).toBeGreaterThan(low!.height)
    expect(host.sessions.deeds).toStrictEqual([])
    await text.press('Enter')
    await expect.poll(() => host.sessions.deeds).toStrictEqual([`send ${session.id} mend it\nand test it`])
    await expect.poll(() => text.inputValue()).toBe('')
  })

  it('sends nothing while characters are being composed', async () => {
    const { page, host } = await askedPage({ activity: { at: 'here', status: 'idle' } })
    const text = page.getByRole('textbox', field)
    await text.fill('テスト')
    await text.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await text.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await text.fill('テストを実行')
    await text.press('Enter')
    await expect.poll(() => host.sessions.deeds).toHaveLength(1)
    expect(host.sessions.deeds[0]).toContain('テストを実行')
  })

  const signs = [
    ['its agent works', (session: FakeSession) => (session.activity = { at: 'here', status: 'running' })],
    [
      'its turn began, however short it was',
      (session: FakeSession) => session.append('turn/start', { turn: 2, principal: 'user' }),
    ],
  ] as const

  it.each(signs)('says that a message has begun nothing, until %s', async (_, begin) => {
    const { page, session } = await askedPage({ activity: { at: 'here', status: 'idle' } })
    const text = page.getByRole('textbox', field)
    await text.fill('mend it')
    await text.press('Enter')
    const status = page.getByRole('status').getByText('The agent has not begun yet')
    await status.waitFor()
    begin(session)
    await status.waitFor({ state: 'detached' })
  })

  it('steers a turn that runs, and says so', async () => {
    const { page, host, session } = await askedPage()
    const sent: string[] = []
    host.sessions.send = (_, words) => {
      sent.push(words)
      return Promise.resolve({ kind: 'steered' })
    }
    const text = page.getByRole('textbox', field)
    await text.fill('leave the lock file')
    await page.getByRole('button', { name: 'Add to the turn' }).click()
    await page.getByText('Added to the turn that runs').waitFor()
    expect(sent).toStrictEqual(['leave the lock file'])
    session.activity = { at: 'here', status: 'idle' }
    await page.getByRole('button', { name: 'Send' }).waitFor()
  })

  it('keeps what was typed and says why it was not sent', async () => {
    const { page, host } = await askedPage({
      activity: { at: 'here', status: 'idle' },
      expected: /ERR_FAILED|Failed to load/,
    })
    await page.route('**/messages', (route) => route.abort(), { times: 1 })
    const text = page.getByRole('textbox', field)
    await text.fill('mend it')
    await text.press('Enter')
    await page.getByRole('alert').getByText('It was not sent: the server cannot be reached').waitFor()
    expect(await text.inputValue()).toBe('mend it')
    await text.press('Enter')
    await expect.poll(() => host.sessions.deeds).toHaveLength(1)
    await page.getByText('It was not sent').waitFor({ state: 'detached' })
  })

  it('keeps a draft for each session', async () => {
    const { page, host, session } = await askedPage({ activity: { at: 'here', status: 'idle' } })
    const other = await host.sessions.add({ activity: { at: 'here', status: 'idle' } })
    const text = page.getByRole('textbox', field)
    await text.fill('half a thought')
    await page.evaluate(`location.hash = '#/session/${other.id}'`)
    await expect.poll(() => text.inputValue()).toBe('')
    await page.evaluate(`location.hash = '#/session/${session.id}'`)
    await expect.poll(() => text.inputValue()).toBe('half a thought')
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('half a thought')
  })

  it('interrupts by the second press alone: of the button, of i, of Esc', async () => {
    const { page, host, session } = await askedPage()
    const button = page.getByRole('button', { name: /interrupt/i })
    await button.waitFor()
    await stopTime(page)
    await button.click()
    await page.getByText('Press again to interrupt').waitFor()
    expect(host.sessions.deeds).toStrictEqual([])
    await button.click()
    await expect.poll(() => host.sessions.deeds).toStrictEqual([`interrupt ${session.id}`])
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('i')
    await page.keyboard.press('i')
    await expect.poll(() => host.sessions.deeds).toHaveLength(2)
    await page.getByRole('textbox', field).press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => host.sessions.deeds).toHaveLength(3)
  })

  it('is written in by c, and the letters of a message are no keys', async () => {
    const { page, host } = await askedPage()
    const text = page.getByRole('textbox', field)
    await text.waitFor()
    await page.getByRole('button', { name: /interrupt/i }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('ii cc')
    expect(await text.inputValue()).toBe('ii cc')
    expect(host.sessions.deeds).toStrictEqual([])
  })

  it('goes on with a turn that was interrupted', async () => {
    const { page, host, session } = await askedPage({
      activity: { at: 'here', status: 'idle', interrupted: true },
    })
    await page.getByRole('button', { name: 'Go on with the turn' }).click()
    await expect.poll(() => host.sessions.deeds).toStrictEqual([`go-on ${session.id}`])
    session.activity = { at: 'here', status: 'running' }
    await page.getByRole('button', { name: 'Go on with the turn' }).waitFor({ state: 'detached' })
  })

  it('says that a turn was cut off, where nothing of it can go on', async () => {
    const { page } = await askedPage({ activity: { at: 'nowhere', canGoOn: true } })
    await page.getByRole('status').getByText('The last turn was cut off').waitFor()
    expect(await page.getByRole('button', { name: 'Go on with the turn' }).count()).toBe(0)
  })

  const hindrances = [
    ['another process works', { at: 'elsewhere' }, /Another process works on this session/],
    ['it is of another folder', { at: 'nowhere', canGoOn: false }, /belongs to another folder/],
  ] as const

  it.each(hindrances)('says why nothing can be sent where %s', async (_, activity, why) => {
    const { page, host } = await askedPage({ activity })
    const text = page.getByRole('textbox', field)
    await expect.poll(() => text.getAttribute('placeholder')).toMatch(why)
    expect(await text.getAttribute('aria-disabled')).toBe('true')
    await text.press('Enter')
    await page.keyboard.press('i')
    await page.keyboard.press('i')
    expect(await page.getByRole('button', { name: /interrupt/i }).count()).toBe(0)
    expect(host.sessions.deeds).toStrictEqual([])
  })

  it('says what is missing where there is no model', async () => {
    const { page, host } = await askedPage({ activity: { at: 'nowhere', canGoOn: true } })
    const { model: _, ...rest } = host.catalogue.about
    host.catalogue.about = { ...rest, modelProblem: { message: 'set OPENAI_API_KEY', hints: [] } }
    host.desk.tell({ changed: 'about' })
    await page.reload()
    const text = page.getByRole('textbox', field)
    await expect.poll(() => text.getAttribute('placeholder')).toContain('set OPENAI_API_KEY')
  })
})

describe.skipIf(noBrowser)('the line below a session', () => {
  const totals = {
    steps: 2,
    calls: { done: 3, failed: 1, denied: 0, cancelled: 0 },
    usage: { input: 2_100, output: 300, cachedInput: 1_000 },
    ms: 9_400,
    toolMs: 6_300,
  }

  it('says how far the turn is, and then what turn and session used', async () => {
    const { page, session, ask } = await askedPage()
    const line = page.locator('.session-footer')
    const settings = {}
    session.append('step/start', { turn: 1, step: 3, model: { provider: 'scripted', id: 'demo' }, settings })
    await expect.poll(() => line.innerText()).toMatch(/step 3, \d+s/)
    ask('git push')
    await page.locator('.asked').waitFor()
    session.append('turn/end', {
      turn: 1,
      reason: 'done',
      totals,
      session: { ...totals, steps: 12, calls: { ...totals.calls, done: 30 } },
    })
    session.activity = { at: 'here', status: 'idle' }
    await expect.poll(() => line.innerText()).toContain('4 calls: 3 ok, 1 failed')
    const text = await line.innerText()
    expect(text).toContain('9.4s (tools 6.3s)')
    expect(text).toContain('tokens 2.1k in (1.0k cached) 0.3k out')
    expect(text).toContain('cost n/a (scripted)')
    expect(text).toMatch(/^session\s.*31 calls: 30 ok, 1 failed/ms)
    session.append('turn/start', { turn: 2, principal: 'user' })
    session.activity = { at: 'here', status: 'running' }
    await expect.poll(() => line.innerText()).toMatch(/^before this turn\s.*31 calls: 30 ok, 1 failed/ms)
  })
})
