import { describe, expect, it } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage, offer } from './asked-page.ts'

const push = 'git push origin main'

describe.skipIf(noBrowser)('an answer for longer than this once', () => {
  it('keeps a wider rule in another file, after it was shown what else that allows', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    host.desk.trial = (_, [rule = '']) => ({
      alsoAllows: rule.includes('*') ? ['bash git push origin dev', 'bash git push --tags'] : [],
    })
    const question = ask(push)
    await armed()
    await page.keyboard.press('a')
    await asked.getByText('it would have allowed no other one').waitFor()
    await page.keyboard.press('ArrowDown')
    await asked.getByText('bash git push --tags').waitFor()
    expect(await asked.locator('.asked-trial').innerText()).toContain('2 other calls')
    await asked.getByLabel('~/.config/millrace/millrace.jsonc').check()
    await asked.getByRole('button', { name: /^Save and allow/ }).click()
    await asked.waitFor({ state: 'detached' })
    expect(host.desk.answers.get(question.requestId)).toMatchObject({
      reply: { kind: 'always', rules: ['Bash(git push *)'], file: offer.files[1]!.path },
    })
  })

  it('keeps what was written, for the session where that is chosen', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    await page.keyboard.press('3')
    await asked.getByRole('textbox').fill('Bash(git push origin *)')
    await asked.getByRole('button', { name: 'Another rule' }).click()
    await asked.getByLabel('Rule 2 of 2').fill(' Bash(git fetch) ')
    await asked.getByLabel('this session only').check()
    await asked.getByRole('button', { name: /^Allow for this session/ }).click()
    await asked.waitFor({ state: 'detached' })
    expect(host.desk.answers.get(question.requestId)).toMatchObject({
      reply: { kind: 'session', rules: ['Bash(git push origin *)', 'Bash(git fetch)'] },
    })
  })

  it('says what is wrong with a rule, and does not save it', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    host.desk.trial = (_, [rule = '']) =>
      rule.endsWith(')')
        ? { alsoAllows: [] }
        : { problem: `"${rule}" is no rule: ")" is missing`, alsoAllows: [] }
    ask(push)
    await armed()
    await page.keyboard.press('a')
    await asked.getByRole('textbox').fill('Bash(git')
    await asked.getByText('is no rule').waitFor()
    const save = asked.getByRole('button', { name: /^Save and allow/ })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await asked.getByRole('textbox').fill('')
    await asked.getByText('write a rule').waitFor()
    await page.keyboard.press('Enter')
    expect(host.desk.answers.size).toBe(0)
    await asked.getByRole('textbox').fill('Bash(git push)')
    await asked.getByText('no other one').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => host.desk.answers.size).toBe(1)
  })

  it('judges the rules that stand there, whatever was tried before', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const tried: string[] = []
    host.desk.trial = (_, [rule = '']) => {
      tried.push(rule)
      return { alsoAllows: [`allowed by ${rule}`] }
    }
    ask(push)
    await armed()
    await page.keyboard.press('a')
    await asked.getByText('allowed by Bash(git push origin main)').waitFor()
    await asked.getByRole('textbox').evaluate((field: HTMLInputElement) => {
      for (const rule of ['Bash(a)', 'Bash(ab)', 'Bash(abc)']) {
        field.value = rule
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    await asked.getByText('allowed by Bash(abc)').waitFor()
    expect(tried).toStrictEqual(['Bash(git push origin main)', 'Bash(abc)'])
  })

  it('goes back with Esc and keeps nothing', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    ask(push)
    await armed()
    await page.keyboard.press('a')
    await asked.locator('form').waitFor()
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: /^Once/ }).waitFor()
    expect(await asked.and(page.locator(':focus')).count()).toBe(1)
    expect(host.desk.answers.size).toBe(0)
  })

  it('chooses among suggestions alone where no rule can be written', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    host.desk.trial = () => ({ problem: 'not asked for', alsoAllows: [] })
    const question = ask('curl example.com', {
      kind: 'host',
      offer: {
        suggested: [['example.com:443'], ['*.example.com:443']],
        files: offer.files,
        isEditable: false,
      },
    })
    await armed()
    expect(await asked.innerText()).toContain('May a command reach this host?')
    // It is asked for no session, so that the answer is for all of them.
    await asked.getByRole('button', { name: 'Until this server ends' }).waitFor()
    await page.keyboard.press('a')
    expect(await asked.getByRole('textbox').count()).toBe(0)
    await asked.getByLabel('this server, for all sessions until it ends').waitFor()
    await asked.getByLabel('*.example.com:443').check()
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    expect(host.desk.answers.get(question.requestId)).toMatchObject({
      reply: { kind: 'always', rules: ['*.example.com:443'] },
    })
  })

  it('lets the rules be changed for the session where no file can be written', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const question = ask(push, { offer: { ...offer, files: [] } })
    await armed()
    await page.keyboard.press('a')
    expect(await asked.locator('form').count()).toBe(0)
    await page.keyboard.press('e')
    await asked.getByRole('textbox').fill('Bash(git *)')
    await asked.getByText('no other one').waitFor()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => host.desk.answers.get(question.requestId))
      .toMatchObject({ reply: { kind: 'session', rules: ['Bash(git *)'] } })
  })
})
