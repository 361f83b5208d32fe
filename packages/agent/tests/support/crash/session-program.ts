import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** A program of its own with the real store in it. */
export interface SessionProgram {
  /** The file that Node runs. */
  readonly path: string
  remove(): void
}

/** Compiles one of the `programs`. */
export async function compileSessionProgram(name: string): Promise<SessionProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
  const path = join(folder, 'program.mjs')
  const build = await rolldown({
    input: fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@millrace/source', 'import'] },
  })
  await build.write({ file: path, format: 'esm', codeSplitting: false })
  await build.close()
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
