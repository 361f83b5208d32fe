import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** How a program ended, and what it printed. */
export interface ProgramEnd {
  /** The exit status, or the name of the signal. */
  readonly end: number | string
  readonly stdout: string
  readonly stderr: string
}

/** A program of its own with this package in it. */
export interface HostProgram {
  /** The file that Node runs. */
  readonly path: string
  run(...args: readonly string[]): Promise<ProgramEnd>
  /** The same with further variables in its environment. */
  runWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<ProgramEnd>
  remove(): void
}

/** Compiles one of the `programs`. */
export async function compileProgram(name: string): Promise<HostProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-program-'))
  const path = join(folder, 'program.mjs')
  const build = await rolldown({
    input: fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@millrace/source', 'import'] },
  })
  await build.write({ file: path, format: 'esm', codeSplitting: false })
  await build.close()
  const runWith: HostProgram['runWith'] = (variables, ...args) =>
    new Promise((resolve) => {
      const env = { ...process.env, ...variables }
      execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) => {
        resolve({ end: error?.signal ?? error?.code ?? 0, stdout, stderr })
      })
    })
  return {
    path,
    run: (...args) => runWith({}, ...args),
    runWith,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
