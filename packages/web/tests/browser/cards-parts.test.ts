import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { noBrowser } from '../support/no-browser.ts'
import { cardsPage } from './cards-page.ts'

const gif = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='

describe.skipIf(noBrowser !== undefined)('parts of a conversation', () => {
  test('are pictures where they are pictures, and say why where they are none', async () => {
    const image = (data: string, mimeType: string) => ({ type: 'image' as const, data, mimeType })
    const content = [
      image(gif, 'image/gif'),
      image(gif, 'image/png'),
      image('no base64!', 'image/png'),
      image(Buffer.from('<svg onload="alert(1)"/>').toString('base64'), 'image/svg+xml'),
    ]
    const { card } = await cardsPage({ shot: { result: { card: 'generic', content } } }, (writer) =>
      writer.call('shot').result('shot', { content, isError: false }),
    )
    await card('shot').waitFor()
    const sizes = await card('shot')
      .locator('img')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('width'), each.getAttribute('src')]))
    expect(sizes).toEqual([['1', `data:image/gif;base64,${gif}`]])
    const notes = await card('shot').locator('.note', { hasText: 'cannot be shown' }).allTextContents()
    expect(notes).toEqual([
      '(a picture that cannot be shown: image/png; its data is no picture of that type)',
      '(a picture that cannot be shown: image/png; its data is no base64)',
      '(a picture that cannot be shown: image/svg+xml; its data is no picture of that type)',
    ])
  })

  test('are calls of a big program: both ends, an exact count of the others, and more of them on demand', async () => {
    const program = { card: 'generic', kind: 'execute', title: 'many', rawInput: 'await all()' } as const
    const { card } = await cardsPage({ run_code: { call: program } }, (writer) => {
      writer.call('p', 'run_code')
      for (let at = 0; at < 300; at++) writer.within('p', `p:${at}`, 'glob', at === 150)
      writer.done('p')
    })
    await card('p').waitFor()
    const calls = card('p').locator('.calls > li:not(.calls-fold)')
    expect(await calls.count()).toBe(40)
    expect(await card('p').locator('.calls-fold').textContent()).toContain('260 calls (259 done, 1 failed)')
    await card('p').getByRole('button', { name: 'show 200 more of 260' }).click()
    await expect.poll(() => calls.count()).toBe(240)
    await card('p').getByRole('button', { name: 'show 60 more of 60' }).click()
    await expect.poll(() => calls.count()).toBe(300)
  })

  test('are sub-agents: their calls, and once unfolded what was said between them', async () => {
    const { card } = await cardsPage({}, (writer) => {
      const { session } = writer.call('t', 'task')
      const agent = { agentId: 's', parentCallId: 't' }
      session.append('agent/started', { ...agent, principal: 'ada', description: 'look around' })
      const said = {
        role: 'assistant' as const,
        content: [{ type: 'text' as const, text: 'I **found** it' }],
      }
      session.append('assistant/message', { turn: 1, step: 1, message: said, finish: 'stop' }, 's')
      writer.call('i', 'grep', {}, 's').done('i', 'ok', 's')
      session.append('agent/ended', { ...agent, reason: 'done' })
      writer.done('t')
    })
    await card('i').waitFor()
    await card('t').getByRole('button', { name: '1 message hidden' }).click()
    await card('t').locator('strong', { hasText: 'found' }).waitFor()
    expect(await card('t').locator('.agent-head').textContent()).toContain('look around (done)')
    expect(await card('i').count()).toBe(1)
  })

  test('are answers that grow', async () => {
    const { page, writer } = await cardsPage({}, (log) => log.chunk('It is **almo'))
    await page.getByText('It is **almo').waitFor()
    writer.chunk('st** done\n\n- one\n- two')
    await page.locator('.markdown strong', { hasText: 'almost' }).waitFor()
    await expect.poll(() => page.locator('.markdown li').count()).toBe(2)
  })

  verifies(['security:D3'], 'are no markup, whatever a message says', async () => {
    const hostile = [
      '<img src=x onerror=alert(1)> <script>alert(1)</script>',
      '![p](https://evil.example/p.png) [a](javascript:alert(1)) [b](data:text/html,x) <javascript:alert(1)>',
      '[example.com](https://evil.example/) and [fine](https://example.com/)',
      '<svg/onload=alert(1)>',
      '| a | b |\n| - | - |\n| <b>x</b> | [c](vbscript:x) |',
      '```html\n<iframe src="https://evil.example"></iframe>\n```',
      `${'> '.repeat(3_000)}deep`,
    ].join('\n\n')
    const { page } = await cardsPage({}, (writer) => writer.answer(hostile, '<b>thought</b>').user(hostile))
    await page.locator('.markdown table').waitFor()
    await page.getByText('<iframe').first().waitFor()
    const found = await page
      .locator('.rows')
      .evaluate((rows) => rows.querySelectorAll('img, script, svg, iframe, b, object, embed, form').length)
    expect(found).toBe(0)
    const links = await page
      .locator('.rows a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    expect(links).toEqual(['https://evil.example/', 'https://example.com/'])
    expect(await page.locator('.true-address').textContent()).toContain('https://evil.example/')
  })
})
