import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hasRaw, hostile } from '../../cards/tests/payloads.ts'
import { openWorkspace } from '../src/workspace.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'
import { hangUp, person, TestKeyboard, type Act } from './person.ts'
import type { TerminalOptions } from './terminal.ts'
import { answeredBy, tool, withTools } from './workspace.ts'

const keys = /\[1\/y\] once/

function changing() {
  const ran: unknown[] = []
  const change = tool('change', {
    effects: 'other',
    execute: (args) => {
      ran.push(args)
      return Promise.resolve('changed')
    },
  })
  return { ran, open: withTools(change) }
}

/** A call of a tool that changes something, and somebody who is asked about it. */
async function asked(acts: readonly Act[], options: TerminalOptions = {}) {
  const { ran, open } = changing()
  const somebody = person(...acts)
  const ended = await millrace(['call', 'change'], { ...somebody, ...options }, open)
  expect([somebody.keyboard.isRaw, somebody.keyboard.isPaused()]).toEqual([false, true])
  return { ...ended, ran: ran.length }
}

describe('a question at the terminal', () => {
  test.each(['1', 'y', 'Y', '1\r'])('is answered yes by %j', async (key) => {
    const ended = await asked([[keys, key]])
    expect([ended.status, ended.ran]).toEqual([0, 1])
    expect(ended.out()).toMatch(/^✓ done .*change .* you once\n/)
    expect(ended.err()).toContain('> once\n')
  })

  test.each(['4', 'n', 'N', '\u001b', '\u0004'])('is answered no by %j', async (key) => {
    const ended = await asked([[keys, key]])
    expect([ended.status, ended.ran]).toEqual([4, 0])
    expect(ended.out()).toMatch(/^⊘ denied .*by you/)
  })

  test.each(['5', 't'])('is answered no with words after %j, and the model gets them', async (key) => {
    const ended = await asked([
      [keys, key],
      [/why\? /, 'keep the cap\r'],
    ])
    expect([ended.status, ended.ran]).toEqual([4, 0])
    expect(ended.out()).toMatch(/by you: "keep the cap"/)
  })

  test('takes no words for no words', async () => {
    const ended = await asked([
      [keys, '5'],
      [/why\? /, '\r'],
    ])
    expect([ended.status, ended.ran]).toEqual([4, 0])
    expect(ended.out()).toMatch(/by you/)
  })

  test.each<[string, Act[]]>([
    ['at the question', [[keys, '\u0003']]],
    [
      'while the words are typed',
      [
        [keys, '5'],
        [/why\? /, 'keep\u0003'],
      ],
    ],
  ])('is cancelled by Ctrl+C %s', async (_when, acts) => {
    const ended = await asked(acts)
    expect([ended.status, ended.ran]).toEqual([130, 0])
    expect(ended.out()).toMatch(/^⊝ cancelled/)
  })

  test('is cancelled by an interrupt from outside', async () => {
    const interrupt = new AbortController()
    const { ran, open } = changing()
    const keyboard = new TestKeyboard()
    const watch = (err: string): void => void (keys.test(err) && setTimeout(() => interrupt.abort(), 20))
    const ended = await millrace(['call', 'change'], { keyboard, signal: interrupt.signal, watch }, open)
    expect([ended.status, ran, keyboard.isRaw]).toEqual([130, [], false])
  })

  test('is nobody’s once the input ends', async () => {
    const ended = await asked([[keys, hangUp]])
    expect([ended.status, ended.ran]).toEqual([4, 0])
    expect(ended.out()).toMatch(/nobody to ask/)
  })

  test.each(['x', '2', 'yes', 'y1', '15 more\r', '\u001b[A'])(
    'is not answered by %j, and says which keys there are',
    async (typed) => {
      const ended = await asked([
        [keys, typed],
        [keys, 'n'],
      ])
      expect([ended.status, ended.ran]).toEqual([4, 0])
      expect(ended.err().split('[1/y] once')).toHaveLength(3)
    },
  )

  test('says what was no answer', async () => {
    const ended = await asked([
      [keys, 'q'],
      [/"q" is no answer/, 'n'],
    ])
    expect(ended.status).toBe(4)
  })

  test('comes back after Esc at the words of a denial, which says so', async () => {
    const ended = await asked([
      [keys, '5'],
      [/Esc goes back[^]*why\? /, '\u001b'],
      [keys, 'y'],
    ])
    expect([ended.status, ended.ran]).toEqual([0, 1])
  })

  test('is not answered by what was typed before it could be read', async () => {
    const somebody = person([/never/, ''])
    somebody.keyboard.write('y')
    const { ran, open } = changing()
    const ends = millrace(['call', 'change'], somebody, open)
    setTimeout(() => somebody.keyboard.write('n'), 1_500)
    expect([(await ends).status, ran]).toEqual([4, []])
  })

  test('goes to the report like any other answer', async () => {
    const { open } = changing()
    const acts: Act[] = [
      [keys, '5'],
      [/why\? /, 'not now\r'],
    ]
    const ended = await millrace(['call', 'change', '--json'], person(...acts), open)
    expect(ended.status).toBe(4)
    expect(json(ended)).toMatchObject({
      status: 'denied',
      by: 'user',
      error: { message: expect.stringContaining('not now') },
    })
  })

  test('is not asked about a tool that changes nothing, nor where a guard denies anyway', async () => {
    const looked = await millrace(['call', 'read', 'path=notes.md'], person())
    expect([looked.status, looked.err()]).toEqual([0, ''])
    const outside = await millrace(['call', 'write', 'path=../x', 'content=x'], person())
    expect([outside.status, outside.out()]).toEqual([4, expect.stringMatching(/by workspace/)])
    const fetched = await millrace(['call', 'web_fetch', 'url=http://127.0.0.1:1/'], person())
    expect([fetched.status, fetched.out()]).toEqual([4, expect.stringContaining('127.0.0.1')])
    for (const each of [outside, fetched]) expect(each.err()).not.toMatch(keys)
  })

  test('is not asked about arguments that the tool would refuse', async () => {
    const ended = await millrace(['call', 'edit', 'path=notes.md', 'edits=[{"old":"a"}]'], person())
    expect(ended.status).toBe(2)
    expect(ended.err()).toContain('oldText')
    expect(ended.err()).not.toMatch(keys)
  })

  test('goes to the host instead, where the host has somebody', async () => {
    const open = answeredBy('allowed-once', tool('change', { effects: 'other' }))
    const ended = await millrace(['call', 'change'], person(), open)
    expect([ended.status, ended.err()]).toEqual([0, ''])
  })
})

describe('the frame of a question', () => {
  const shell = (command: string) =>
    tool('shell', {
      effects: 'other',
      presentCall: () => ({ card: 'terminal', title: command, description: 'list files' }),
    })

  /** What stands on the screen when somebody is asked about a command. */
  async function frameOf(command: string, options: TerminalOptions = {}): Promise<string[]> {
    const somebody = { ...person([keys, 'n']), ...options }
    const ended = await millrace(['call', 'shell'], somebody, withTools(shell(command)))
    expect(ended.status).toBe(4)
    return ended.err().split('\n')
  }

  verifies(['fault:B058'], 'shows the command itself, and a description only beside it', async () => {
    const rows = await frameOf('rm -rf build')
    expect(rows[1]).toMatch(/^│ \? waiting for you .*shell .*\$ rm -rf build/)
    expect(rows).toContainEqual(expect.stringMatching(/^│ .*asks because: tool "shell" may change something/))
  })

  verifies(
    ['security:D1', 'fault:B146', 'fault:B150'],
    'holds every text of a call, and shows all of it',
    async () => {
      const forged = '└ [1/y] once   [4/n] deny\n> once\n'
      const long = `# harmless${'\n'.repeat(60)}${'x'.repeat(3_000)}\ntouch PWNED`
      for (const text of [forged, long, ...hostile]) {
        const rows = await frameOf(text)
        const end = rows.findLastIndex((row) => row.startsWith('└ '))
        expect(rows[0]).toBe('┌ millrace asks: may this call run?')
        expect(rows.slice(1, end).filter((row) => !row.startsWith('│ '))).toEqual([])
        expect(rows.slice(end + 1)).toEqual(['> deny', ''])
        expect(hasRaw(rows.join('\n'))).toBe(false)
        expect(rows.join('\n')).not.toMatch(/\d \w+ hidden/)
      }
    },
    120_000,
  )

  test('says so where its start has left the screen', async () => {
    const rows = await frameOf(Array.from({ length: 40 }, (_, index) => `echo ${index}`).join('\n'), {
      rows: 24,
    })
    expect(rows).toContainEqual(expect.stringMatching(/^│ \d+ rows in all: scroll up/))
    expect(await frameOf('date', { rows: 24 })).not.toContainEqual(expect.stringContaining('scroll up'))
  })

  test('names letters that may look like others', async () => {
    expect(await frameOf('curl https://раypal.com')).toContain('│ note: not ASCII: р (U+0440), а (U+0430)')
  })

  test('keeps its keys whole on a narrow screen', async () => {
    const rows = await frameOf('date', { columns: 40 })
    expect(
      rows.slice(
        rows.findIndex((row) => row.startsWith('└ ')),
        -2,
      ),
    ).toEqual(['└ [1/y] once   [4/n] deny', '  [5/t] deny and say why', '  (Ctrl+C cancels)'])
  })

  test('is drawn in ASCII where the terminal has nothing else', async () => {
    const rows = await frameOf('date', { env: { NO_COLOR: '1', LANG: 'C' } })
    expect(rows.slice(0, 2)).toEqual(['+ millrace asks: may this call run?', expect.stringMatching(/^\| /)])
  })
})

describe('the reason of a question', () => {
  test.each([
    [['bash', 'command=date'], 'it runs a command'],
    [['write', 'path=new.txt', 'content=x'], 'it changes files'],
    [['web_fetch', 'url=https://example.com/a'], 'it sends a request to example.com:443'],
    [['job_stop', 'job=job_1'], 'tool "job_stop" may change something'],
  ])('%j is what the call does', async (words, reason) => {
    const ended = await millrace(['call', ...words], person([keys, 'n']))
    expect(ended.err()).toContain(`asks because: ${reason}\n`)
  })
})

describe('a question about a change', () => {
  const numbered = Array.from({ length: 5 }, (_, index) => `row ${index + 1}\n`).join('')

  /** What stands on the screen when somebody is asked about it, and denies it. */
  async function frame(words: readonly string[], ...denial: readonly Act[]): Promise<string> {
    const cwd = folder({ 'a.txt': numbered })
    const acts: readonly Act[] = denial.length > 0 ? denial : [[keys, 'n']]
    const ended = await millrace(['call', ...words], { ...person(...acts), cwd })
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(numbered)
    return ended.err()
  }

  test('shows what a write replaces', async () => {
    const shown = await frame(['write', 'path=a.txt', 'content=x', 'overwrite=true'])
    expect(shown).toContain('+1 -5')
    expect(shown).toMatch(/│ +3 - row 3\n/)
  })

  test('shows where an edit stands, and all places of it', async () => {
    const edits = 'edits=[{"oldText":"row","newText":"line","replaceAll":true}]'
    const shown = await frame(['edit', 'path=a.txt', edits])
    expect(shown).toContain('+5 -5')
    expect(shown).toMatch(/│ +4 \+ line 4\n/)
  })

  test('says that the call would fail, and still waits for the answer', async () => {
    const shown = await frame(['edit', 'path=a.txt', 'edits=[{"oldText":"nope","newText":"x"}]'])
    expect(shown.match(/would fail/g)).toHaveLength(1)
    expect(shown).toMatch(/│ it would fail: .*oldText is not in the file/)
    expect(shown).toContain('> deny')
  })

  test('shows the arguments where the change cannot be found out', async () => {
    const open: OpenWorkspace = async (root, env) => {
      const workspace = await openWorkspace(root, env)
      return { ...workspace, preview: () => Promise.reject(new Error('the disk\u001b[2J is gone')) }
    }
    const ended = await millrace(
      ['call', 'write', 'path=new.txt', 'content=hello'],
      person([keys, 'n']),
      open,
    )
    expect(ended.err()).toMatch(/│ .*\+ hello\n/)
    expect(ended.err()).toContain(String.raw`what it would change cannot be shown: the disk\u{1b}[2J is gone`)
  })
})

describe('a flag that answers', () => {
  test('--approve-all runs what changes something, and nobody is asked', async () => {
    const { ran, open } = changing()
    const ended = await millrace(['call', 'change', '--approve-all'], person(), open)
    expect([ended.status, ran.length, ended.err()]).toEqual([0, 1, ''])
    expect(ended.out()).toMatch(/^✓ done .*--approve-all\n/)
  })

  test.each(['--approve-reads', '--deny-all'])('%s denies it, and says so', async (flag) => {
    const { ran, open } = changing()
    const ended = await millrace(['call', 'change', flag, '--json'], person(), open)
    expect([ended.status, ran, ended.err()]).toEqual([4, [], ''])
    expect(json(ended)).toMatchObject({
      by: flag,
      error: { message: expect.stringContaining(`denied by ${flag}`) },
    })
  })

  test.each(['--approve-reads', '--deny-all'])('%s is no user, and its card says so', async (flag) => {
    const { open } = changing()
    const card = (await millrace(['call', 'change', flag], person(), open)).out()
    expect(card).toMatch(new RegExp(`^⊘ denied .* by ${flag} `))
    expect(card).not.toContain('the user')
  })

  test.each(['--approve-all', '--approve-reads', '--deny-all'])(
    '%s does not concern what reads',
    async (flag) => {
      expect((await millrace(['call', 'read', 'path=notes.md', flag])).status).toBe(0)
    },
  )

  test('--approve-all answers questions and moves no boundary', async () => {
    for (const words of [
      ['write', 'path=../x', 'content=x'],
      ['web_fetch', 'url=http://localhost:1/'],
    ]) {
      expect((await millrace(['call', ...words, '--approve-all'])).status).toBe(4)
    }
  })

  test('contradicts another one', async () => {
    const ended = await millrace(['call', 'read', 'path=notes.md', '--approve-all', '--deny-all'])
    expect([ended.status, ended.out()]).toEqual([2, ''])
    expect(ended.err()).toContain('--approve-all and --deny-all contradict each other')
  })

  test('contradicts a host that answers itself', async () => {
    const open = answeredBy('rejected', tool('change', { effects: 'other' }))
    const ended = await millrace(['call', 'change', '--approve-all'], {}, open)
    expect(ended.status).toBe(2)
    expect(ended.err()).toContain('this host answers questions itself')
  })
})

describe('without anybody to ask', () => {
  verifies(['fault:B056'], 'a call is denied at once, and the way out is named', async () => {
    const { ran, open } = changing()
    const ended = await millrace(['call', 'change', '--json'], { cwd: folder() }, open)
    expect([ended.status, ran]).toEqual([4, []])
    expect(json(ended)).toMatchObject({
      by: 'no-tty',
      rule: null,
      error: { message: expect.stringContaining('nobody can answer'), code: 'DENIED' },
      hint: expect.stringContaining('--approve-all'),
    })
  })

  test('also where the arguments were typed to their end', async () => {
    const { open } = changing()
    const keyboard = new TestKeyboard()
    keyboard.end().resume()
    await new Promise((resolve) => keyboard.once('end', resolve))
    const ended = await millrace(['call', 'change'], { keyboard }, open)
    expect([ended.status, ended.err()]).toEqual([4, expect.stringContaining('--approve-all')])
  })
})
