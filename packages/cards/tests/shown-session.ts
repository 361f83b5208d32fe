import type { JsonValue, SessionEvent, ToolCallView, ToolResultView } from '@millrace/protocol'
import type { Card } from '@millrace/cards'
import { Session } from './session.ts'

/** One call of the session that shows every kind of card. */
interface Shown {
  /** What the card is an example of. */
  readonly title: string
  readonly tool: string
  readonly args: JsonValue
  readonly call: ToolCallView
  readonly result?: ToolResultView
  /** What happens between the call and its end. */
  readonly meanwhile?: (session: Session, callId: string) => Session
  /** How it ends; with its result by default. */
  readonly end?: (session: Session, callId: string) => Session
  readonly ms?: number
}

const path = 'src/retry.ts'
const diff = {
  path,
  oldText: 'const max = 3\nawait sleep(100)\nreturn call()\n',
  newText: 'const max = 3\nawait sleep(100 * 2 ** n)\nif (n > max) throw last\nreturn call()\n',
  line: 11,
}
const command = 'npm test'
const failures = [
  '',
  '> retry@1.0.0 test',
  '> vitest run',
  '',
  ...Array.from({ length: 36 }, (_, index) => ` \u001b[32m✓\u001b[39m src/case-${index + 1}.test.ts`),
  ' \u001b[31m✗\u001b[39m src/retry.test.ts',
  '   expected 3 calls, received 4',
  '',
  ' Tests  1 failed | 36 passed (37)',
]

const allowed = (session: Session, callId: string): Session =>
  session.ask(callId, 'bash').answer(callId, { outcome: 'allowed-once', by: 'user' })

const calls: readonly Shown[] = [
  {
    title: 'A command that ended well',
    tool: 'bash',
    args: { command: 'git status --short' },
    call: { card: 'terminal', title: 'git status --short' },
    result: { card: 'terminal', output: ' M src/retry.ts\n?? src/retry.test.ts\n', exitCode: 0 },
    meanwhile: allowed,
  },
  {
    title: 'One that failed',
    tool: 'bash',
    args: { command },
    call: { card: 'terminal', title: command },
    result: { card: 'terminal', output: failures.join('\n'), exitCode: 1 },
    meanwhile: allowed,
    ms: 2_140,
  },
  {
    title: 'One that the time limit ended, and that printed more than is kept',
    tool: 'bash',
    args: { command: 'npm run build' },
    call: { card: 'terminal', title: 'npm run build' },
    result: {
      card: 'terminal',
      output: 'vite building for production\ntransforming...\nrendering chunk 8112\nrendering chunk 8113\n',
      signal: 'SIGKILL',
      timedOut: true,
      omitted: { bytes: 170_352, lines: 8_111, at: 45, path: '/home/ada/.cache/millrace/spill/build.log' },
    },
    meanwhile: allowed,
    ms: 120_300,
  },
  {
    title: 'One that runs, with what it printed so far',
    tool: 'bash',
    args: { command: 'npm install' },
    call: { card: 'terminal', title: 'npm install', description: 'Install what the tests need' },
    meanwhile: (session, callId) =>
      allowed(session, callId).log('tool/progress', {
        callId,
        text: 'fetching vite 12 %\rfetching vite 80 %\nadded 211 packages, 3 left\n',
      }),
    end: (session) => session.later(4_200),
  },
  {
    title: 'A change that waits for an answer',
    tool: 'edit',
    args: { path },
    call: { card: 'diff', title: path, diffs: [diff] },
    meanwhile: (session, callId) => session.ask(callId, 'edit', 'no rule allows edits here'),
    end: (session) => session,
  },
  {
    title: 'One that was made',
    tool: 'edit',
    args: { path },
    call: { card: 'diff', title: path, diffs: [diff] },
    result: {
      card: 'diff',
      diffs: [diff, { path, oldText: '}\n', newText: '}\n\nexport const max = 5\n', line: 40 }],
    },
    meanwhile: (session, callId) =>
      session.ask(callId, 'edit').answer(callId, { outcome: 'allowed-once', by: 'user' }),
  },
  {
    title: 'A search in files',
    tool: 'grep',
    args: { pattern: 'TODO', path: 'src' },
    call: { card: 'generic', kind: 'search', title: 'TODO in src' },
    result: {
      card: 'search',
      shape: 'matches',
      files: [
        {
          path: 'src/loop.ts',
          matches: [12, 30, 41, 44, 52].map((lineNumber) => ({
            lineNumber,
            line: `// TODO: case ${lineNumber}`,
          })),
        },
        { path: 'src/retry.ts', matches: [{ lineNumber: 7, line: 'const max = 3 // TODO: ask for it' }] },
      ],
      truncated: true,
      total: 37,
    },
    ms: 80,
  },
  {
    title: 'A search for files',
    tool: 'glob',
    args: { pattern: 'src/*.ts' },
    call: { card: 'generic', kind: 'search', title: 'src/*.ts' },
    result: {
      card: 'search',
      shape: 'paths',
      paths: ['src/index.ts', 'src/loop.ts', 'src/retry.ts'],
      truncated: false,
      total: 3,
    },
    ms: 10,
  },
  {
    title: 'A file that was read',
    tool: 'read',
    args: { path, offset: 10, limit: 4 },
    call: { card: 'generic', kind: 'read', title: path, locations: [{ path }] },
    result: {
      card: 'read',
      path,
      offset: 10,
      lines: [
        'export async function retry(call) {',
        '  const max = 3',
        '  await sleep(100)',
        '  return call()',
      ].map((text, index) => ({ number: 10 + index, text })),
      totalLines: 41,
      lang: 'typescript',
    },
  },
  {
    title: 'A page from the web',
    tool: 'web_fetch',
    args: { url: 'http://example.com/' },
    call: { card: 'generic', kind: 'fetch', title: 'http://example.com/' },
    result: {
      card: 'web',
      kind: 'fetch',
      url: 'https://www.example.com/',
      statusCode: 200,
      truncated: false,
      redirects: ['http://example.com/'],
      bytes: 41_810,
    },
    ms: 310,
  },
  {
    title: 'A search in the web',
    tool: 'web_search',
    args: { query: 'exponential backoff' },
    call: { card: 'generic', kind: 'search', title: 'exponential backoff' },
    result: {
      card: 'web',
      kind: 'search',
      sources: [
        { url: 'https://example.com/backoff', title: 'Exponential backoff and jitter' },
        { url: 'https://example.org/retry', title: 'Retries without storms', publishedAt: '2026-02-11' },
      ],
      truncated: false,
    },
    ms: 640,
  },
  {
    title: 'A tool that has no view of its own',
    tool: 'deploy',
    args: { to: 'staging', dry: true },
    call: { card: 'generic', title: 'to=staging dry=true' },
    end: (session, callId) => session.done(callId, 'staging would get 3 new files'),
  },
  {
    title: 'A call that a rule denied',
    tool: 'bash',
    args: { command: 'git push origin main' },
    call: { card: 'terminal', title: 'git push origin main' },
    end: (session, callId) =>
      session
        .trace(callId, { status: 'denied', by: 'permissions', rule: 'Bash(git push *)' })
        .fail(callId, 'releases are made from the build server'),
  },
  {
    title: 'A call that was cancelled',
    tool: 'grep',
    args: { pattern: 'TODO' },
    call: { card: 'generic', kind: 'search', title: 'TODO' },
    end: (session, callId) => session.fail(callId, 'the call was cancelled', 'ABORTED'),
    ms: 1_720,
  },
]

/** A card that is shown, with what it is an example of, and the time at which it is. */
export interface ShownCard {
  readonly title: string
  readonly card: Card
  readonly now: number
}

/** Every kind of card, folded from the events of one session; a log of it gives the same ones. */
export function shownCards(): {
  readonly cards: readonly ShownCard[]
  readonly events: readonly SessionEvent[]
} {
  const byTool = new Map<string, Shown>()
  const session = new Session(() => ({
    presentCall: (args) => byTool.get(JSON.stringify(args))?.call,
    presentResult: (args, { isError }) => (isError ? undefined : byTool.get(JSON.stringify(args))?.result),
  }))
  const cards = calls.map((shown, index) => {
    const callId = `c${index + 1}`
    byTool.set(JSON.stringify(shown.args), shown)
    session.call(callId, shown.tool, shown.args)
    shown.meanwhile?.(session, callId)
    session.later(shown.ms ?? 30)
    if (shown.end !== undefined) shown.end(session, callId)
    else session.trace(callId, { status: 'done' }).done(callId)
    return { title: shown.title, card: session.card(index), now: session.time }
  })
  return { cards, events: session.events }
}
