import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage } from './asked-page.ts'

const push = 'git push origin main'

describe.skipIf(noBrowser)('questions that others answer, or that come and go', () => {
  verifies(['fault:B053'], 'of two tabs the first one wins, and the other says so', async () => {
    const { ask, armed, page, host, tab, asked } = await askedPage()
    const other = await tab()
    const question = ask(push)
    await armed()
    const otherAsked = other.locator('.asked[data-armed]')
    await otherAsked.waitFor()
    await page.keyboard.press('y')
    // It is said for some seconds only.
    await Promise.all([
      page.getByText('Allowed once').waitFor(),
      other.getByText('Allowed in another page').waitFor(),
    ])
    await otherAsked.waitFor({ state: 'detached' })
    expect(await page.getByText('in another page').count()).toBe(0)
    expect(await asked.count()).toBe(0)
    expect(host.desk.answers.get(question.requestId)).toMatchObject({ reply: { kind: 'once' } })
  })

  verifies(['fault:B053'], 'an answer that comes second hears who was first', async () => {
    const { ask, armed, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    await page.route('**/answer', async (route) => {
      host.desk.decide({
        requestId: question.requestId,
        outcome: 'rejected',
        by: 'terminal',
        message: 'not today',
      })
      await route.continue()
    })
    await page.keyboard.press('y')
    await page.getByText('Denied: not today at the terminal').waitFor()
    expect(host.desk.answers.size).toBe(0)
  })

  verifies(['fault:B055'], 'an answer that is late touches no question that came meanwhile', async () => {
    const { ask, armed, page, host } = await askedPage()
    const old = ask(push)
    await armed()
    let release = (): void => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/answer', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('y')
    await page.getByText('Sending your answer').waitFor()
    host.desk.decide({ requestId: old.requestId, outcome: 'cancelled', by: 'caller' })
    const fresh = ask('rm -rf build')
    await armed(fresh)
    release()
    await page.getByText('Nobody waits for an answer any more').waitFor()
    expect(host.desk.questions().map(({ requestId }) => requestId)).toStrictEqual([fresh.requestId])
    expect(host.desk.answers.size).toBe(0)
  })

  it('vanishes when nobody waits for it any more', async () => {
    const { ask, armed, asked, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    host.desk.decide({ requestId: question.requestId, outcome: 'cancelled', by: 'caller' })
    await asked.waitFor({ state: 'detached' })
    await page.getByText('Nobody waits for an answer any more').waitFor()
    await page.keyboard.press('y')
    expect(host.desk.answers.size).toBe(0)
  })

  it('stays, and says so, where the answer does not arrive', async () => {
    const { ask, armed, asked, page, host } = await askedPage({ expected: /ERR_FAILED|Failed to load/ })
    const question = ask(push)
    await armed()
    await page.route('**/answer', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('y')
    await asked.getByText('the server cannot be reached').waitFor()
    expect(host.desk.questions()).toHaveLength(1)
    await page.keyboard.press('y')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
  })

  it('goes through several, those of the open session first', async () => {
    const { ask, armed, asked, page, host } = await askedPage()
    const elsewhere = await host.sessions.add({ activity: { at: 'here', status: 'running' } })
    elsewhere.append('user/message', {
      turn: 1,
      step: 1,
      message: { role: 'user', content: [{ type: 'text', text: 'tidy up' }] },
    })
    const own = ask(push, { askedAt: 2 })
    await armed(own)
    host.desk.tell({ changed: 'sessions' })
    const other = ask('rm -rf build', { session: elsewhere.id, askedAt: 1 })
    const latest = ask('git status', { askedAt: 3 })
    await asked.getByText('1 of 3').waitFor()
    expect(await asked.getAttribute('data-request')).toBe(own.requestId)
    await asked.getByRole('button', { name: 'Next one' }).click()
    await armed(latest)
    await asked.getByRole('button', { name: 'Next one' }).click()
    await armed(other)
    const link = asked.getByRole('link', { name: /of session “tidy up”/ })
    await link.click()
    await expect.poll(() => page.url()).toContain(elsewhere.id)
    await asked.getByText('1 of 3').waitFor()
    expect(await asked.getAttribute('data-request')).toBe(other.requestId)
  })

  it('is there on every part of the page', async () => {
    const { ask, armed, page, host } = await askedPage()
    await page.evaluate(`location.hash = '#/rules'`)
    const question = ask(push)
    await armed()
    await page.keyboard.press('n')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
  })
})
