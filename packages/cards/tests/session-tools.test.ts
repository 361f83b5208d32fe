import type { JsonValue, SessionEvent } from '@millrace/protocol'
import {
  initialSession,
  reduceSession,
  renderSession,
  sessionHtml,
  sessionMarkdown,
  type Presenters,
  type SessionView,
} from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { guardedTools } from '../../toolbox/tests/support/calls.ts'
import { openShell } from '../../toolbox/tests/support/in-shell.ts'
import { makeWorkspace } from '../../toolbox/tests/support/workspace.ts'
import { headerOf, SpokenSession } from './spoken-session.ts'

const calls: readonly (readonly [string, JsonValue])[] = [
  ['write', { path: 'src/sum.ts', content: 'let sum = 0\nfor (let i = 0; i < n; i++) sum += i\n' }],
  ['read', { path: 'src/sum.ts' }],
  ['edit', { path: 'src/sum.ts', edits: [{ oldText: 'let i = 0', newText: 'let i = 1' }] }],
  ['edit', { path: 'src/sum.ts', edits: [{ oldText: 'nowhere', newText: 'x' }] }],
  ['grep', { pattern: 'sum', path: 'src' }],
  ['glob', { pattern: '**/*.ts' }],
  ['read', { path: 'missing.ts' }],
  ['bash', { command: String.raw`printf '\033[31mred\033[0m\nplain\n'; exit 3` }],
  ['bash', { command: 'echo ok' }],
]

/** The real tools over a scratch folder, and the log of calls that were really made there. */
async function madeCalls(): Promise<{
  events: readonly SessionEvent[]
  presenters: Presenters
  folder: string
}> {
  const shell = await openShell()
  const workspace = await makeWorkspace()
  try {
    const files = guardedTools(workspace.files)
    const runtimeOf = (name: string): typeof files => (files.get(name) === undefined ? shell.runtime : files)
    const session = new SpokenSession().start('fix the sum').request().answer('I look.')
    for (const [index, [name, args]] of calls.entries()) {
      const callId = `c${index}`
      session.call(callId, name, args).later(40)
      const signal = new AbortController().signal
      const { content, isError, error, meta } = await runtimeOf(name).execute({
        callId,
        name,
        arguments: args,
        signal,
      })
      const info = error?.info
      session.log('tool/result', {
        turn: 1,
        step: 1,
        callId,
        callSeq: 0,
        content: [...content],
        isError,
        ...(info !== undefined && { error: { name: info.name, code: info.code ?? '' } }),
        ...(meta !== undefined && { meta }),
      })
    }
    session.answer('Fixed.').end()
    return {
      events: session.events,
      presenters: (name) => runtimeOf(name).get(name),
      folder: workspace.folder,
    }
  } finally {
    await workspace.remove()
    await shell.close()
  }
}

function bytes(events: readonly SessionEvent[], presenters: Presenters): string {
  const view = events.reduce<SessionView>(
    (state, event) => reduceSession(state, event, presenters),
    initialSession,
  )
  return [
    JSON.stringify(view),
    renderSession(view, { width: 80, colour: true }),
    sessionMarkdown(headerOf(), view, { expand: true }),
    sessionHtml(headerOf(), view),
  ].join('\n')
}

describe('a log of real calls', () => {
  test('gives the same bytes twice, also when the files are gone and the tools are others', async () => {
    const { events, presenters } = await madeCalls()
    const log = events.map((event) => JSON.stringify(event))
    const first = bytes(events, presenters)
    const other = await madeCalls()
    expect(
      bytes(
        log.map((line) => JSON.parse(line) as SessionEvent),
        other.presenters,
      ),
    ).toBe(first)
    expect(events.map((event) => JSON.stringify(event))).toEqual(log)
  })

  test('is shown by the views of its tools', async () => {
    const { events, presenters } = await madeCalls()
    const { cards } = events.reduce((view, event) => reduceSession(view, event, presenters), initialSession)
    expect(cards.map(({ status, result }) => [status, result?.card])).toEqual([
      ['done', 'diff'],
      ['done', 'read'],
      ['done', 'diff'],
      ['failed', 'generic'],
      ['done', 'search'],
      ['done', 'search'],
      ['failed', 'generic'],
      ['done', 'terminal'],
      ['done', 'terminal'],
    ])
  })
})
