import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './run.ts'

/**
 * Compiles programs of a folder against the types of the packages that are installed there.
 * @param root - the checkout, which has a compiler and the types of Node.
 * @param more - options of the compiler besides the strict ones.
 */
export function compile(
  root: string,
  folder: string,
  files: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): void {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    ...more,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  mustRun('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder)
}
