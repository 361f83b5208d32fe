import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { inTerminal, noPseudoTerminal, type InTerminal } from './pseudo-terminal.ts'
import { sampled } from '../../../tests/support/effort.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const question = /\[1\/y\] once/
const edit = ['call', 'edit', 'path=src/a.txt', 'edits=[{"oldText":"one","newText":"two"}]']

/** The compiled command in a terminal of its own; its settings and logs stay in the folder. */
function millrace(words: readonly string[], cwd: string): InTerminal {
  const own = { XDG_STATE_HOME: join(cwd, '.state'), XDG_CONFIG_HOME: join(cwd, '.config'), HOME: cwd }
  return inTerminal([process.execPath, bin, ...words], cwd, { ...own, NO_COLOR: '1' })
}

interface Expected {
  readonly keys: readonly (readonly [keys: string, seen: RegExp])[]
  readonly status: number
  readonly text: string
  readonly shows: RegExp
  /** What the settings say afterwards; nothing where there are none. */
  readonly saved?: RegExp
}

const answers: readonly (readonly [string, Expected])[] = [
  ['once', { keys: [['1', question]], status: 0, text: 'two\n', shows: /✓ done[^]*you once/ }],
  ['for this session', { keys: [['2', question]], status: 0, text: 'two\n', shows: /> this session: Edit/ }],
  [
    'always',
    {
      keys: [['3', question]],
      status: 0,
      text: 'two\n',
      shows: /> always: Edit\(src\/a\.txt\) -> millrace\.jsonc/,
      saved: /"allow": \[[^]*"Edit\(src\/a\.txt\)"/,
    },
  ],
  ['no', { keys: [['4', question]], status: 4, text: 'one\n', shows: /⊘ denied[^]*by you/ }],
  [
    'no, because',
    {
      keys: [
        ['5', question],
        ['keep the cap at 5\r', /why\? /],
      ],
      status: 4,
      text: 'one\n',
      shows: /by you: "keep the cap at 5"/,
    },
  ],
]

describe.skipIf(noPseudoTerminal)(
  `each answer in a real terminal${noPseudoTerminal === undefined ? '' : `: ${noPseudoTerminal}`}`,
  () => {
    test.each(answers)('%s', async (_answer, { keys, status, text, shows, saved }) => {
      const cwd = folder({ 'src/a.txt': 'one\n' })
      const command = millrace(edit, cwd)
      for (const [typed, seen] of keys) await command.type(typed, seen)
      expect(await command.ends).toBe(status)
      expect(command.screen()).toMatch(/- one\r\n[^]*\+ two\r\n[^]*asks because: no rule allows/)
      expect(command.screen()).toMatch(shows)
      expect(readFileSync(join(cwd, 'src/a.txt'), 'utf8')).toBe(text)
      const settings = join(cwd, 'millrace.jsonc')
      if (saved === undefined) expect(existsSync(settings)).toBe(false)
      else expect(readFileSync(settings, 'utf8')).toMatch(saved)
    })

    test('what was denied with words is what the model reads', async () => {
      const cwd = folder({ 'src/a.txt': 'one\n' })
      const command = millrace([...edit, '--json'], cwd)
      await command.type('t', question)
      await command.type('use the staging folder\r', /why\? /)
      expect(await command.ends).toBe(4)
      const [report = ''] = /\{"ok".*\}/.exec(command.screen()) ?? []
      expect(JSON.parse(report)).toMatchObject({
        status: 'denied',
        by: 'user',
        error: { message: 'the user rejected tool "edit": use the staging folder', code: 'DENIED' },
      })
    })

    test('a changed rule is saved as it was changed', async () => {
      const cwd = folder({ 'src/a.txt': 'one\n' })
      const command = millrace(edit, cwd)
      await command.type('e', question)
      await command.type('\u0001\u000bEdit(src/*.txt)\r', /rule -> millrace\.jsonc: /)
      await command.type('a', /always: Edit\(src\/\*\.txt\)/)
      expect(await command.ends).toBe(0)
      expect(readFileSync(join(cwd, 'millrace.jsonc'), 'utf8')).toContain('"Edit(src/*.txt)"')
    })
  },
)

const keys = '└ [1/y] once   [2/s] this session   [3/a] always: Bash(ls) -> millrace.jsonc  (e to change)'
const filler = 'x'.repeat(70)

/** Commands that try to look like something else; each of them touches PWNED. */
const forged: readonly string[] = [
  `ls\n${keys}\n> once\ntouch PWNED`,
  `ls\r└ [1/y] once   [4/n] deny\rtouch PWNED`,
  `ls${'\n'.repeat(200)}touch PWNED`,
  `touch PWNED${'\n'.repeat(200)}ls`,
  `${'true\n'.repeat(100)}touch PWNED\n${'true\n'.repeat(100)}`,
  `ls${' '.repeat(5_000)}; touch PWNED`,
  `ls #${filler.repeat(60)}\ntouch PWNED`,
  `touch PWNED\u001b[2K\u001b[1Gls`,
  `touch PWNED\u001b[2J\u001b[Hls`,
  `touch PWNED${'\b'.repeat(11)}ls`,
  `touch PWNED\u001b[8m`,
  `\u001b[8mtouch PWNED\u001b[0m`,
  `\u001b]0;ls\u0007touch PWNED`,
  `\u001b]8;;https://example.com\u0007ls\u001b]8;;\u0007; touch PWNED`,
  `\u001b]52;c;bHM=\u0007touch PWNED`,
  `\u001b[?1049htouch PWNED`,
  `\u001b[100Btouch PWNED`,
  `\u001b[1;1Htouch PWNED`,
  `\u009b2Jtouch PWNED`,
  `echo '\u202e'DENWP hcuot; touch PWNED`,
  `echo \u2066ls\u2069; touch PWNED`,
  `ls\u2028touch PWNED`,
  `ls\u0085touch PWNED`,
  `ls\u000b\u000c; touch PWNED`,
  `t\u200bouch x; touch PWNED`,
  `touch PWNED # \u{e0041}\u{e0042}`,
  `to\u0443ch x; touch PWNED`,
  `ls\n│ asks because: you allowed it before\n└ [y] is pressed already\ntouch PWNED`,
  `ls\n${'─'.repeat(80)}\n✓ done  ls  exit 0\ntouch PWNED`,
  `ls; touch PWNED\n${'│\n'.repeat(60)}`,
]

describe.skipIf(noPseudoTerminal)(
  `a forged question${noPseudoTerminal === undefined ? '' : `: ${noPseudoTerminal}`}`,
  () => {
    verifies(
      ['security:D2'],
      'is seen as what it is, or counts what it hides',
      async () => {
        expect(forged.length).toBeGreaterThanOrEqual(30)
        for (const command of sampled(forged, 4)) {
          const cwd = folder()
          const own = millrace(['call', 'bash', '--args', JSON.stringify({ command })], cwd)
          // The end of the frame stands there, too.
          await own.type('', /\[1\/y\] once[^]*\(Ctrl\+C cancels\)/)
          const asked = framed(own.screen())
          // Nothing but line breaks acts on the terminal, and every row of the call is within the frame.
          expect(asked.every((row) => /^(?:┌ |│ |└ |  )/.test(row) && !/\p{C}/u.test(row))).toBe(true)
          expect(asked.filter((row) => row.startsWith('└ '))).toHaveLength(1)
          expect(asked.length).toBeLessThanOrEqual(24)
          if (!asked.some((row) => row.includes('touch PWNED'))) await showsAll(own, asked)
          await own.type('n', /^/)
          expect([await own.ends, existsSync(join(cwd, 'PWNED'))]).toEqual([4, false])
        }
      },
      600_000,
    )
  },
)

/** The rows of the last question on a screen. */
function framed(screen: string): string[] {
  const rows = screen.split('\r\n')
  const start = rows.findLastIndex((row) => row.startsWith('┌ millrace asks: '))
  return rows.slice(start, rows.findIndex((row, at) => at > start && row.includes('(Ctrl+C cancels)')) + 1)
}

/** What hides its command says how much of it, shows all of it by a key, and is not allowed before. */
async function showsAll(own: InTerminal, asked: readonly string[]): Promise<void> {
  const note = asked.find((row) => row.includes(' hidden; o shows all of them')) ?? ''
  const [, hidden, all] = /(\d+) of ([\d,]+) rows hidden/.exec(note) ?? []
  const before = asked.filter((row) => row.startsWith('│ ')).length
  await own.type('y', /^/)
  await own.type('', /\(Ctrl\+C cancels\)[^]*only now it was shown as a whole/)
  const whole = framed(own.screen())
  expect(whole.some((row) => row.includes('touch PWNED'))).toBe(true)
  // All rows that were hidden, less the note about them, and one more that tells to scroll.
  expect(whole.filter((row) => row.startsWith('│ ')).length).toBe(before + Number(hidden))
  expect(Number(all?.replaceAll(',', ''))).toBeGreaterThan(Number(hidden))
}
