import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './compile.ts'
import { mustRun } from './run.ts'

/** Installs tarballs into an empty folder, as somebody who has them and nothing else would. */
export function installPacked(folder: string, tarballs: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  const manifest = { name: 'consumer', private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  mustRun('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], folder)
}

/**
 * Type-checks a program against the compiled types of the packages that are installed in a folder, and runs it.
 * @param root - the checkout, which has the program, a compiler and the types of Node.
 * @returns what the program printed.
 */
export function runConsumer(root: string, folder: string): string {
  copyFileSync(join(root, 'scripts/release/consumer.ts.txt'), join(folder, 'consumer.ts'))
  compile(root, folder, ['consumer.ts'])
  return mustRun('node', ['consumer.js'], folder)
}
