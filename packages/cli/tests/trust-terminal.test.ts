import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folder } from './folder.ts'
import { inTerminal, noPseudoTerminal } from './pseudo-terminal.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const file = '{ "permissions": { "allow": ["Bash(touch made.txt)"] } }'

describe.skipIf(noPseudoTerminal)(
  `trust in a real terminal${noPseudoTerminal === undefined ? '' : `: ${noPseudoTerminal}`}`,
  () => {
    test('makes the rules of a folder count', async () => {
      const cwd = folder({ 'millrace.jsonc': file })
      const env = { HOME: cwd, XDG_STATE_HOME: join(cwd, 'state'), NO_COLOR: '1' }
      const run = (...words: readonly string[]): ReturnType<typeof inTerminal> =>
        inTerminal([process.execPath, bin, ...words], cwd, env)
      const call = ['call', 'bash', 'command=touch made.txt', '--sandbox', 'off']
      const before = run(...call)
      await before.type('n', /\[1\/y\] once/)
      expect([await before.ends, readdirSync(cwd).includes('made.txt')]).toEqual([4, false])
      const trust = run('trust')
      await trust.type('y', /Bash\(touch made\.txt\)[^]*Trust this folder/)
      expect([await trust.ends, trust.screen()]).toEqual([0, expect.stringContaining('is trusted since')])
      expect([await run(...call).ends, readdirSync(cwd).includes('made.txt')]).toEqual([0, true])
    })
  },
)
