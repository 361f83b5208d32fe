import { join } from 'node:path'
import { readJson, workspacePackages } from './workspace.ts'

export { mustRun, run } from '../../scripts/release/run.ts'

/** The addresses by which a consumer may import the packages: `millrace`, `@millrace/tools/presentation` and so on. */
export function publicAddresses(): string[] {
  return workspacePackages().flatMap(({ manifest }) =>
    Object.keys(manifest.exports)
      .filter((address) => address !== './package.json')
      .map((address) => `${manifest.name}${address.slice(1)}`),
  )
}

/** The version of every package that was installed under a folder's own name for it. */
export function installedVersion(folder: string, name: string): string {
  return readJson<{ version: string }>(join(folder, 'node_modules', name, 'package.json')).version
}
