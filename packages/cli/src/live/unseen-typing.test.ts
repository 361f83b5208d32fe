import { describe, expect, test } from 'vitest'
import { TestKeyboard } from '../../tests/person.ts'
import { terminal } from '../../tests/terminal.ts'
import type { TerminalSignal } from '../io.ts'
import { UnseenTyping } from './unseen-typing.ts'

function setup() {
  const keyboard = new TestKeyboard()
  const raised: [TerminalSignal, boolean][] = []
  const raise = (signal: TerminalSignal): void => void raised.push([signal, keyboard.isRaw])
  const typing = UnseenTyping.of({ ...terminal({ keyboard }), raise })
  if (typing === undefined) throw new Error('somebody types here')
  return { keyboard, raised, typing }
}

describe('typing while a call runs', () => {
  test('is not seen, and read away, until the call ends', async () => {
    const { keyboard, raised, typing } = setup()
    typing.start()
    typing.start()
    expect(keyboard.isRaw).toBe(true)
    keyboard.write('hello\r')
    await new Promise(setImmediate)
    typing.stop()
    expect([keyboard.isRaw, keyboard.isPaused(), raised, keyboard.listenerCount('data')]).toEqual([
      false,
      true,
      [],
      0,
    ])
    expect(keyboard.read()).toBe(null)
  })

  test('still interrupts, and leaves the terminal as it was while the process is stopped', async () => {
    const { keyboard, raised, typing } = setup()
    typing.start()
    keyboard.write('a\u0003')
    keyboard.write('\u001a')
    await new Promise(setImmediate)
    expect(raised).toEqual([
      ['SIGINT', true],
      ['SIGTSTP', false],
    ])
    expect(keyboard.isRaw).toBe(true)
    typing.stop()
  })

  test('is left to whoever asks meanwhile', async () => {
    const { keyboard, typing } = setup()
    typing.start()
    await typing.lift(async () => {
      typing.start()
      expect([keyboard.isRaw, keyboard.listenerCount('data')]).toEqual([false, 0])
    })
    expect(keyboard.isRaw).toBe(true)
    await typing.lift(async () => typing.stop())
    expect(keyboard.isRaw).toBe(false)
  })

  test('is nobody’s business once the input has ended', async () => {
    const { keyboard, typing } = setup()
    typing.start()
    keyboard.end()
    await new Promise((resolve) => keyboard.once('close', resolve))
    expect([keyboard.isRaw, keyboard.listenerCount('data')]).toEqual([false, 0])
    typing.start()
    expect(keyboard.isRaw).toBe(false)
  })

  test('is left alone where nobody types, or the keys could mean no signals', () => {
    expect(UnseenTyping.of(terminal())).toBeUndefined()
    expect(UnseenTyping.of(terminal({ keyboard: new TestKeyboard() }))).toBeUndefined()
  })
})
