import type { ContentBlock } from '@millrace/protocol'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { noBrowser } from '../support/no-browser.ts'
import { cardsPage, type CardsPage, type Views } from './cards-page.ts'
import { expectHarmless } from './hostile-look.ts'

const megabyte = 1_048_576
const giant = 'a'.repeat(megabyte)
const manyLines = 'line\n'.repeat(100_000)
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

const views: Readonly<Record<string, Views>> = {
  terminal: { call: { card: 'terminal', title: giant }, result: { card: 'terminal', output: giant } },
  lines: { call: { card: 'terminal', title: 'many' }, result: { card: 'terminal', output: manyLines } },
  diff: {
    call: { card: 'diff', title: giant, diffs: [{ path: giant, oldText: manyLines, newText: giant }] },
  },
  paths: {
    result: {
      card: 'search',
      shape: 'paths',
      paths: Array<string>(20_000).fill('a/b'),
      truncated: false,
      total: 20_000,
    },
  },
  answer: { result: { card: 'generic', content: [{ type: 'text', text: giant }] } },
  read: {
    result: {
      card: 'read',
      path: giant,
      offset: 1,
      lines: [{ number: 1, text: giant }],
      totalLines: 1,
      lang: 'ts',
    },
  },
}

/**
 * Milliseconds that the page itself works until a card that is unfolded is drawn. Time in which the machine does other things
 * does not count; nor does the first time, at which the program of the page is still being compiled.
 */
async function unfolding(page: Page, toggle: string): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const worked = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    const found = metrics.find(({ name }) => name === 'ThreadTime')
    if (found === undefined) throw new Error('the browser does not say how long its page worked')
    return found.value * 1_000
  }
  const press = (): Promise<void> =>
    page.evaluate(async (where) => {
      document.querySelector<HTMLElement>(where)!.click()
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }, toggle)
  const took: number[] = []
  for (let times = 0; times < 2; times++) {
    const before = await worked()
    await press()
    took.push((await worked()) - before)
    await press()
  }
  await client.detach()
  return Math.min(...took)
}

async function sized(presenters: Readonly<Record<string, Views>>): Promise<CardsPage> {
  return cardsPage(presenters, (writer) => {
    writer.user(giant.slice(0, 100_000)).user(manyLines)
    writer.answer(giant, giant).answer(`# a\n\n${'| a '.repeat(20_000)}\n\n${manyLines}`)
    for (const name of Object.keys(presenters)) writer.call(name).done(name)
    writer.call('arguments', 'arguments', { text: giant }).done('arguments')
    writer.call('deep', 'deep', { value: 1 }).done('deep', deep)
    writer.call('failed').fail('failed', giant, giant)
    writer.call('ok').done('ok')
  })
}

describe.skipIf(noBrowser)('what is far too large', () => {
  verifies(
    ['security:D3', 'fault:B148'],
    'stays in its card, and the page answers',
    async () => {
      const { page, card } = await sized(views)
      await card('ok').waitFor()
      for (const name of [...Object.keys(views), 'arguments', 'deep', 'failed']) {
        const toggle = `article[data-call="${name}"] .card-toggle`
        await page.evaluate(
          (id) => (location.hash = `${location.hash.split('/').slice(0, 3).join('/')}/${id}`),
          name,
        )
        await page.locator(toggle).waitFor()
        const took = await unfolding(page, toggle)
        expect(took, name).toBeLessThan(1_000)
        await page.locator(toggle).click()
        await expectHarmless(page)
      }
    },
    240_000,
  )

  verifies(['security:D3'], 'is no picture, whatever it says of itself', async () => {
    const bytes = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
    const image = (data: string, mimeType = 'image/png'): ContentBlock => ({ type: 'image', data, mimeType })
    const content = [
      image(png(100_000, 100_000)),
      image(png(0, 0)),
      image(png(8_000, 8_000)),
      image(bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'),
      image(bytes('<html><script>alert(1)</script>'), 'text/html'),
      image(bytes('<html><script>alert(1)</script>')),
      image(bytes('GIF89a/*<svg onload=alert(1)>*/=1;alert(1)//'), 'image/gif'),
      image(bytes('GIF89a\x01\x00\x01\x00<script>alert(1)</script>'), 'image/png'),
      image('x" onerror="alert(1)', 'image/png'),
      image('AAAA', 'image/png;base64,x" onerror="alert(1)'),
      image('AAAA', '__proto__'),
      image('A'.repeat(8_000_000)),
    ]
    const { page, card } = await cardsPage({ shots: { result: { card: 'generic', content } } }, (writer) =>
      writer.call('shots').result('shots', { content, isError: false }),
    )
    await card('shots').waitFor()
    await expect
      .poll(() => card('shots').locator('.note', { hasText: 'picture' }).count())
      .toBe(content.length)
    await expectHarmless(page)
  })

  verifies(['security:D3'], 'paints nothing over what stands around it', async () => {
    const tower = `a${'\u0310\u0315\u0321\u0334\u035c\u0338\u0489'.repeat(80)}b`
    const around = async (text: string): Promise<string[]> => {
      const page = await cardsPage({ mid: { call: { card: 'generic', title: text } } }, (writer) => {
        writer.call('above').done('above').call('mid').done('mid', text).call('below').done('below')
      })
      await page.card('below').waitFor()
      await page.page.mouse.move(1, 1)
      const shots = ['above', 'below'].map((id) => page.card(id).screenshot({ animations: 'disabled' }))
      return (await Promise.all(shots)).map((shot) => shot.toString('base64'))
    }
    const [plain, towering] = [await around('ab'), await around(tower)]
    expect(towering).toEqual(plain)
  })
})

/** The beginning of a PNG of a size, without any pixel. */
function png(width: number, height: number): string {
  const header = Buffer.alloc(33)
  header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  header.set([8, 6, 0, 0, 0], 24)
  return header.toString('base64')
}
