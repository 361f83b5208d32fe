import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { isAlive } from './is-alive.ts'
import { inTerminal, noPseudoTerminal, type InTerminal } from './pseudo-terminal.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const escape = '\u001b'
const question = /\[1\/y\] once/

/** The compiled command in a terminal of its own. */
function millrace(words: readonly string[], cwd = folder({ 'a.txt': 'one\n' })): InTerminal {
  return inTerminal([process.execPath, bin, ...words], cwd, { XDG_STATE_HOME: cwd, NO_COLOR: '1' })
}

const change = ['call', 'edit', 'path=a.txt', 'edits=[{"oldText":"one","newText":"two"}]']

describe.skipIf(noPseudoTerminal)(
  `the command in a real terminal${noPseudoTerminal === undefined ? '' : `: ${noPseudoTerminal}`}`,
  () => {
    test.each([
      ['y', 0, 'two\n', /✓ done.*you once/s],
      ['1', 0, 'two\n', /✓ done/],
      ['n', 4, 'one\n', /⊘ denied.*by you/s],
      ['4', 4, 'one\n', /⊘ denied.*by you/s],
      ['\u0003', 130, 'one\n', /⊝ cancelled/],
      ['\u0004', 4, 'one\n', /⊘ denied/],
    ])(
      'asks with the change before its eyes, and takes %j for an answer',
      async (key, status, text, shows) => {
        const cwd = folder({ 'a.txt': 'one\n' })
        const command = millrace(change, cwd)
        await command.type(key, question)
        expect(await command.ends).toBe(status)
        expect(command.screen()).toMatch(/- one\r\n.*\+ two\r\n.*asks because/)
        expect(command.screen()).toMatch(shows)
        expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(text)
      },
    )

    test('takes the words of a denial', async () => {
      const command = millrace(change)
      await command.type('5', question)
      await command.type('keep the cap\r', /why\? /)
      expect(await command.ends).toBe(4)
      expect(command.screen()).toContain('by you: "keep the cap"')
    })

    test('shows what a command prints while it runs, and then its card', async () => {
      const cwd = folder()
      const script = 'echo early; until [ -e seen ]; do sleep 0.1; done'
      const command = millrace(['call', 'bash', `command=${script}`, '--approve-all'], cwd)
      await command.type('', /▸ running[^]*early/)
      writeFileSync(join(cwd, 'seen'), '')
      expect(await command.ends).toBe(0)
      expect(command.screen()).toMatch(new RegExp(`▸ running[^]*early[^]*${escape}\\[J✓ done`))
    })

    test('keeps what is typed meanwhile off the screen', async () => {
      const cwd = folder()
      const script = 'echo ready; until [ -e typed ]; do sleep 0.1; done; sleep 2'
      const command = millrace(['call', 'bash', `command=${script}`, '--approve-all'], cwd)
      await command.type('qwerty\r\r', /ready/)
      writeFileSync(join(cwd, 'typed'), '')
      expect(await command.ends).toBe(0)
      expect(command.screen()).not.toMatch(/qwerty|\^M/)
    })

    verifies(
      ['security:C6'],
      'ends what a command started when Ctrl+C is pressed, and waits for it',
      async () => {
        const cwd = folder()
        const script = 'sleep 600 & sleep 600 & echo $$ $! > started; mv started pids; echo ready; wait'
        const command = millrace(['call', 'bash', `command=${script}`, '--approve-all'], cwd)
        await command.type('\u0003', /ready/)
        expect(await command.ends).toBe(130)
        expect(command.screen()).toMatch(/⊝ cancelled/)
        for (const pid of readFileSync(join(cwd, 'pids'), 'utf8').trim().split(' ')) {
          expect(isAlive(Number(pid))).toBe(false)
        }
      },
    )

    test('does not wait for a command that will not end when Ctrl+C is pressed twice, and still ends it', async () => {
      const cwd = folder()
      const script =
        'trap "" TERM INT; echo $$ > started; mv started pid; echo ready; while :; do sleep 1; done'
      const command = millrace(['call', 'bash', `command=${script}`, '--approve-all'], cwd)
      await command.type('\u0003\u0003', /ready/)
      expect(await command.ends).toBe(130)
      expect(command.screen()).toMatch(new RegExp(`${escape}\\[Jmillrace: interrupted again.*\r\n$`))
      const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
    })

    verifies(['security:C6'], 'ends what a command started when the terminal is closed', async () => {
      const cwd = folder()
      const script = 'sleep 600 & echo $$ $! > started; mv started pids; echo ready; wait'
      const command = millrace(['call', 'bash', `command=${script}`, '--approve-all'], cwd)
      await command.type('', /ready/)
      command.child.kill('SIGKILL')
      const pids = readFileSync(join(cwd, 'pids'), 'utf8').trim().split(' ').map(Number)
      await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000)
    })

    test('asks what a tool wants to know', async () => {
      const questions = [{ question: 'Which?', options: [{ label: 'this' }, { label: 'that' }] }]
      const command = millrace(['call', 'ask_user', `questions=${JSON.stringify(questions)}`])
      await command.type('\u001b[B', /something else/)
      await command.type('\r', /that/)
      expect(await command.ends).toBe(0)
      expect(command.screen()).toMatch(/✓ done[^]*"that"/)
    })

    test('does not take letters for arrows', async () => {
      const questions = [{ question: 'Which?', options: [{ label: 'this' }, { label: 'that' }] }]
      const command = millrace(['call', 'ask_user', `questions=${JSON.stringify(questions)}`])
      await command.type('use jk\r', /something else/)
      expect(await command.ends).toBe(0)
      expect(command.screen()).toMatch(/✓ done[^]*in own words: use jk/)
    })

    test('asks nobody where continuous integration has a terminal', async () => {
      const cwd = folder({ 'a.txt': 'one\n' })
      const command = inTerminal([process.execPath, bin, ...change], cwd, { CI: 'true' })
      expect(await command.ends).toBe(4)
      expect(command.screen()).toMatch(/nobody to ask[^]*--approve-all/)
    })

    test('says in its overview and its list what is asked', async () => {
      expect(existsSync(bin)).toBe(true)
      for (const words of [[], ['tools']]) {
        const command = millrace(words)
        expect(await command.ends).toBe(0)
        expect(command.screen()).toMatch(words.length === 0 ? /asked\s+about\s+first/ : /bash +execute +ask/)
      }
    })
  },
)
