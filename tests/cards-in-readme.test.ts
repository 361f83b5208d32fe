import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './support/packed.ts'
import { root } from './support/workspace.ts'

test('the README shows the cards as they are drawn; node scripts/show-cards.mjs --write brings it up to date', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, shown] = /<!-- cards:start -->\n\n([^]*)\n<!-- cards:end -->/.exec(readme) ?? []
  const { code, stdout } = run(process.execPath, [join(root, 'scripts/show-cards.mjs'), '--section'], root)
  expect(code).toBe(0)
  expect(shown).toBe(stdout)
  for (const state of ['done', 'failed', 'running', 'waiting for you', 'denied', 'cancelled']) {
    expect(stdout).toMatch(new RegExp(`^\\S ${state}  `, 'm'))
  }
}, 300_000)
