import { expect, test } from 'vitest'
import { inWorkspace } from './support/in-workspace.ts'
import { longestPause } from './support/heartbeat.ts'

const { workspace, call } = inWorkspace()

/** Milliseconds for which others may be kept waiting. */
const accepted = 300
const size = 2_000_000

test.each([
  ['an old text that ends like the whole file', 'a'.repeat(size), `b${'a'.repeat(size / 2)}`],
  ['an old text that is half of the file', 'a'.repeat(size), 'a'.repeat(size / 2)],
  ['one very long line', 'const x = foo(bar);'.repeat(size / 20), 'const x = foo(bax);'],
  ['lines that are all the same', 'let x = 1\n'.repeat(size / 10), 'let x = 2\nlet x = 1\n'.repeat(2000)],
  ['nothing but line breaks', '\r\n'.repeat(size / 2), 'a\nb'],
  ['characters that become many', '\ufdfa'.repeat(size / 3), 'abc'],
  ['white space', ' '.repeat(size), `a${' '.repeat(size / 2)}b`],
])('looking for what was meant keeps nobody waiting: %s', async (_, content, oldText) => {
  await workspace.put({ a: content })
  let code: string | undefined
  const pause = await longestPause(accepted, async () => {
    ;({ code } = await call('edit', { path: 'a', edits: [{ oldText, newText: 'x' }] }))
  })
  expect(code).toMatch(/^EDIT_(NO_MATCH|AMBIGUOUS)$/)
  expect(pause).toBeLessThan(accepted)
})
