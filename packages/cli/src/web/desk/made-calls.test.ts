import { describe, expect, test } from 'vitest'
import { MadeCalls } from './made-calls.ts'

const MiB = 1024 * 1024

/** A call whose arguments have nearly that many characters. */
function long(name: string, characters: number) {
  return { name, arguments: { text: 'x'.repeat(characters - 16) } }
}

const names = (calls: MadeCalls, session: string): string[] => calls.of(session).map(({ name }) => name)

describe('the calls of sessions', () => {
  test('are the last 200 of each, of the 50 sessions that were used last', () => {
    const calls = new MadeCalls()
    for (let at = 0; at < 250; at++) calls.add('first', { name: `c${at}`, arguments: {} })
    expect([calls.of('first').length, names(calls, 'first')[0]]).toEqual([200, 'c50'])
    for (let at = 0; at < 49; at++) calls.add(`s${at}`, { name: 'c', arguments: {} })
    calls.add('first', { name: 'again', arguments: {} })
    calls.add('last', { name: 'c', arguments: {} })
    expect([calls.of('s0'), calls.of('s1').length, calls.of('first').length]).toEqual([[], 1, 200])
  })

  test('hold 32 MiB of arguments, those of the session first that was used longest ago', () => {
    const calls = new MadeCalls()
    for (let at = 0; at < 20; at++) calls.add('old', long(`o${at}`, MiB))
    for (let at = 0; at < 20; at++) calls.add('new', long(`n${at}`, MiB))
    expect([names(calls, 'old')[0], calls.of('old').length, calls.of('new').length]).toEqual(['o8', 12, 20])
    for (let at = 0; at < 30; at++) calls.add('new', long(`m${at}`, MiB))
    expect([calls.of('old'), names(calls, 'new')[0], calls.of('new').length]).toEqual([[], 'n18', 32])
    calls.forget('new')
    for (let at = 0; at < 40; at++) calls.add('next', long(`x${at}`, MiB))
    expect(calls.of('next')).toHaveLength(32)
  })

  test('are kept without what is too long to be worth it', () => {
    const calls = new MadeCalls()
    calls.add('one', long('huge', 2 * MiB))
    calls.add('one', long('small', 100))
    expect(names(calls, 'one')).toEqual(['small'])
  })
})
