import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './support/packed.ts'
import { root } from './support/workspace.ts'

test.each(['README.md', 'docs/en/packages/cards.md', 'docs/ja/packages/cards.md'])(
  '%s shows the cards as they are drawn; node scripts/show-cards.mjs --write brings it up to date',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const [, shown] = /<!-- cards:start -->\n\n([^]*)\n<!-- cards:end -->/.exec(text) ?? []
    const { code, stdout } = run(
      process.execPath,
      [join(root, 'scripts/show-cards.mjs'), '--section', page],
      root,
    )
    expect(code).toBe(0)
    expect(shown).toBe(stdout)
    const states = ['done', 'waiting for you', 'denied']
    if (page !== 'README.md') states.push('failed', 'running', 'cancelled')
    for (const state of states) expect(stdout).toMatch(new RegExp(`^\\S ${state}  `, 'm'))
    expect(stdout.match(/^```text$/gm)).toHaveLength(page === 'README.md' ? 3 : 14)
  },
  300_000,
)
