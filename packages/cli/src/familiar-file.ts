import { statSync } from 'node:fs'
import { join } from 'node:path'

const familiar = ['package.json', 'README.md', 'Cargo.toml', 'pyproject.toml', 'go.mod']

/** A file of a folder that people know by its name, to try things out on. */
export function familiarFile(folder: string): string | undefined {
  return familiar.find((name) => isFile(join(folder, name)))
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
