import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import type { Card } from '@millrace/cards'
import { Session } from './session.ts'

/** Every kind of view, with one text in each of its places. */
export function callViews(text: string): ToolCallView[] {
  return [
    {
      card: 'generic',
      title: text,
      kind: 'other',
      rawInput: { [text]: text },
      content: [{ type: 'text', text }],
      locations: [{ path: text, line: 1 }],
    },
    { card: 'generic', title: text, rawInput: text },
    { card: 'terminal', title: text, description: text, cwd: text },
    {
      card: 'diff',
      title: text,
      diffs: [
        { path: `${text}.ts`, oldText: `a\n${text}`, newText: `${text}\nb`, line: 9 },
        { path: `${text}.ts`, oldText: text, newText: `${text} ${text}` },
      ],
    },
  ]
}

/** Every kind of completed view, with one text in each of its places. */
export function resultViews(text: string): ToolResultView[] {
  return [
    { card: 'generic', title: text, content: [{ type: 'text', text }, { type: text } as never] },
    {
      card: 'terminal',
      title: text,
      output: `${text}\n${text}`,
      exitCode: 1,
      signal: text,
      timedOut: true,
      job: text,
      omitted: { bytes: 5_000, lines: 7, at: text.length + 1, path: text },
    },
    { card: 'diff', title: text, diffs: [{ path: text, oldText: null, newText: text }] },
    {
      card: 'search',
      shape: 'matches',
      title: text,
      files: [
        {
          path: text,
          matches: [
            { lineNumber: 7, line: text },
            { lineNumber: 8, line: text, context: true },
          ],
        },
      ],
      truncated: true,
      total: 9,
    },
    { card: 'search', shape: 'paths', title: text, paths: [text, text], truncated: false, total: 2 },
    {
      card: 'read',
      title: text,
      path: text,
      offset: 1,
      lines: [{ number: 1, text }],
      totalLines: 1,
      lang: 'ts',
      content: text,
    },
    {
      card: 'web',
      kind: 'search',
      title: text,
      sources: [{ url: text, title: text, snippet: text, publishedAt: text }, { url: `https://${text}` }],
      answer: text,
      truncated: true,
    },
    {
      card: 'web',
      kind: 'fetch',
      title: text,
      url: `http://host/${text}`,
      statusCode: 200,
      truncated: true,
      redirects: [text, `http://host/?${text}`],
      bytes: 9,
    },
  ]
}

/** Cards of every view in every state, all of whose texts are the given one. */
export function everyCard(text: string): Card[] {
  const cards: Card[] = []
  for (const call of callViews(text)) {
    const session = (): Session =>
      new Session(() => ({ presentCall: () => call })).call('c', text, { a: text })
    cards.push(session().card(), session().log('tool/progress', { callId: 'c', text, done: 1 }).card())
    cards.push(session().ask('c', text, text).card())
    cards.push(
      session()
        .ask('c', text)
        .answer('c', { outcome: 'rejected', by: text, message: text })
        .fail('c', text)
        .card(),
    )
    cards.push(session().trace('c', { status: 'denied', by: text, rule: text }).fail('c', text).card())
    cards.push(session().fail('c', text, text).card(), session().fail('c', text, 'ABORTED').card())
  }
  for (const result of resultViews(text)) {
    const session = new Session(() => ({ presentResult: () => result })).call('c', text, { a: text })
    session.dispatch('c', 'c:1', text, { [text]: text }).ask('c:1', text, text)
    cards.push(session.done('c', text).card())
    cards.push(new Session(() => ({ presentResult: () => result })).call('c', text).fail('c', text).card())
  }
  return [...cards, new Session().call('c', text, text).done('c', text).card()]
}
