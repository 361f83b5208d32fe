import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** A program that Node runs as it is. */
export interface ChildProgram {
  readonly path: string
  readonly remove: () => void
}

/** Makes one of the programs in `programs` ready to be run in a process of its own. */
export async function childProgram(name: string): Promise<ChildProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-child-'))
  const path = join(folder, 'program.mjs')
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@millrace/source', 'import', 'node'] },
  })
  await bundle.write({ file: path, format: 'esm' })
  await bundle.close()
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
