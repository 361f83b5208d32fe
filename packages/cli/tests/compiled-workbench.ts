import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { buildPage } from '../../web/tests/support/built-page.ts'
import { home, type Home } from './running.ts'

/** The compiled command. */
export const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))

/** `millrace web` as it is shipped, in a process of its own. */
export interface CompiledWorkbench {
  readonly at: Home
  /** The address that it printed. */
  readonly address: string
  readonly port: string
  readonly err: () => string
  /** Ends the process, and waits until it is gone. */
  readonly end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>
}

/** Runs the compiled `millrace web` until the test is over. */
export async function compiledWorkbench(
  words: readonly string[] = [],
  { at = home(), env = {} }: { readonly at?: Home; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CompiledWorkbench> {
  // These tests prove what is shipped.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
  await buildPage()
  const child = spawn(process.execPath, [bin, 'web', ...words], {
    cwd: at.project,
    env: { PATH: process.env['PATH'], ...at.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    return gone
  }
  onTestFinished(() => end('SIGKILL'))
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      if (out.endsWith('\n')) resolve()
    })
    void gone.then(() => reject(new Error(`it ended: ${err}`)))
  })
  const address = out.trimEnd()
  return { at, address, port: new URL(address).port, err: () => err, end }
}
