import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
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

  test.each(['x', '6', 'yes', 'y1', '15 more\r', '\u001b[A'])(
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
    const somebody = person([keys, 'n'])
    somebody.keyboard.write('y')
    const { ran, open } = changing()
    const { status } = await millrace(['call', 'change'], somebody, open)
    expect([status, ran]).toEqual([4, []])
  })

  test('is not answered by that where the process is held up before it reads, either', async () => {
    const somebody = person([keys, 'n'])
    somebody.keyboard.write('y')
    let isHeldUp = false
    const watch = (err: string): void => {
      somebody.watch?.(err)
      if (isHeldUp || !keys.test(err)) return
      isHeldUp = true
      // Comes after the question is put, and before anything is read.
      process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))
    }
    const { ran, open } = changing()
    const { status } = await millrace(['call', 'change'], { ...somebody, watch }, open)
    expect([isHeldUp, status, ran]).toEqual([true, 4, []])
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
    const open = answeredBy({ kind: 'once' }, tool('change', { effects: 'other' }))
    const ended = await millrace(['call', 'change'], person(), open)
    expect([ended.status, ended.err()]).toEqual([0, ''])
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
    const open = answeredBy({ kind: 'deny' }, tool('change', { effects: 'other' }))
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
