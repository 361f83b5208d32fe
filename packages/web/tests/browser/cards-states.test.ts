import {
  drawCard,
  initialSession,
  reduceSession,
  renderPlain,
  type Block,
  type Card,
  type RenderOptions,
  type SessionView,
} from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { noBrowser } from '../support/no-browser.ts'
import { cardsPage, presentersOf, type CardsPage, type Views, type Writer } from './cards-page.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

/** A call of each kind, and a result of each. */
const views: Readonly<Record<string, Views>> = {
  bash: {
    call: { card: 'terminal', title: 'npm test', description: 'Run the tests', cwd: '/work/demo/lib' },
    result: { card: 'terminal', output: `\u001b[31mred\u001b[0m\n${lines(40)}`, exitCode: 0 },
  },
  broken: {
    call: { card: 'terminal', title: 'npm run build' },
    result: { card: 'terminal', output: lines(50), exitCode: 2 },
  },
  edit: {
    call: {
      card: 'diff',
      title: 'src/a.ts',
      diffs: [{ path: '/work/demo/src/a.ts', oldText: 'a\nb\nc', newText: 'a\nB\nc\nd', line: 7 }],
    },
    result: {
      card: 'diff',
      diffs: [{ path: '/work/demo/src/a.ts', oldText: lines(30), newText: `${lines(29)}\nlast`, line: 7 }],
    },
  },
  run_code: {
    call: { card: 'generic', kind: 'execute', title: 'a program', rawInput: lines(20) },
    result: { card: 'code', result: '{\n  "files": 9\n}', language: 'json', notes: ['it was quick'] },
  },
  deploy: {
    call: { card: 'generic', title: 'staging', kind: 'other' },
    result: { card: 'generic', content: [{ type: 'text', text: 'three files' }] },
  },
  grep: {
    call: { card: 'generic', title: 'TODO', kind: 'search' },
    result: {
      card: 'search',
      shape: 'matches',
      total: 9,
      truncated: true,
      files: [1, 2, 3, 4, 5, 6, 7].map((file) => ({
        path: `src/${file}.ts`,
        matches: [{ lineNumber: 3, line: `// TODO ${file}` }],
      })),
    },
  },
  glob: {
    call: { card: 'generic', title: 'src/*', kind: 'search' },
    result: {
      card: 'search',
      shape: 'paths',
      total: 30,
      truncated: false,
      paths: Array.from({ length: 30 }, (_, at) => `src/file-${at}.ts`),
    },
  },
  read: {
    call: { card: 'generic', title: 'src/a.ts', kind: 'read' },
    result: {
      card: 'read',
      path: '/work/demo/src/a.ts',
      offset: 1,
      totalLines: 30,
      lines: Array.from({ length: 30 }, (_, at) => ({ number: at + 1, text: `const a${at} = '${at}'` })),
      lang: 'ts',
    },
  },
  web_search: {
    call: { card: 'generic', title: 'backoff', kind: 'fetch' },
    result: {
      card: 'web',
      kind: 'search',
      truncated: false,
      sources: [{ url: 'https://example.com/a', title: 'One' }, { url: 'javascript:alert(1)' }],
    },
  },
  web_fetch: {
    call: { card: 'generic', title: 'https://example.com', kind: 'fetch' },
    result: {
      card: 'web',
      kind: 'fetch',
      url: 'https://example.com/',
      statusCode: 404,
      truncated: true,
      bytes: 812,
    },
  },
}

/** What brings a call into each of its states; a call is queued for as long as its question of order is open. */
const states: Readonly<Record<string, (writer: Writer, callId: string) => unknown>> = {
  running: (writer, id) =>
    writer.session.append('tool/progress', { callId: id, text: 'half of it', done: 1, total: 2 }),
  waiting: (writer, id) => writer.ask(id),
  done: (writer, id) => writer.done(id),
  failed: (writer, id) => writer.fail(id, 'it broke'),
  denied: (writer, id) => writer.ask(id).answered(id, 'rejected', 'not today').fail(id, 'denied', 'DENIED'),
  cancelled: (writer, id) => writer.fail(id, 'tool call aborted', 'ABORTED'),
  queued: () => {},
}

/** The cards of a session as the layout has them. */
function cardsOf({ writer }: CardsPage): readonly Card[] {
  const presenters = presentersOf(views)
  const fold = (view: SessionView, event: Parameters<typeof reduceSession>[1]): SessionView =>
    reduceSession(view, event, presenters)
  return writer.events.reduce(fold, initialSession).cards
}

const folded: RenderOptions = { width: 100, outputLines: 8, cwd: '/work/demo' }

/** Every text that a block shows. */
function textsIn(block: Block): string[] {
  switch (block.kind) {
    case 'note':
      return [block.text, block.subject ?? '']
    case 'prose':
      return [...block.lines]
    case 'link':
      return [block.address]
    case 'code':
      return [...block.lines.map(({ pieces }) => pieces.map(({ text }) => text).join('')), block.header ?? '']
    case 'item':
      return [block.name, block.fact ?? '', ...block.body.flatMap(textsIn)]
    case 'labelled':
      return [block.label, ...block.body.flatMap(textsIn)]
  }
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

describe.skipIf(noBrowser !== undefined)('a card of every kind', () => {
  for (const [state, bring] of Object.entries(states)) {
    test(`says all that the layout says of it when it is ${state}`, async () => {
      const opened = await cardsPage(
        views,
        (writer) => {
          for (const name of Object.keys(views)) bring(writer.call(name), name)
        },
        { context: { viewport: { width: 1280, height: 8_000 } } },
      )
      await opened.card('web_fetch').waitFor()
      for (const card of cardsOf(opened)) {
        const drawing = drawCard(card, { ...folded, expand: card.status === 'waiting' })
        const shown = words((await opened.card(card.callId).textContent()) ?? '')
        const expected = [
          drawing.state.text,
          drawing.verb,
          ...[drawing.object, ...drawing.facts].map((row) => row.map(({ text }) => text).join('')),
          ...[...drawing.body, ...drawing.after].flatMap(textsIn),
        ]
        for (const text of expected) expect(shown).toContain(words(text))
        expect(await opened.card(card.callId).getAttribute('aria-label')).toContain(drawing.state.text)
      }
    })
  }

  test('hides as much as it does in a terminal, and says so on buttons', async () => {
    const opened = await cardsPage(
      views,
      (writer) => {
        for (const name of Object.keys(views)) writer.call(name).done(name)
      },
      { context: { viewport: { width: 1280, height: 8_000 } } },
    )
    await opened.card('web_fetch').waitFor()
    for (const card of cardsOf(opened)) {
      const told = await opened.card(card.callId).locator('.fold').allTextContents()
      const expected = renderPlain(card, folded).match(/(?<=… ).* hidden/g) ?? []
      expect(told.map((text) => text.replace('… ', ''))).toEqual(expected)
    }
  })

  test('links to http and https alone, in a tab that knows nothing of the page', async () => {
    const opened = await cardsPage(views, (writer) => {
      for (const name of ['web_search', 'web_fetch']) writer.call(name).done(name)
    })
    const links = opened.page.locator('.rows a')
    await links.first().waitFor()
    const attributes = await links.evaluateAll((all) =>
      all.map((each) => [each.getAttribute('href'), each.getAttribute('rel'), each.getAttribute('target')]),
    )
    expect(attributes).toEqual([
      ['https://example.com/a', 'noopener noreferrer', '_blank'],
      ['https://example.com/', 'noopener noreferrer', '_blank'],
    ])
  })
})
