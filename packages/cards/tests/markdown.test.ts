import fc from 'fast-check'
import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import { renderMarkdown, type MarkdownOptions } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { everyCard } from './every-card.ts'
import { structureOf } from './markdown-structure.ts'
import { hostile } from './payloads.ts'
import { Session } from './session.ts'
import { shownCards } from './shown-session.ts'
import { sampled } from '../../../tests/support/effort.ts'

/** Texts that mean something in Markdown or HTML. */
const marks: readonly string[] = [
  '`',
  '``',
  '```',
  '~~~',
  '\n```\n# out\n```',
  '````````````',
  '` x',
  'x `',
  '``` js',
  '# heading',
  '\n===\n',
  '\n---\n',
  '> quote',
  '- item',
  '1. item',
  '    code',
  '| a | b |\n|---|---|',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</code></pre><b>',
  '<!--',
  '<![CDATA[',
  '[x](javascript:alert(1))',
  '![x](http://evil.test/p.png)',
  '[x]: http://evil.test',
  '<javascript:alert(1)>',
  'http://evil.test/`x`',
  '**bold** *em* __b__ _e_',
  '\\',
  '\\`',
  '&lt;b&gt;',
  '&#x60;&#96;',
  '@somebody #12 a@b.test',
  '$`x`$ $$y$$',
  ':smile: [^1]',
]

const mark = 'QZX'
const options: readonly MarkdownOptions[] = [{}, { expand: true }, { width: 24, expandHint: '--expand' }]

/** Fails where a text is anything but code or a web address. */
function expectContained(text: string): void {
  for (const card of everyCard(text)) {
    for (const each of options) {
      const { outside, links } = structureOf(renderMarkdown(card, each))
      for (const words of outside) {
        expect(words).not.toContain(mark)
        expect(words).toMatch(/^[\w ✓✗⊘⊝◌▸?…*,.:;+()/%-]*$/u)
      }
      for (const link of links) expect(link).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
    }
  }
}

describe('whatever somebody else wrote stands in code', () => {
  verifies(
    ['security:D1', 'fault:B146'],
    'marks of Markdown and HTML, and texts that lie on a screen',
    () => {
      for (const text of [...marks, ...sampled(hostile, 3)]) expectContained(`${mark}${text}${mark}`)
    },
    240_000,
  )

  verifies(
    ['security:D1'],
    'any text at all',
    () => {
      const pieces = fc.array(
        fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 5 }), fc.constant('\n')),
        {
          maxLength: 6,
        },
      )
      fc.assert(
        fc.property(pieces, (parts) => expectContained(mark + parts.join(mark) + mark)),
        { numRuns: 60 },
      )
    },
    240_000,
  )

  test('and nothing of it is lost when everything is shown', () => {
    const words = marks.filter((text) => !text.includes('\n'))
    const view: ToolResultView = { card: 'terminal', output: words.join('\n') }
    const session = new Session(() => ({ presentResult: () => view })).call('c', 'bash').done('c')
    expect(structureOf(renderMarkdown(session.card(), { expand: true })).code).toEqual(
      expect.arrayContaining(words),
    )
  })
})

describe('the kinds of cards', () => {
  const drawn = (title: string): string => {
    const shown = shownCards().cards.find((each) => each.title === title)
    if (shown === undefined) throw new Error(`no card is called ${title}`)
    return renderMarkdown(shown.card, { now: shown.now })
  }

  test('a command is a console, and what is folded is said outside of it', () => {
    expect(drawn('One that failed').split('\n')).toEqual([
      '**✗ failed** `bash` `$ npm test` `exit 1` `2.1s` `you once`',
      '',
      '```console',
      '',
      '> retry@1.0.0 test',
      '```',
      '',
      '*… 22 lines hidden*',
      '',
      '```console',
      ...Array.from({ length: 16 }, (_, index) => ` ✓ src/case-${index + 21}.test.ts`),
      ' ✗ src/retry.test.ts',
      '   expected 3 calls, received 4',
      '',
      ' Tests  1 failed | 36 passed (37)',
      '```',
    ])
  })

  test('a change is a diff with the places of its hunks', () => {
    expect(drawn('One that was made').split('\n').slice(2)).toEqual([
      '- `src/retry.ts`',
      '',
      '  ```diff',
      '  @@ -11,3 +11,4 @@',
      '   const max = 3',
      '  -await sleep(100)',
      '  +await sleep(100 * 2 ** n)',
      '  +if (n > max) throw last',
      '   return call()',
      '  ```',
      '',
      '  *… 25 unchanged lines*',
      '',
      '  ```diff',
      '  @@ -39,1 +40,3 @@',
      '   }',
      '  +',
      '  +export const max = 5',
      '  ```',
    ])
  })

  test('a search is a list of files, a read the code itself, a page a link', () => {
    expect(drawn('A search in files')).toContain('\n- `src/loop.ts` 5 matches\n\n  ```text\n  12  // TODO')
    expect(drawn('A search for files')).toMatch(/\n- `src\/index.ts`\n- `src\/loop.ts`\n- `src\/retry.ts`$/)
    expect(drawn('A file that was read')).toContain('\n```typescript\nexport async function retry(call) {\n')
    expect(drawn('A page from the web')).toMatch(/<http:\/\/example.com\/>[^]*<https:\/\/www.example.com\/>$/)
  })

  test('calls of a program are a list, with their own bodies where they want to be seen', () => {
    const session = new Session().call('p', 'run_code', { description: 'count' })
    for (let n = 1; n <= 20; n++)
      session.dispatch('p', `p:${n}`, 'read', { n }).dispatched('p', `p:${n}`, n === 2)
    const lines = renderMarkdown(session.done('p').card()).split('\n')
    expect(lines).toContain('- **✓ done** `read` `n=1` `0.00s`')
    expect(lines.slice(lines.indexOf('- **✗ failed** `read` `n=2` `0.00s`')).slice(1, 5)).toEqual([
      '',
      '  ```text',
      '  no',
      '  ```',
    ])
    expect(lines).toContain('- *… 4 calls (4 done) hidden*')
  })

  test('a language that is no plain word is no language', () => {
    const view: ToolResultView = {
      card: 'read',
      path: 'a',
      offset: 1,
      lines: [{ number: 1, text: 'x' }],
      totalLines: 1,
      lang: 'js onload=x',
    }
    const session = new Session(() => ({ presentResult: () => view })).call('c', 'read').done('c')
    expect(renderMarkdown(session.card())).toContain('\n```\nx\n```')
  })

  test('a command that waits is shown whole', () => {
    const view: ToolCallView = { card: 'terminal', title: `# harmless${'\n'.repeat(41)}touch PWNED` }
    const session = new Session(() => ({ presentCall: () => view })).call('c', 'bash').ask('c', 'bash', 'why')
    const shown = renderMarkdown(session.card())
    expect(shown).toContain('`command: 42 lines, 62 characters`')
    expect(shown).toContain('\ntouch PWNED\n')
    expect(shown).not.toContain('hidden')
  })
})
