import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../workspace.ts'

/** How a process that ran a program ended. */
export interface ProcessEnd {
  readonly isKilled: boolean
  /** What it said, line by line. */
  readonly lines: readonly string[]
}

/** When a process is killed: so long after it has said so many lines. */
export interface Moment {
  readonly lines: number
  readonly ms: number
}

/** A program of its own that runs programs of Code Mode. */
export interface RunnerProgram {
  /** Runs it to its end, or kills it. */
  run(args: readonly string[], kill?: Moment): Promise<ProcessEnd>
  remove(): void
}

/** Compiles it, with the sources of this workspace in it. */
export async function compileRunner(): Promise<RunnerProgram> {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the checkout, so that packages are found by their names; files of the guest stay files.
  const folder = mkdtempSync(join(cache, 'millrace-crash-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "imports": { "#guest/*": "./guest/*" } }')
  symlinkSync(join(root, 'packages', 'code-mode', 'guest'), join(folder, 'guest'))
  const path = join(folder, 'program.js')
  const build = await rolldown({
    input: fileURLToPath(new URL('programs/run-program.ts', import.meta.url)),
    platform: 'node',
    external: [/^#guest\//, 'quickjs-wasi', '@swc/wasm-typescript'],
    resolve: { conditionNames: ['@millrace/source', 'import'] },
  })
  await build.write({ file: path, format: 'esm', codeSplitting: false })
  await build.close()
  return {
    run: (args, kill) => runUntil([path, ...args], kill),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runUntil(args: readonly string[], kill: Moment | undefined): Promise<ProcessEnd> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const closed = Promise.all([once(child.stdout, 'close'), once(child.stderr, 'close')])
  let said = ''
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const reached = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.split('\n').length > (kill?.lines ?? Infinity)) resolve()
    })
  })
  if (kill !== undefined) {
    await Promise.race([reached, exited])
    await Promise.race([pause(kill.ms), exited])
    child.kill('SIGKILL')
  }
  const [status, signal] = (await exited) as [number | null, string | null]
  await closed
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(`it ended with status ${status}: ${complaints}`)
  return { isKilled: signal === 'SIGKILL', lines: said.split('\n').slice(0, -1) }
}
