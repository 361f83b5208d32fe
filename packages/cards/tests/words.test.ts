import {
  drawCard,
  english,
  renderMarkdown,
  renderPlain,
  renderSession,
  sessionHtml,
  sessionMarkdown,
  type CardWords,
} from '@millrace/cards'
import { japanese } from '@millrace/cards/japanese'
import { describe, expect, test } from 'vitest'
import { everyCard } from './every-card.ts'
import { everyItem } from './every-item.ts'
import { htmlStructure } from './html-structure.ts'
import { Session } from './session.ts'
import { headerOf } from './spoken-session.ts'

/** Latin words in these sessions that tools, models, the log or notations say. */
const theirs = new Set(
  [
    'http https host xn run_code image gif png svg xml content',
    'CODE_RUN_FAILED ABORTED MODEL_RATE_LIMIT code run failed',
    'bash console diff json text typescript',
  ].flatMap((line) => line.split(' ')),
)

/** Latin words that nobody but the layout can have said. */
function foreignWords(text: string): string[] {
  return (text.match(/[A-Za-z_]{3,}/g) ?? []).filter((word) => !theirs.has(word))
}

describe('everything that the layout says itself is in the words of the drawing', () => {
  test.each([true, false])('on cards, unfolded: %s', (expand) => {
    for (const card of everyCard('字')) {
      const options = { words: japanese, expand, now: 1_700_000_009_000 }
      expect(foreignWords(renderPlain(card, { ...options, width: 90 }))).toEqual([])
      expect(foreignWords(renderMarkdown(card, options))).toEqual([])
    }
  })

  test.each([true, false])('in sessions, unfolded: %s', (expand) => {
    const view = everyItem('字')
    const options = { words: japanese, expand }
    expect(foreignWords(renderSession(view, { ...options, width: 90, session: '7' }))).toEqual([])
    expect(foreignWords(htmlStructure(sessionHtml(headerOf('字'), view, options)).text)).toEqual([])
    expect(foreignWords(sessionMarkdown(headerOf('字'), view, options))).toEqual([])
  })

  test('and a page says which language it is in', () => {
    expect(sessionHtml(headerOf(), everyItem('x'), { words: japanese })).toContain('<html lang="ja">')
    expect(sessionHtml(headerOf(), everyItem('x'))).toContain('<html lang="en">')
  })
})

describe('the words of a drawing', () => {
  const failed = (): Session =>
    new Session(() => ({
      presentResult: () => ({ card: 'terminal', output: '1\n2\n3\n4\n5\n6\n7\n8\n9\n', exitCode: 2 }),
    })).call('c', 'bash')

  test('are English unless others are given', () => {
    const card = failed().done('c').card()
    expect(renderPlain(card, { width: 80 })).toBe(renderPlain(card, { width: 80, words: english }))
    expect(drawCard(card, { width: 80 }).state.text).toBe('✗ failed')
  })

  test('say states, facts and folds in Japanese', () => {
    const { state, facts } = drawCard(failed().done('c').card(), { width: 80, words: japanese })
    expect(state).toEqual({ text: '✗ 失敗', tone: 'failed' })
    expect(facts.flat().map(({ text }) => text)).toContain('終了コード 2')
    const long = new Session().call('c', 'x').done('c', 'line\n'.repeat(1_200))
    expect(renderPlain(long.card(), { width: 80, words: japanese })).toContain('… 1,188 行を省略')
  })

  test('leave names alone, also such as are words of the layout in another place', () => {
    const denied = failed().trace('c', { status: 'denied', by: 'done' }).fail('c', 'no').card()
    expect(renderPlain(denied, { width: 80, words: japanese })).toContain('doneが拒否')
    const hostile = failed().trace('c', { status: 'denied', by: 'constructor' }).fail('c', 'no').card()
    expect(renderPlain(hostile, { width: 80, words: japanese })).toContain('constructorが拒否')
  })

  test('may be others of which only some differ', () => {
    const words: CardWords = {
      ...english,
      header: { ...english.header, states: { ...english.header.states, failed: 'did not work' } },
    }
    expect(renderPlain(failed().done('c').card(), { width: 80, words })).toContain('✗ did not work')
  })
})
