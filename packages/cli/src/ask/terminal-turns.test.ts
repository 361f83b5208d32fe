import { describe, expect, test } from 'vitest'
import { TerminalTurns } from './terminal-turns.ts'

const never = new AbortController().signal

/** A promise that a test settles. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the terminal', () => {
  test('is given to one after the other, in the order of asking', async () => {
    const turns = new TerminalTurns()
    const seen: string[] = []
    const gates = [gate(), gate(), gate()]
    const taken = gates.map(({ passed }, index) =>
      turns.take(never, async () => {
        seen.push(`in ${index}`)
        await passed
        seen.push(`out ${index}`)
        return index
      }),
    )
    for (const { open } of gates.toReversed()) {
      open()
      await settle()
    }
    expect(await Promise.all(taken)).toEqual([0, 1, 2])
    expect(seen).toEqual(['in 0', 'out 0', 'in 1', 'out 1', 'in 2', 'out 2'])
  })

  test('is not waited for by whoever gives up, who lets nobody in too early', async () => {
    const turns = new TerminalTurns()
    const first = gate()
    const inside: string[] = []
    const controller = new AbortController()
    const one = turns.take(never, () => first.passed)
    const two = turns.take(controller.signal, async () => inside.push('two'))
    const three = turns.take(never, async () => inside.push('three'))
    controller.abort()
    expect(await two).toBeUndefined()
    await settle()
    expect(inside).toEqual([])
    first.open()
    await Promise.all([one, three])
    expect(inside).toEqual(['three'])
  })

  test('goes on after somebody failed', async () => {
    const turns = new TerminalTurns()
    await expect(turns.take(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns.take(never, async () => 'yes')).toBe('yes')
  })
})
