import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The manifest of each package below a root, by the name of its folder, in their order. What it holds is the caller's claim. */
export function manifestsBelow<T>(root: string): { readonly id: string; readonly manifest: T }[] {
  return readdirSync(join(root, 'packages'))
    .toSorted()
    .map((id) => ({ id, file: join(root, 'packages', id, 'package.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ id, file }) => ({ id, manifest: JSON.parse(readFileSync(file, 'utf8')) as T }))
}
