import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { stopTime } from '../support/stop-time.ts'
import { askedPage } from './asked-page.ts'

const push = 'git push origin main'

/** Presses "y" and clicks the first answer in the very moment in which a question comes. */
const answerAsItComes = `new MutationObserver((_, watch) => {
  const asked = document.querySelector('.asked')
  if (asked === null) return
  watch.disconnect()
  const event = new KeyboardEvent('keydown', { key: 'y', bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  asked.querySelector('[data-choice="once"]').click()
}).observe(document.body, { childList: true, subtree: true })`

const focusedChoice = `document.activeElement.getAttribute('data-choice')`

/** Whether something has the focus. */
async function hasFocus(element: Locator): Promise<boolean> {
  return (await element.and(element.page().locator(':focus')).count()) === 1
}

describe.skipIf(noBrowser)('keys that were meant for something else', () => {
  it('answer nothing in the moment in which a question comes', async () => {
    const { ask, armed, page, host } = await askedPage()
    await page.evaluate(answerAsItComes)
    const question = ask(push)
    await armed()
    expect(host.desk.answers.size).toBe(0)
    await page.keyboard.press('y')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
  })

  it('answer one question of several, however long they are held', async () => {
    const { ask, armed, page, host } = await askedPage()
    const first = ask(push)
    const second = ask('git status')
    await armed(first)
    await page.keyboard.down('y')
    await armed(second)
    await page.keyboard.down('y')
    await page.keyboard.up('y')
    expect([...host.desk.answers.keys()]).toStrictEqual([first.requestId])
  })

  it('answer one question of several by a double click', async () => {
    const { ask, armed, page, host } = await askedPage()
    const first = ask(push)
    const second = ask('git status')
    await armed(first)
    await page.getByRole('button', { name: /^Once/ }).dblclick()
    await armed(second)
    expect([...host.desk.answers.keys()]).toStrictEqual([first.requestId])
  })

  it('are words where somebody writes to the agent', async () => {
    const { ask, armed, page, host } = await askedPage()
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('now ')
    ask(push)
    await armed()
    await page.keyboard.type('yes, and 1')
    expect(await field.inputValue()).toBe('now yes, and 1')
    expect(host.desk.answers.size).toBe(0)
  })

  it('answer where the field for the agent waits empty, which has the focus again then', async () => {
    const { ask, armed, page, host, asked } = await askedPage()
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.focus()
    const question = ask(push)
    await armed()
    await expect.poll(() => hasFocus(asked)).toBe(true)
    await page.keyboard.press('y')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
    await expect.poll(() => hasFocus(field)).toBe(true)
  })

  it('answer once Esc left the empty field for the agent', async () => {
    const { ask, armed, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    await page.getByRole('textbox', { name: 'Message to the agent' }).press('Escape')
    await page.keyboard.press('n')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
    expect(host.sessions.deeds).toStrictEqual([])
  })

  it('lead back into the words of a denial, and out of them', async () => {
    const { ask, armed, page, asked } = await askedPage()
    ask(push)
    await armed()
    await page.keyboard.press('t')
    const why = asked.getByRole('textbox')
    await why.waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => hasFocus(why)).toBe(false)
    await page.keyboard.press('t')
    await expect.poll(() => hasFocus(why)).toBe(true)
    expect(await why.inputValue()).toBe('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Once/ }).waitFor()
  })

  it('are no answer to the next question when the field under them is taken away', async () => {
    const { ask, armed, page, host } = await askedPage()
    const first = ask(push)
    const second = ask('git status')
    await armed(first)
    await page.keyboard.press('t')
    await page.keyboard.type('no')
    await stopTime(page)
    host.desk.decide({ requestId: first.requestId, outcome: 'allowed-once', by: 'terminal' })
    await page.locator(`[data-request="${second.requestId}"]`).waitFor()
    for (const letter of 't today') {
      await page.keyboard.type(letter)
      await page.clock.runFor(120)
    }
    await page.clock.runFor(2_000)
    await armed(second)
    expect(host.desk.answers.size).toBe(0)
  })

  it('begin no answer behind the first key of a pair', async () => {
    const { ask, armed, page, host } = await askedPage()
    ask(push)
    await armed()
    await stopTime(page)
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await page.keyboard.press('n')
    await expect.poll(() => host.desk.answers.size).toBe(1)
    expect([...host.desk.answers.values()]).toMatchObject([{ reply: { kind: 'deny' } }])
  })
})

describe.skipIf(noBrowser)('the focus', () => {
  it('goes to the question, and back to where it was', async () => {
    const { ask, armed, page, asked } = await askedPage()
    const details = page.getByRole('button', { name: 'Details' })
    await details.focus()
    ask(push)
    await armed()
    await expect.poll(() => hasFocus(asked)).toBe(true)
    await page.keyboard.press('n')
    await asked.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(details)).toBe(true)
  })

  it('reaches every answer with Tab, and Enter gives it', async () => {
    const { ask, armed, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    const reached: string[] = []
    for (let at = 0; at < 10; at++) {
      await page.keyboard.press('Tab')
      const choice = await page.evaluate<string | null>(focusedChoice)
      if (choice !== null) reached.push(choice)
      if (choice === 'why') break
    }
    expect(reached).toStrictEqual(['once', 'session', 'always', 'deny', 'why'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => host.desk.answers.get(question.requestId))
      .toMatchObject({ reply: { kind: 'deny' } })
  })
})
