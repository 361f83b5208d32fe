import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))

/** Who may start programs, and which. Only the first starts what a call names. */
const starters: Readonly<Record<string, string>> = {
  'cli/src/mcp/login-browser.ts': 'the browser, which outlives the command, at an address of a login',
  'host/src/processes/start-program.ts': 'every command, in the sandbox where there is one',
  'host/src/processes/finder.ts': 'ps, to find what a command left',
  'host/src/processes/output-pipes.ts': 'mkfifo, for the pipes of a command',
  'host/src/processes/probe-cgroup.ts': 'a program that shows whether control groups work',
  'host/src/processes/tree.ts': 'taskkill, to end a command',
  'host/src/sandbox/bubblewrap/probe.ts': 'a program in the sandbox that tries to get out',
  'host/src/sandbox/egress/network-namespace.ts': 'the network of the sandbox',
  'host/src/sandbox/seatbelt.ts': 'a program in the sandbox that tries to get out',
}

const starting = /child_process|node:cluster|process\.(?:binding|dlopen|execve)|_linkedBinding/

function sources(): string[] {
  return readdirSync(packages)
    .flatMap((name) => {
      const folder = join(packages, name, 'src')
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
    })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/\.test(?:-d)?\.ts$/.test(file))
}

verifies(['security:C3'], 'nothing else in the tree can start a program', () => {
  const found = sources().filter((file) => starting.test(readFileSync(file, 'utf8')))
  expect(found.map((file) => relative(packages, file)).toSorted()).toEqual(Object.keys(starters).toSorted())
})

test('nothing of the sandbox can be reached by a variable of the environment of a command', () => {
  const inSandbox = sources().filter((file) => file.includes('/host/src/sandbox/'))
  expect(inSandbox.length).toBeGreaterThan(10)
  const reading = inSandbox.filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
  expect(reading).toEqual([])
})
