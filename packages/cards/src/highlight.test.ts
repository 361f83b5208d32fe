import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutColours } from '../tests/payloads.ts'
import { shownCards } from '../tests/shown-session.ts'
import { highlighter, type Piece } from './highlight.ts'
import { languages } from './highlight/languages.ts'
import { renderAnsi, renderPlain, type Highlight } from './index.ts'

const highlight = highlighter()

const linesOf = (pieces: readonly (readonly Piece[])[] | undefined): string[] | undefined =>
  pieces?.map((line) => line.map(({ text }) => text).join(''))

const toneOf = (word: string, code: string, language: string): string | undefined =>
  highlight(code, language)
    ?.flat()
    .find(({ text }) => text.includes(word))?.tone

describe('highlighter', () => {
  test.each([
    ['typescript', 'const a = 1 // why', { const: 'code-keyword', 1: 'code-number', why: 'code-comment' }],
    ['ts', "interface A { b: 'c' }", { interface: 'code-keyword', "'c'": 'code-string' }],
    ['bash', 'echo "$HOME" # why', { echo: 'code-name', HOME: 'code-number', why: 'code-comment' }],
    ['json', '{ "a": true }', { a: 'code-attribute', true: 'code-keyword' }],
    ['py', 'def a(b): return "c"', { def: 'code-keyword', c: 'code-string' }],
    ['yml', 'a: 1', { a: 'code-attribute', 1: 'code-number' }],
    ['toml', '[a]', { a: 'code-keyword' }],
    ['html', '<b class="c">', { class: 'code-attribute', '"c"': 'code-string' }],
  ] as const)('%s', (language, code, tones) => {
    for (const [word, tone] of Object.entries(tones)) expect(toneOf(word, code, language)).toBe(tone)
  })

  test('keeps every character of any text, line by line, whatever the language', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), program)
    fc.assert(
      fc.property(text, fc.constantFrom(...Object.keys(languages)), (code, language) => {
        expect(linesOf(highlight(code, language))).toEqual(code.split('\n'))
      }),
      { numRuns: 300 },
    )
  })

  test('tears no character apart', () => {
    const halves = /^[\udc00-\udfff]|[\ud800-\udbff]$/
    const code = String.raw`const a = '\😀 😀' + ${'`\\😀`'} // 😀`
    for (const language of Object.keys(languages)) {
      for (const { text } of highlight(code, language)?.flat() ?? []) expect(text).not.toMatch(halves)
    }
  })

  test('answers the same for the same, whatever it coloured before', () => {
    const code = 'const a = `b${c}` /* d'
    const first = highlight(code, 'ts')
    highlight('/* open', 'ts')
    expect(highlight(code, 'ts')).toEqual(first)
    expect(highlighter()(code, 'ts')).toEqual(first)
  })

  test('knows no other languages than those that it was given', () => {
    expect(highlight('a', 'klingon')).toBeUndefined()
    expect(highlight('a', 'constructor')).toBeUndefined()
    expect(highlighter(['json'])('const a', 'ts')).toBeUndefined()
    expect(highlighter(['json'])('[1]', 'json')).toBeDefined()
    expect(() => highlighter(['klingon'])).toThrow(
      /no grammar is built in for "klingon"; choose among bash, c,/,
    )
  })

  test('declines what is too large, and leaves a line plain that is too long', () => {
    expect(highlight('a\n'.repeat(200), 'ts')).toBeUndefined()
    expect(highlight(`${'a '.repeat(50)}\n`.repeat(199), 'ts')).toBeUndefined()
    const long = `const ${'a'.repeat(300)}`
    const [before, middle, after] = highlight(`const b\n${long}\nconst c`, 'ts') ?? []
    expect(middle).toEqual([{ text: long, tone: 'plain' }])
    expect([before?.[0], after?.[0]]).toEqual([
      { text: 'const', tone: 'code-keyword' },
      { text: 'const', tone: 'code-keyword' },
    ])
  })

  test('is done with hostile programs, which would keep a grammar busy for minutes', () => {
    for (const seed of ['a_b_', 'operator', 'a', '<A>', '"', 'a ', '1. ', '(']) {
      const code = Array.from({ length: 60 }, () => seed.repeat(300).slice(0, 290)).join('\n')
      for (const language of ['c', 'cpp', 'ini', 'java', 'markdown']) {
        expect(linesOf(highlight(code, language))).toEqual(code.split('\n'))
      }
    }
  })
})

const program = fc
  .array(
    fc.constantFrom('/*', '*/', '`', '${', '}', '"', "'", '\\', '\n', '<a>', '😀', 'a', ' ', '#', '//', '=>'),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''))

describe('cards with a highlighter', () => {
  test('say the same, and differ in colours alone', () => {
    for (const { card } of shownCards().cards) {
      for (const expand of [false, true]) {
        const plain = renderPlain(card, { width: 60, expand })
        const coloured = renderAnsi(card, { width: 60, expand, highlight })
        expect(renderPlain(card, { width: 60, expand, highlight })).toBe(plain)
        expect(withoutColours(coloured)).toBe(plain)
      }
    }
  })

  const card = (title: string, option: Highlight = highlight): string => {
    const shown = shownCards().cards.find((each) => each.title === title)
    return renderAnsi(shown!.card, { width: 80, highlight: option })
  }

  test('colour the lines of a file, of a change and a command', () => {
    expect(card('A file that was read')).toContain('\u001b[94mexport\u001b[39m \u001b[94masync\u001b[39m')
    expect(card('A change that waits for an answer')).toContain('\u001b[94mconst\u001b[39m')
    const command = shownCards().cards[0]!.card
    const echo = { ...command, call: { card: 'terminal' as const, title: 'echo "a" # b' } }
    expect(renderAnsi(echo, { width: 80, highlight })).toContain('$ \u001b[96mecho\u001b[39m')
  })

  test('let a highlighter change no text', () => {
    const lying: Highlight = (code) => code.split('\n').map(() => [{ text: 'rm -rf /', tone: 'plain' }])
    expect(card('A file that was read', lying)).toBe(card('A file that was read', () => undefined))
    expect(card('A file that was read', () => [])).not.toContain('rm -rf')
  })
})
