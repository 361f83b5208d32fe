import { expect, test } from 'vitest'
import { longestPause } from './support/heartbeat.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

/** Milliseconds for which others may be kept waiting, with room for a busy machine. */
const accepted = 600
const size = 10_000_000

const short = (letter: string): string => `${letter}\n`.repeat(size / 2)
const distinct = (word: string): string =>
  Array.from({ length: 9_900 }, (_, index) => `${word} ${index}\n`).join('')

test.each([
  ['a new file of very short lines', undefined, short('a')],
  ['very short lines over others', short('b'), short('a')],
  ['one long line over a longer one', 'x'.repeat(size), 'x'.repeat(size - 1)],
  ['as many lines as are compared', distinct('old'), distinct('new')],
])('writing keeps nobody waiting: %s', async (_, old, content) => {
  let serial = 0
  const pause = await longestPause(accepted, async () => {
    const path = `a${(serial += 1)}`
    if (old !== undefined) await workspace.put({ [path]: old })
    const { code } = await call('write', { path, content, overwrite: true })
    expect(code).toBeUndefined()
  })
  expect(pause).toBeLessThan(accepted)
})

test.each([
  ['a miss in very short lines', 'ab\nc\n'.repeat(size / 5), 'abx\nd', 'EDIT_NO_MATCH'],
  ['a text that is everywhere', short('a'), 'a', 'EDIT_AMBIGUOUS'],
])('editing keeps nobody waiting: %s', async (_, content, oldText, expected) => {
  await workspace.put({ a: content })
  let code: string | undefined
  const pause = await longestPause(accepted, async () => {
    ;({ code } = await call('edit', { path: 'a', edits: [{ oldText, newText: 'x' }] }))
  })
  expect(code).toBe(expected)
  expect(pause).toBeLessThan(accepted)
})
