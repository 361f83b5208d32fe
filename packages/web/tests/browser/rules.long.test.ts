import type { RulesReport } from '@millrace/web/wire'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const report: RulesReport = {
  mode: 'plan',
  modeSource: 'millrace.jsonc:2',
  sandbox: 'auto (built in)',
  callsRead: 120,
  rules: [
    {
      list: 'deny',
      rule: 'Bash(git push *)',
      layer: 'project',
      source: 'millrace.jsonc:14',
      reason: 'release only from CI',
      fired: 12,
      decided: Array.from({ length: 12 }, (_, at) => ({
        session: 'session-1',
        callId: `call_${at}`,
        tool: 'bash',
        subject: `$ git push ${at}`,
        at,
      })),
    },
    {
      list: 'allow',
      rule: 'Bash(git *)',
      layer: 'user',
      fired: 0,
      decided: [],
      idle: 'the line above decides',
    },
    { list: 'allow', rule: 'Read(src/**)', layer: 'user', fired: 0, decided: [] },
  ],
  problems: [
    { list: 'allow', rule: 'Bash(', source: 'millrace.jsonc:20', problem: 'a bracket is not closed' },
  ],
  grants: [{ id: 'g1', rule: 'Bash(npm test)', words: 'by you, for this session' }],
}

async function rulesPage(): Promise<{ readonly page: Page; readonly host: FakeHost }> {
  const host = await fakeHost()
  host.catalogue.report = report
  const { page } = await openPage(host, { fragment: '&/rules', expected: /status of [45]\d\d/ })
  await page.getByRole('heading', { name: 'Rules of this folder' }).waitFor()
  return { page, host }
}

async function leaveAndComeBack(page: Page): Promise<void> {
  const title = page.getByRole('heading', { name: 'Rules of this folder' })
  await page.evaluate("location.hash = '#/tools'")
  await title.waitFor({ state: 'detached' })
  await page.evaluate("location.hash = '#/rules'")
  await title.waitFor()
}

describe.skipIf(noBrowser)('the page of rules', () => {
  it('shows each rule with its source and reason, what it decided, and why it never can', async () => {
    const { page } = await rulesPage()
    const deny = page.getByRole('group', { name: 'deny' })
    await eventually(() => deny.innerText()).toMatch(/Bash\(git push \*\)\s+release only from CI/)
    await deny.getByText('12 calls').click()
    await eventually(() => deny.getByRole('link').count()).toBe(10)
    expect(await deny.getByRole('link').first().getAttribute('href')).toBe('#/session/session-1/call_0')
    await deny.getByText('and 2 more').waitFor()
    const allow = await page.getByRole('group', { name: 'allow' }).innerText()
    expect(allow).toContain('never matches: the line above decides')
    expect(allow).toContain('nothing lately')
    await page.getByRole('checkbox', { name: 'Only those that decided nothing' }).check()
    await eventually(() => deny.innerText()).toContain('no rules')
  })

  it('shows the mode, the sandbox, what cannot be read, and what was allowed', async () => {
    const { page } = await rulesPage()
    const shown = await page.locator('.rules').innerText()
    for (const words of [
      'mode plan millrace.jsonc:2',
      'sandbox auto (built in)',
      'a bracket is not closed',
      'Bash(npm test) by you, for this session',
    ])
      expect(shown).toContain(words)
  })

  it('is asked for again when rules change', async () => {
    const { page, host } = await rulesPage()
    host.catalogue.report = { ...report, mode: 'bypass' }
    host.desk.tell({ changed: 'rules' })
    await eventually(() => page.locator('.rules-head').innerText()).toContain('bypass')
  })

  it('is accessible', async () => {
    const { page } = await rulesPage()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

describe.skipIf(noBrowser)('the tester of rules', () => {
  it('says what would happen part by part, what was overruled, and what would allow it', async () => {
    const { page, host } = await rulesPage()
    host.catalogue.tested = {
      verdict: 'deny',
      parts: [
        {
          part: 'git push',
          verdict: 'deny',
          rule: 'Bash(git push *)',
          source: 'millrace.jsonc:14',
          reason: 'release only from CI',
          via: ['sudo'],
          overruled: ['allow Bash(git *) of millrace.jsonc:9'],
        },
        { part: 'ls', verdict: 'allow', reason: 'it only reads', via: [], overruled: [] },
      ],
      suggestions: [['Bash(git push)', 'Bash(ls)']],
    }
    const tester = page.getByRole('region', { name: 'What would happen to a call?' })
    await tester.getByRole('textbox').fill('Bash(sudo git push && ls)')
    await tester.getByRole('textbox').press('Enter')
    await tester.getByRole('row').nth(2).waitFor()
    expect(host.catalogue.deeds).toEqual(['test Bash(sudo git push && ls)'])
    expect(await tester.getByRole('row').nth(1).innerText()).toMatch(
      /deny\s+git push\s+run by sudo\s+Bash\(git push \*\) millrace.jsonc:14 release only from CI\s+overruled: allow Bash\(git \*\)/,
    )
    expect(await tester.innerText()).toContain('Bash(git push) and Bash(ls)')
  })

  it('has what was asked and said when somebody comes back', async () => {
    const { page, host } = await rulesPage()
    host.catalogue.tested = {
      verdict: 'ask',
      parts: [{ part: 'make', verdict: 'ask', reason: 'no rule', via: [], overruled: [] }],
      suggestions: [],
    }
    const tester = page.getByRole('region', { name: 'What would happen to a call?' })
    await tester.getByRole('textbox').fill('Bash(make)')
    await tester.getByRole('textbox').press('Enter')
    await tester.getByRole('row').nth(1).waitFor()
    await leaveAndComeBack(page)
    expect(await tester.getByRole('textbox').inputValue()).toBe('Bash(make)')
    await tester.getByRole('row').nth(1).waitFor()
  })

  it('says why a call cannot be judged', async () => {
    const { page, host } = await rulesPage()
    host.catalogue.testRules = () => Promise.reject(new Error('of the machine'))
    const tester = page.getByRole('region', { name: 'What would happen to a call?' })
    await tester.getByRole('textbox').fill('Bash(')
    await tester.getByRole('button', { name: 'Test' }).click()
    await tester.getByRole('alert').waitFor()
    expect(await tester.innerText()).not.toContain('of the machine')
  })
})

describe.skipIf(noBrowser)('rules that are tried on what is recorded', () => {
  it('begin with those of the folder, and show what would be different', async () => {
    const { page, host } = await rulesPage()
    host.catalogue.replayed = {
      sessions: [
        {
          id: 'session-1',
          title: 'fix the test',
          calls: [
            {
              callId: 'c1',
              tool: 'bash',
              subject: '$ npm test',
              was: 'ask',
              would: 'allow',
              differs: true,
              because: 'Bash(npm *)',
            },
            {
              callId: 'c2',
              tool: 'read',
              subject: 'a.ts',
              was: 'allow',
              would: 'allow',
              differs: false,
              because: 'it reads',
            },
            { callId: 'c3', tool: 'gone', subject: '', differs: false, because: 'not known' },
          ],
        },
      ],
      unused: [{ list: 'deny', rule: 'Bash(rm *)', idle: 'no such command' }],
      problems: ['"Bash(" is no rule'],
      differ: 1,
      same: 1,
      unjudged: 1,
    }
    const trial = page.getByRole('region', { name: 'What would other rules have done?' })
    await eventually(() => trial.getByLabel('Rules that allow').inputValue()).toBe(
      'Bash(git *)\nRead(src/**)',
    )
    await trial.getByLabel('Rules that allow').fill('Bash(npm *)\n\n  Bash(  ')
    await trial.getByLabel('Mode where no rule decides').selectOption('default')
    await trial.getByRole('button', { name: 'Try them' }).click()
    await trial.getByText('1 would differ').waitFor()
    expect(host.catalogue.deeds).toEqual([
      'replay default {"allow":["Bash(npm *)","Bash("],"ask":[],"deny":["Bash(git push *)"]}',
    ])
    const rows = trial.locator('tbody tr')
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/ask\s+→ allow\s+bash \$ npm test\s+Bash\(npm \*\)/),
    ])
    expect(await rows.getByRole('link').getAttribute('href')).toBe('#/session/session-1/c1')
    await trial.getByRole('checkbox', { name: 'Only what would differ' }).uncheck()
    await eventually(() => rows.count()).toBe(3)
    const shown = await trial.innerText()
    for (const words of ['"Bash(" is no rule', 'Bash(rm *)', 'never matches: no such command'])
      expect(shown).toContain(words)
    await leaveAndComeBack(page)
    await trial.getByText('1 would differ').waitFor()
    expect(await trial.getByLabel('Rules that allow').inputValue()).toBe('Bash(npm *)\n\n  Bash(  ')
    expect(await trial.getByLabel('Mode where no rule decides').inputValue()).toBe('default')
    await trial.getByRole('button', { name: 'Current rules' }).click()
    expect(await trial.getByLabel('Rules that allow').inputValue()).toBe('Bash(git *)\nRead(src/**)')
  })
})
