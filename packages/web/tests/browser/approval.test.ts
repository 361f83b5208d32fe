import type { Page } from 'playwright-core'
import { describe, expect, it, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { noBrowser } from '../support/no-browser.ts'
import { askedPage, commandCard } from './asked-page.ts'

const push = 'git push origin main'

/** What is wrong with what waits; the rest of the page has tests of its own. */
async function problemsIn(page: Page): Promise<string[]> {
  return (await accessibilityProblems(page)).filter((problem) => /asked|desk-form/.test(problem))
}

describe.skipIf(noBrowser)('a question in the page', () => {
  verifies(['fault:B058'], 'shows the command itself and everything that a yes depends on', async () => {
    const { asked, ask, page } = await askedPage()
    ask(push, {
      reason: 'a rule wants to be asked',
      rule: { rule: 'Bash(git push *)', source: 'millrace.jsonc:14' },
      notes: ['note: reaches over the network: github.com'],
      onBehalfOf: 'the program count.ts',
    })
    await asked.waitFor()
    expect(await asked.locator('.asked-body').textContent()).toContain(`$ ${push}`)
    const text = await asked.innerText()
    for (const said of [
      'May this call run?',
      'bash',
      '/work/demo',
      'because',
      'a rule wants to be asked',
      'Bash(git push *)',
      '(millrace.jsonc:14)',
      'reaches over the network: github.com',
      'the program count.ts',
    ])
      expect(text).toContain(said)
    await asked.getByText('All arguments').click()
    expect(await asked.locator('.asked-arguments pre').innerText()).toContain('"description": "Say hello"')
    await expect.poll(() => page.title()).toMatch(/^\(1\) millrace/)
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toContain(`May this call run? bash $ ${push}`)
  })

  it('writes out what would hide or forge', async () => {
    const { asked, ask } = await askedPage()
    ask('echo \u202Egnp.exe \u001b[2K', { reason: 'because\u0007 of <b>this</b>' })
    await asked.waitFor()
    const text = await asked.innerText()
    for (const hidden of ['\u202e', '\u001b', '\u0007']) expect(text).not.toContain(hidden)
    expect(text).toContain('<b>this</b>')
  })

  const answers = [
    ['y', '1', 'Once', { kind: 'once' }],
    ['s', '2', 'This session', { kind: 'session', rules: ['Bash(git push origin main)'] }],
    ['n', '4', 'Deny', { kind: 'deny' }],
  ] as const

  test.each(answers)(
    'is answered by %s, by %s and by the button "%s"',
    async (letter, digit, name, reply) => {
      const { asked, ask, armed, page, host } = await askedPage()
      for (const act of [
        () => page.keyboard.press(letter),
        () => page.keyboard.press(digit),
        () => asked.getByRole('button', { name: new RegExp(`^${name} .$`) }).click(),
      ]) {
        const question = ask(push)
        await armed(question)
        await act()
        await expect.poll(() => host.desk.answers.get(question.requestId)).toMatchObject({ reply })
        await asked.waitFor({ state: 'detached' })
      }
    },
  )

  it('is denied with words for the model', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const question = ask(push)
    await armed()
    await page.keyboard.press('t')
    await page.keyboard.type('keep it local')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('for now')
    expect(host.desk.answers.size).toBe(0)
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    const { reply } = host.desk.answers.get(question.requestId) as { reply: { message: string } }
    expect(reply).toStrictEqual({ kind: 'deny', message: expect.stringMatching(/^keep it local.*for now$/) })
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringContaining('Denied'))
  })

  it('goes back from the words with Esc, and keeps them', async () => {
    const { asked, ask, armed, page } = await askedPage()
    ask(push)
    await armed()
    await page.keyboard.press('5')
    await page.keyboard.type('not yet')
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: /^Once/ }).waitFor()
    await asked.getByRole('button', { name: /say why/ }).click()
    expect(await asked.getByRole('textbox').inputValue()).toBe('not yet')
  })

  it('sends no words while characters are being composed', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    ask(push)
    await armed()
    await page.keyboard.press('t')
    const field = asked.getByRole('textbox')
    await field.fill('だめ')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    expect(await field.inputValue()).toBe('だめ')
    expect(host.desk.answers.size).toBe(0)
  })

  it('offers only this once where nothing wider can be kept', async () => {
    const { asked, armed, page, host } = await askedPage()
    host.desk.ask({
      tool: 'bash',
      arguments: {},
      more: { card: commandCard(push), offer: { suggested: [], files: [], isEditable: false } },
    })
    await armed()
    const names = await asked.locator('.asked-answer').allInnerTexts()
    expect(names.map((name) => name.replace(/\s+\S$/, ''))).toStrictEqual([
      'Once',
      'Deny',
      'Deny and say why…',
    ])
    await page.keyboard.press('s')
    await page.keyboard.press('a')
    expect(await asked.locator('form').count()).toBe(0)
    expect(host.desk.answers.size).toBe(0)
  })

  verifies(['fault:B150'], 'counts what it hides, and takes no yes before all was shown', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const script = Array.from({ length: 200 }, (_, at) => `echo ${at}`)
    const question = ask(script.join('\n'))
    await armed()
    const body = asked.locator('.asked-body')
    expect(await body.innerText()).toContain('186 lines, 1,394 characters hidden')
    expect(await body.innerText()).toContain('echo 199')
    expect(await body.innerText()).not.toContain('echo 100')
    await page.keyboard.press('y')
    await expect.poll(() => body.innerText()).toContain('echo 100')
    expect(await asked.innerText()).toContain('answer again')
    expect(host.desk.answers.size).toBe(0)
    await page.keyboard.press('y')
    await expect.poll(() => host.desk.answers.has(question.requestId)).toBe(true)
  })

  it('is shown as a whole by a key, and denied without', async () => {
    const { asked, ask, armed, page, host } = await askedPage()
    const script = Array.from({ length: 60 }, (_, at) => `echo ${at}`).join('\n')
    ask(script)
    await armed()
    await page.keyboard.press('o')
    await expect.poll(() => asked.locator('.asked-body').innerText()).toContain('echo 30')
    await page.keyboard.press('n')
    await expect.poll(() => host.desk.answers.size).toBe(1)
  })

  it.each(['light', 'dark'] as const)('can be used by everybody, in its %s look', async (colorScheme) => {
    const { ask, armed, page, host, asked } = await askedPage({ context: { colorScheme } })
    ask(push, { notes: ['note: outside the workspace: /etc/hosts'] })
    ask('git status')
    host.desk.askForm({
      questions: [{ question: 'Which?', options: [{ label: 'a' }], multiple: true, byDefault: ['a'] }],
    })
    await armed()
    await page.locator('.desk-form').waitFor()
    expect(await problemsIn(page)).toStrictEqual([])
    await asked.getByRole('button', { name: /^Always/ }).click()
    await asked.getByText('no other one').waitFor()
    expect(await problemsIn(page)).toStrictEqual([])
  })

  it('speaks Japanese where the browser does', async () => {
    const { ask, armed, asked, page, host } = await askedPage({ context: { locale: 'ja-JP' } })
    const question = ask(push, { reason: 'no rule allows it' })
    await armed()
    expect(await asked.innerText()).toContain('この呼び出しを実行しますか？')
    await asked.getByRole('button', { name: /理由を添えて拒否/ }).click()
    await asked.getByRole('textbox').fill('後で')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => host.desk.answers.get(question.requestId))
      .toMatchObject({ reply: { kind: 'deny', message: '後で' } })
  })
})
