import { text } from '@millrace/protocol'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const callId = 'call_1'
const step = { turn: 1, step: 1, callId }

/** A session with one call that somebody was asked about, and of which everything is known. */
async function written(host: FakeHost): Promise<FakeSession> {
  const session = await host.sessions.add()
  session.append('turn/start', { turn: 1, principal: 'user' })
  session.append('tool/call', {
    ...step,
    name: 'echo',
    arguments: '{"big":12345678901234567890,"name":"a\\u202eb"}',
  })
  const asked = { requestId: 'q1', callId, toolName: 'echo', argumentsHash: 'f00d' }
  session.append('approval/asked', { ...asked, reason: 'no rule allows it' })
  session.append('approval/decided', { ...asked, outcome: 'allowed-once', by: 'user', message: 'go ahead' })
  session.append('permission/granted', {
    id: 'g1',
    rule: 'Echo(*)',
    lasts: 'session',
    by: 'user',
    at: Date.now(),
    for: { callId, toolName: 'echo' },
  })
  session.append('tool/trace', {
    callId,
    status: 'failed',
    by: 'echo',
    rule: 'Echo(*)',
    stages: [
      { stage: 'approval', source: 'user', decision: 'allow', ms: 30 },
      { stage: 'execute', source: 'millrace', ms: 10 },
    ],
  })
  session.append('tool/result', {
    ...step,
    callSeq: 1,
    isError: true,
    content: [text('Error: it broke')],
    error: { name: 'EchoError', code: 'ECHO_BROKE' },
  })
  return session
}

const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })

const section = (page: Page, name: string): Locator => details(page).locator(`[data-section="${name}"]`)

async function opened(prepare: (host: FakeHost, session: FakeSession) => void = () => {}): Promise<Page> {
  const host = await fakeHost()
  const session = await written(host)
  prepare(host, session)
  const { page } = await openPage(host, {
    fragment: `&/session/${session.id}/${callId}`,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  await page.locator('[data-call]').waitFor()
  if ((await details(page).count()) === 0) await page.keyboard.press('d')
  await section(page, 'arguments').waitFor()
  return page
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

describe.skipIf(noBrowser)('the details of a call', () => {
  it('show what it was called with, digit for digit, and nothing hides in it', async () => {
    const page = await opened()
    const shown = await section(page, 'arguments').innerText()
    expect(shown).toContain('12345678901234567890')
    expect(shown).toContain(String.raw`a\u{202e}b`)
    expect(await section(page, 'read').innerText()).toContain('Error: it broke')
  })

  it('show how it was decided, stage by stage, and by which rule', async () => {
    const page = await opened()
    const pipeline = section(page, 'pipeline')
    expect(await pipeline.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^approval\s+user\s+allow\s+30\.0 ms/),
      expect.stringMatching(/^execute\s+millrace\s+10\.0 ms/),
    ])
    expect(await pipeline.locator('tfoot').innerText()).toContain('40.0 ms')
    expect(await pipeline.innerText()).toContain('rule Echo(*)')
  })

  it('show who was asked, and what was said', async () => {
    const page = await opened()
    const approval = await section(page, 'approval').innerText()
    for (const words of [
      'no rule allows it',
      'allowed',
      'user',
      'go ahead',
      'f00d',
      'Echo(*) for this session',
    ])
      expect(approval).toContain(words)
    expect(await section(page, 'facts').innerText()).toContain('EchoError ECHO_BROKE')
  })

  it('show the canonical value while the server has it, and say why not otherwise', async () => {
    const page = await opened()
    await section(page, 'value').locator('summary').first().click()
    await section(page, 'value').getByText('values are in no log').waitFor()
    const other = await opened(({ sessions }, { id }) =>
      sessions.values.set(`${id}/${callId}`, { kind: 'value', value: { total: 42 } }),
    )
    await section(other, 'value').locator('summary').first().click()
    await section(other, 'value').getByText('42').waitFor()
  })

  it('show the schema of the tool', async () => {
    const page = await opened(({ catalogue }) => {
      catalogue.toolEntries = catalogue.toolEntries.map((tool) => ({
        ...tool,
        parameters: {
          type: 'object',
          properties: { big: { type: 'integer', minimum: 3 } },
          required: ['big'],
        },
      }))
    })
    await section(page, 'schema').locator('summary').first().click()
    await section(page, 'schema').getByText('minimum 3').waitFor()
    expect(await section(page, 'schema').innerText()).toMatch(/big integer required minimum 3/)
  })

  it('can be copied as a command, as a test, and as a link that leads back', async () => {
    const page = await opened()
    await details(page).getByRole('button', { name: 'Copy as command' }).click()
    expect(await copied(page)).toBe(
      String.raw`millrace call echo --args '{"big":12345678901234567890,"name":"a\u202eb"}'`,
    )
    await details(page).getByRole('button', { name: 'Copy as test' }).click()
    await eventually(() => copied(page)).toContain('expect(result.error?.info?.code).toBe("ECHO_BROKE")')
    await details(page).getByRole('button', { name: 'Copy link' }).click()
    await eventually(() => copied(page)).toMatch(/#\/session\/[^/]+\/call_1$/)
    const link = await copied(page)
    expect(link).not.toContain('token')
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('[data-call].focused').waitFor()
  })

  it('remember which of their parts are closed, and close with Esc', async () => {
    const page = await opened()
    await section(page, 'arguments').locator('summary').first().click()
    await page.reload()
    await page.locator('[data-call]').waitFor()
    await page.keyboard.press('d')
    await section(page, 'read').waitFor()
    await eventually(() => section(page, 'arguments').getAttribute('open')).toBeNull()
    expect(await section(page, 'read').getAttribute('open')).not.toBeNull()
    await page.keyboard.press('Escape')
    await eventually(() => details(page).count()).toBe(0)
  })

  it('are those of the moment that is shown', async () => {
    const page = await opened()
    const slider = page.getByRole('slider', { name: 'Moment of the session' })
    await slider.press('Home')
    await details(page).getByText('not been asked for at this moment').waitFor()
    for (let times = 0; times < 3; times++) await slider.press('ArrowRight')
    await section(page, 'approval').getByText('waits for an answer').waitFor()
    await section(page, 'read').getByText('The call has not ended.').waitFor()
  })

  it('are accessible', async () => {
    const page = await opened()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
