import type { FormQuestion } from '@millrace/web/wire'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage } from './asked-page.ts'

const database: FormQuestion = {
  question: 'Which database?',
  header: 'Storage',
  options: [{ label: 'PostgreSQL', description: 'what production runs' }, { label: 'SQLite' }],
  multiple: false,
  byDefault: [],
}
const checks: FormQuestion = {
  question: 'Which checks?',
  options: [{ label: 'lint' }, { label: 'types' }, { label: 'tests' }],
  multiple: true,
  byDefault: ['types'],
}

/** Waits until a form takes its answer: not in the moment in which it came. */
const canBeSent = (form: Locator): Promise<void> =>
  form.locator('[type="submit"]:not([aria-disabled="true"])').waitFor()

describe.skipIf(noBrowser)('a form of a tool', () => {
  it('is filled in, with what is chosen at first and words of the person', async () => {
    const { page, host, session } = await askedPage()
    const { formId } = host.desk.askForm({ questions: [database, checks], session: session.id })
    const form = page.locator('.desk-form')
    await form.getByText('what production runs').waitFor()
    await page.getByText(/waiting for you/).waitFor()
    expect(await form.innerText()).toContain('Storage')
    const send = form.getByRole('button', { name: 'Answer', exact: true })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await form.getByLabel('PostgreSQL').check()
    await form.getByLabel('tests').check()
    await form.getByLabel('Something to add').fill('not the slow ones')
    await send.click()
    await form.waitFor({ state: 'detached' })
    expect(host.desk.answers.get(formId)).toStrictEqual({
      kind: 'answered',
      answers: [{ chosen: ['PostgreSQL'] }, { chosen: ['types', 'tests'], text: 'not the slow ones' }],
    })
  })

  it('takes words in the place of the options', async () => {
    const { page, host } = await askedPage()
    const { formId } = host.desk.askForm({ questions: [{ ...database, byDefault: ['SQLite'] }] })
    const form = page.locator('.desk-form')
    await expect.poll(() => form.getByLabel('SQLite').isChecked()).toBe(true)
    await form.getByLabel('In your own words').fill('none at all')
    await expect.poll(() => form.getByLabel('SQLite').isChecked()).toBe(false)
    await canBeSent(form)
    await form.getByLabel('In your own words').press('Enter')
    await form.waitFor({ state: 'detached' })
    expect(host.desk.answers.get(formId)).toMatchObject({ answers: [{ chosen: [], text: 'none at all' }] })
  })

  it('is closed without an answer', async () => {
    const { page, host } = await askedPage()
    const { formId } = host.desk.askForm({ questions: [database] })
    await page.getByRole('button', { name: 'Close without an answer' }).click()
    await page.locator('.desk-form').waitFor({ state: 'detached' })
    expect(host.desk.answers.get(formId)).toStrictEqual({ kind: 'dismissed' })
  })

  it('is filled in by keys alone', async () => {
    const { page, host } = await askedPage()
    const { formId } = host.desk.askForm({ questions: [database] })
    const form = page.locator('.desk-form')
    await form.waitFor()
    await expect.poll(() => form.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => form.getByLabel('SQLite').isChecked()).toBe(true)
    await canBeSent(form)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => host.desk.answers.get(formId))
      .toStrictEqual({ kind: 'answered', answers: [{ chosen: ['SQLite'] }] })
  })

  it('stays, filled in, where the answer does not arrive', async () => {
    const { page, host } = await askedPage({ expected: /ERR_FAILED|Failed to load/ })
    host.desk.askForm({ questions: [database] })
    await page.route('**/answer', (route) => route.abort(), { times: 1 })
    const form = page.locator('.desk-form')
    await form.getByLabel('SQLite').check()
    await form.getByRole('button', { name: 'Answer', exact: true }).click()
    await form.getByText('the server cannot be reached').waitFor()
    await expect.poll(() => form.getByLabel('SQLite').isChecked()).toBe(true)
    await form.getByRole('button', { name: 'Answer', exact: true }).click()
    await form.waitFor({ state: 'detached' })
  })

  it('does not answer the next one by a double click', async () => {
    const { page, host } = await askedPage()
    const first = host.desk.askForm({ questions: [{ ...database, byDefault: ['SQLite'] }], askedAt: 1 })
    host.desk.askForm({ questions: [{ ...database, byDefault: ['SQLite'] }], askedAt: 2 })
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('button', { name: 'Answer', exact: true }).dblclick()
    await page.getByText('1 of 2').waitFor({ state: 'detached' })
    await page.locator('.desk-form').waitFor()
    expect([...host.desk.answers.keys()]).toStrictEqual([first.formId])
  })

  it('comes before those of other sessions where its own is looked at, also as that of a call', async () => {
    const { page, host } = await askedPage()
    await page.evaluate("location.hash = '#/tools/echo'")
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const result = page.getByRole('region', { name: 'Result' })
    const link = result.getByRole('link', { name: 'Open its session' })
    const [, own = ''] = /session\/(.+)$/.exec((await link.getAttribute('href')) ?? '') ?? []
    host.desk.askForm({ questions: [database], session: 'another', askedAt: 1 })
    const form = page.locator('.desk-form')
    await form.getByText('Which database?').waitFor()
    host.desk.askForm({ questions: [checks], session: own, askedAt: 2 })
    // What is looked at stays, in its new place.
    await form.getByText('2 of 2').waitFor()
  })

  it('keeps its keys to itself while a question waits too', async () => {
    const { page, host, ask, armed } = await askedPage()
    ask('git push')
    await armed()
    host.desk.askForm({ questions: [database] })
    await page.locator('.desk-form').getByLabel('SQLite').focus()
    await page.keyboard.press('y')
    await page.keyboard.press('n')
    expect(host.desk.answers.size).toBe(0)
  })
})
