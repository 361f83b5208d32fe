import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, describe } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { bash, openForTest } from './commands.ts'

/** Commands that wait for somebody, and their own way to take it that nobody is there. */
const waiting: readonly [line: string, exitCode: number, says: RegExp][] = [
  ['cat', 0, /^$/],
  ['read x', 1, /^$/],
  ['python3 -c "input()"', 1, /EOFError/],
  ['git init -q . && git -c user.name=a -c user.email=a@b commit --allow-empty', 1, /empty commit message/i],
  ['git -c credential.helper= ls-remote https://user@127.0.0.1:1/x', 128, /./],
  ['read -s -p password: x </dev/tty', 1, /\/dev\/tty/],
  ['bash -i -c "read x" ; cat', 0, /./],
  ['sh -c "stty -echo < /dev/tty; cat /dev/tty"', 1, /\/dev\/tty/],
]

describe.runIf(process.platform !== 'win32').each(['', ' & wait $!'])(
  'a command that asks%s',
  (background) => {
    verifies(['fault:B112'], 'gets the end of its input at once and ends by itself', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-input-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const processes = openForTest()
      for (const [line, exitCode, says] of waiting) {
        const ran = await bash(processes, `{ ${line}\n}${background}`, { cwd: folder })
        expect({ line, end: await ran.end() }).toEqual({ line, end: { exitCode, signal: null } })
        expect(ran.output()).toMatch(says)
      }
    })
  },
)
