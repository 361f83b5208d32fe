import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../scripts/release/compile.ts'
import { mustRun } from './packed.ts'
import { root } from './workspace.ts'

/** Those that need no package but ours and what ours bring along, and no particular machine. */
const names = ['tool-in-ten-lines', 'policy', 'guard', 'card', 'code-mode-in-an-app', 'web-search-provider']

/**
 * Compiles the examples against the packages that are installed in a folder, and runs them there with plain node.
 * @returns what each of them prints, by its name
 */
export function printedByExamples(consumer: string): ReadonlyMap<string, string> {
  const folder = join(consumer, 'examples')
  mkdirSync(folder, { recursive: true })
  const copied = [...names, 'agent-in-a-web-server', 'custom-sandbox'].map((name) => `${name}.ts`)
  for (const file of copied) copyFileSync(join(root, 'examples', file), join(folder, file))
  // Types of the AI SDK name a package without types.
  compile(root, folder, copied, { skipLibCheck: true, outDir: 'compiled' })
  return new Map(names.map((name) => [name, mustRun('node', [`compiled/${name}.js`], folder)]))
}
