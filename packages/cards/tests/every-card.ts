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
    { card: 'generic', kind: 'execute', title: text, rawInput: `${text}\n${text}` },
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
    { card: 'code', title: text, result: `${text}\n${text}`, language: text, notes: [text] },
  ]
}

/** A tool whose calls have a view: what `run_code` runs is shown as a program. */
export function toolOf(view: ToolCallView, text: string): string {
  return view.card === 'generic' && view.kind === 'execute' ? 'run_code' : text
}

/** A view of any kind, the same for the same tool; a program for `run_code`. */
export function someCallView(tool: string, text: string): ToolCallView {
  const views = callViews(text)
  const isProgram = (view: ToolCallView): boolean => toolOf(view, '') === 'run_code'
  return (tool === 'run_code' ? views.find(isProgram) : views[tool.length % views.length])!
}

type Make = () => Card

/** What makes the card of each pending view, in each state that it can be in. */
function callCards(text: string, call: ToolCallView): Make[] {
  const session = (): Session =>
    new Session(() => ({ presentCall: () => call })).call('c', toolOf(call, text), { a: text })
  const no = { outcome: 'rejected', by: text, message: text } as const
  return [
    () => session().ask('c', text, text).card(),
    () => session().card(),
    () => session().log('tool/progress', { callId: 'c', text, done: 1 }).card(),
    () => session().ask('c', text).answer('c', no).fail('c', text).card(),
    () => session().trace('c', { status: 'denied', by: text, rule: text }).fail('c', text).card(),
    () => session().fail('c', text, text).card(),
    () =>
      session().console('c', text).fail('c', `code run failed (${text}): ${text}`, 'CODE_RUN_FAILED').card(),
    () => session().fail('c', text, 'ABORTED').card(),
  ]
}

/** What makes the card of each completed view, of a program with a call that waits, and of a failure. */
function resultCards(text: string, result: ToolResultView): Make[] {
  const session = (): Session =>
    new Session(() => ({ presentResult: () => result })).call('c', text, { a: text })
  return [
    () =>
      session()
        .dispatch('c', 'c:1', text, { [text]: text })
        .ask('c:1', text, text)
        .console('c', text)
        .done('c', text)
        .card(),
    () => session().fail('c', text).card(),
  ]
}

function makers(text: string): Make[][] {
  return [
    ...callViews(text).map((view) => callCards(text, view)),
    ...resultViews(text).map((view) => resultCards(text, view)),
    [() => new Session().call('c', text, text).done('c', text).card()],
  ]
}

/** Cards of every view in every state, all of whose texts are the given one. */
export function everyCard(text: string): Card[] {
  return makers(text).flatMap((each) => each.map((make) => make()))
}

/** One card of every view: a pending one as a person is asked about it, a completed one when it is done. */
export function cardOfEachView(text: string): Card[] {
  return makers(text).map(([make]) => make!())
}

/** One of all cards; a higher number gives the next one, over and over. */
export function oneCard(text: string, which: number): Card {
  const all = makers(text).flat()
  return all[which % all.length]!()
}
