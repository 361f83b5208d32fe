import type { ToolResultView, ToolTrace, ToolTraceStage } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../tests/session.ts'
import { withoutColours } from '../tests/payloads.ts'
import { renderAnsi, renderPlain } from './paint.ts'
import type { Card } from './state.ts'

const header = (card: Card, width = 80, ascii = false): string =>
  renderPlain(card, { width, ascii, now: card.startedAt + 3_400 }).split('\n')[0] ?? ''

const states: readonly (readonly [string, string, Card])[] = [
  ['◌ queued', '. queued', new Session().call('c', 'read').card()],
  ['▸ running', '> running', new Session().call('c', 'read').log('tool/progress', { callId: 'c' }).card()],
  ['? waiting for you', '? waiting for you', new Session().call('c', 'read').ask('c', 'read').card()],
  ['✓ done', '+ done', new Session().call('c', 'read').done('c').card()],
  ['✗ failed', 'x failed', new Session().call('c', 'read').fail('c', 'no').card()],
  [
    '⊘ denied',
    '! denied',
    new Session().call('c', 'read').trace('c', { status: 'denied' }).fail('c', 'no').card(),
  ],
  ['⊝ cancelled', '- cancelled', new Session().call('c', 'read').fail('c', 'no', 'ABORTED').card()],
]

describe('a state is a glyph, a word and a colour', () => {
  test.each(states)('%s', (look, ascii, card) => {
    expect(header(card).startsWith(`${look}  `)).toBe(true)
    expect(header(card, 80, true).startsWith(`${ascii}  `)).toBe(true)
    const drawn = renderAnsi(card, { width: 80 })
    expect(drawn).toMatch(new RegExp(`^\\u001b\\[[\\d;]+m${look.replace('?', '\\?')}\\u001b`, 'u'))
    expect(withoutColours(drawn)).toBe(renderPlain(card, { width: 80 }))
  })

  test('no two states share a colour, but queued is the only quiet one', () => {
    const colours = states.map(([, , card]) => renderAnsi(card, { width: 80 }).split('m')[0])
    expect(new Set(colours).size).toBe(7)
  })

  test('what was cancelled is struck through', () => {
    const [, , card] = states[6]!
    expect(renderAnsi({ ...card, call: { card: 'generic', title: 'src' } }, { width: 80 })).toContain(
      '\u001b[9msrc\u001b[29m',
    )
  })
})

/** A call that was answered with yes, and for which a standing permission was given. */
function allowing(
  grant: Parameters<Session['grant']>[1],
  meanwhile: (session: Session) => Session = (session) => session,
): Session {
  const asked = new Session().call('c', 'x').ask('c', 'x').grant('c', grant)
  return meanwhile(asked).answer('c', { outcome: 'allowed-once', by: 'user' })
}

const approvedBy = (source: string): ToolTraceStage => ({
  stage: 'approval',
  source,
  decision: 'allow',
  ms: 1,
})

describe('the header', () => {
  const result = (view: ToolResultView): Session =>
    new Session(() => ({
      presentCall: () => ({ card: 'generic', title: 'Grep TODO in src', kind: 'search' }),
      presentResult: () => view,
    }))
      .call('c', 'grep')
      .later(80)

  test('says what was done, on what, what came out, how long it took and who allowed it', () => {
    const files = [{ path: 'a', matches: [{ lineNumber: 1, line: 'TODO' }] }]
    const view: ToolResultView = { card: 'search', shape: 'matches', files, truncated: false, total: 1 }
    const card = result(view).trace('c', { status: 'done' }).done('c').card()
    const start = 'grep  TODO in src  1 match in 1 file'
    expect(header(card, 70)).toBe(`${`✓ done  ⌕ ${start}`.padEnd(59)}0.08s  auto`)
    expect(header(card, 70, true)).toBe(`${`+ done  / ${start}`.padEnd(59)}0.08s  auto`)
  })

  const drawn = (session: Session, width: number): string[] =>
    renderPlain(session.card(), { width }).split('\n')

  test.each([
    [78, 'mcp__everything__trigger-long-running-operation'],
    [50, /^mcp__\w+…\+\d+…[\w-]+$/],
  ])('shows the name of a tool as a whole where the first of %i columns has room', (width, shown) => {
    const name = 'mcp__everything__trigger-long-running-operation'
    const session = new Session().call('c', name, '{}').done('c')
    const [first = ''] = renderPlain(session.card(), { width }).split('\n')
    expect(first.length).toBeLessThanOrEqual(width)
    expect(first.split('  ')[1]?.replace(/^\S+ /, '')).toEqual(
      typeof shown === 'string' ? shown : expect.stringMatching(shown),
    )
  })

  test('moves the facts, then the object, to rows of their own instead of cutting the object', () => {
    const files = [{ path: 'a', matches: [{ lineNumber: 1, line: 'TODO' }] }]
    const view: ToolResultView = { card: 'search', shape: 'matches', files, truncated: false, total: 1 }
    const session = result(view).trace('c', { status: 'done' }).done('c')
    const right = '0.08s  auto'
    expect(drawn(session, 56).slice(0, 2)).toEqual([
      `${'✓ done  ⌕ grep  TODO in src'.padEnd(45)}${right}`,
      '  1 match in 1 file',
    ])
    expect(drawn(session, 36).slice(0, 2)).toEqual([
      `${'✓ done  ⌕ grep'.padEnd(25)}${right}`,
      '  TODO in src  1 match in 1 file',
    ])
    expect(drawn(session, 20).slice(0, 3)).toEqual(['✓ done  ⌕ grep', '  TODO in src', '  1 match in 1 file'])
  })

  test('breaks an object of at most two rows between its words', () => {
    const title = 'grep export class \\w+ in packages, files *.ts'
    const session = new Session(() => ({ presentCall: () => ({ card: 'generic', title }) }))
    expect(drawn(session.call('c', 'grep'), 32)).toEqual([
      '◌ queued  · grep',
      '  export class \\w+ in packages,',
      '  files *.ts',
    ])
  })

  test('cuts only a longer one, in its middle', () => {
    const session = new Session().call('c', 'read', { path: `src/${'deep/'.repeat(30)}file.ts` }).done('c')
    const [first, second, third] = drawn(session, 60)
    expect(first).toMatch(/^✓ done {2}· read +0\.00s$/)
    expect(`${second}${third?.slice(2)}`).toMatch(/^ {2}path=src\/deep.*…\+\d+….*deep\/file\.ts$/)
  })

  test.each([
    [{ outcome: 'rejected', by: 'user', message: 'keep the cap' }, 'by you: "keep the cap"'],
    [{ outcome: 'rejected', by: 'editor' }, 'by editor'],
    [{ outcome: 'unavailable', by: 'cli' }, 'nobody to ask'],
  ] as const)('says who denied a call that was asked about: %o', (answer, who) => {
    const card = new Session().call('c', 'edit').ask('c', 'edit').answer('c', answer).fail('c', 'no').card()
    expect(header(card)).toContain(who)
  })

  test('says which rule, guard or boundary denied it', () => {
    const denied = (trace: Partial<ToolTrace>): string =>
      header(
        new Session()
          .call('c', 'bash')
          .trace('c', { status: 'denied', ...trace })
          .fail('c', 'no')
          .card(),
      )
    expect(denied({ by: 'permissions', rule: 'Bash(rm *)' })).toContain('by rule Bash(rm *)')
    expect(denied({ by: 'workspace guard' })).toContain('by workspace guard')
    const stage = (name: 'guard' | 'pre-execute'): ToolTraceStage[] => [
      { stage: name, source: 'root', decision: 'deny', ms: 0 },
    ]
    expect(denied({ by: 'root', stages: stage('guard') })).toContain('by guard')
    expect(denied({ by: 'root', stages: stage('pre-execute') })).toContain('by policy')
    expect(header(new Session().call('c', 'read').fail('c', 'outside', 'FS_OUTSIDE_ROOT').card())).toContain(
      'by workspace',
    )
  })

  test.each([
    ['auto', new Session().call('c', 'x').trace('c', {})],
    ['rule', new Session().call('c', 'x').trace('c', { rule: 'X' })],
    ['you once', new Session().call('c', 'x').trace('c', { stages: [approvedBy('you')] })],
    ['editor', new Session().call('c', 'x').trace('c', { stages: [approvedBy('editor')] })],
    [
      'you once',
      new Session().call('c', 'x').ask('c', 'x').answer('c', { outcome: 'allowed-once', by: 'user' }),
    ],
    ['you session', allowing({ id: 'g', lasts: 'session' })],
    ['you always', allowing({ id: 'g', lasts: 'always' })],
    [
      'you once',
      allowing({ id: 'g', lasts: 'always' }, (session) =>
        session.log('permission/revoked', { id: 'g', rule: 'any', by: 'millrace' }),
      ),
    ],
  ])('marks what allowed it: %s', (mark, session) => {
    expect(header(session.done('c').card()).endsWith(`  ${mark}`)).toBe(true)
  })

  test('names the error of a failure, and the progress and elapsed time of a call that runs', () => {
    expect(header(new Session().call('c', 'read').fail('c', 'no', 'FS_NOT_FOUND').card())).toContain(
      'FS_NOT_FOUND',
    )
    const running = new Session()
      .call('c', 'scan')
      .log('tool/progress', { callId: 'c', done: 12, total: 40, text: 'files' })
    expect(header(running.card())).toMatch(/12 of 40 files +3\.4s$/)
    expect(renderPlain(running.card(), { width: 80 })).not.toContain('0.00s')
  })

  test('a command that ended badly looks failed, although the call is done', () => {
    const ended = (view: ToolResultView): string =>
      header(
        new Session(() => ({
          presentCall: () => ({ card: 'terminal', title: 'npm test' }),
          presentResult: () => view,
        }))
          .call('c', 'bash')
          .done('c')
          .card(),
      )
    expect(ended({ card: 'terminal', exitCode: 1 })).toMatch(/^✗ failed {2}❯ bash {2}\$ npm test {2}exit 1/)
    expect(ended({ card: 'terminal', signal: 'SIGKILL' })).toMatch(/^✗ failed .*signal SIGKILL/)
    expect(ended({ card: 'terminal', exitCode: 0 })).toMatch(/^✓ done .*exit 0/)
  })
})

describe('a failure', () => {
  const failed = (message: string): string =>
    renderPlain(new Session().call('c', 'read').fail('c', message).card(), { width: 40 })

  test('says why to its last word, and breaks between words', () => {
    const message = 'the path is outside the workspace; give a path inside it, or choose another folder'
    const [, ...rows] = failed(message).split('\n')
    expect(rows.map((row) => row.slice(2))).toEqual([
      'the path is outside the workspace;',
      'give a path inside it, or choose',
      'another folder',
    ])
  })

  test('of one line keeps its advice, however long it is', () => {
    const shown = failed(`${'because '.repeat(400)}mend it with --force`)
    expect(shown).toMatch(/^ {2}because because/m)
    expect(shown).toMatch(/…\+[\d,]+…/)
    expect(shown.split('\n').slice(-2).join(' ').replaceAll(/ +/g, ' ')).toMatch(/mend it with --force$/)
  })

  test('by an answer is said in the header, and below it only where the header has no room for all of it', () => {
    const denied = (message: string): string =>
      renderPlain(
        new Session()
          .call('c', 'edit')
          .ask('c', 'edit')
          .answer('c', { outcome: 'rejected', by: 'user', message })
          .fail('c', `the user rejected tool "edit": ${message}`)
          .card(),
        { width: 60 },
      )
    expect(denied('keep the cap').match(/keep the cap/g)).toHaveLength(1)
    const broken = `keep the cap at five ${'and add jitter '.repeat(4)}to the delay`
    expect(denied(broken).match(/to the delay/g)).toHaveLength(1)
    const cut = `keep the cap at five ${'and add jitter '.repeat(40)}to the delay`
    expect(denied(cut).split('\n').slice(-2).join(' ')).toMatch(/jitter {1,3}to the delay$/)
    expect(denied(cut)).not.toContain('the user rejected')
  })

  test('that is very long is folded, and counts what it hides', () => {
    const shown = failed(Array.from({ length: 300 }, (_, index) => `reason ${index}`).join('\n'))
    expect(shown).toContain('… 291 lines hidden')
    expect(shown.split('\n')).toHaveLength(11)
  })

  test('stands above the view of a presenter, which cannot hide it', () => {
    const session = new Session(() => ({
      presentResult: () => ({ card: 'terminal', output: 'all is well' }),
    }))
    expect(renderPlain(session.call('c', 'bash').fail('c', 'it broke').card(), { width: 60 })).toMatch(
      /^✗ failed .*\n {2}it broke\n {2}output:\n {2}all is well$/,
    )
  })
})

describe('calls of a program', () => {
  test('stand indented with their own states, and many are folded with a count of each state', () => {
    const session = new Session().call('p', 'run_code', { description: 'count' })
    for (let n = 1; n <= 20; n++)
      session.dispatch('p', `p:${n}`, 'read', { n }).dispatched('p', `p:${n}`, n === 10)
    const shown = renderPlain(session.done('p').card(), { width: 60, expandHint: '--expand' })
    expect(shown).toContain('20 calls')
    expect(shown).toContain('  ├─ ✓ done  · read  n=1')
    expect(shown).toContain('  ├─ … 4 calls (3 done, 1 failed) hidden (--expand)')
    expect(shown).toContain('  └─ ✓ done  · read  n=20')
    expect(renderPlain(session.card(), { width: 60, expand: true })).toContain('read  n=10')
  })

  test('a failed one shows why', () => {
    const session = new Session()
      .call('p', 'run_code')
      .dispatch('p', 'p:1', 'read')
      .dispatched('p', 'p:1', true)
    expect(renderPlain(session.card(), { width: 60, ascii: true })).toMatch(/`- x failed .*\n {7}no$/)
  })
})
