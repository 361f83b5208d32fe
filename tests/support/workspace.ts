import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestsBelow } from '../../scripts/manifests.ts'

/** The root folder of the checkout. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))

/** What the tests read of a `package.json`. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** The files and folders that are published. */
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, string | { readonly '@millrace/source': string }>>
}

/** One package of the workspace. */
export interface WorkspacePackage {
  /** Its folder below `packages`, which is also its name without the scope. */
  readonly id: string
  readonly folder: string
  readonly manifest: Manifest
}

/** Every package of the workspace, by name of the folder. */
export function workspacePackages(): WorkspacePackage[] {
  return manifestsBelow<Manifest>(root).map((found) => ({
    ...found,
    folder: join(root, 'packages', found.id),
  }))
}

/** Parses a JSON file of the checkout; its shape is the caller's claim. */
export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** Every file below a folder, as sorted absolute paths; compiled and installed files are left out. */
export function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](?:lib|node_modules|coverage)[\\/]/.test(file.slice(folder.length)))
    .toSorted()
}

/** A path as it is written in messages: relative to the root, with slashes. */
export function display(file: string): string {
  return file.slice(root.length).split(sep).join('/')
}

/** Whether a file is a test or a type test. */
export function isTest(file: string): boolean {
  return /\.test(?:-d)?\.ts$/.test(file)
}

/** The sources of what a package publishes, tests left out: `src`, and scripts that are published as they are. */
export function sourcesOf(found: WorkspacePackage): string[] {
  const folders = ['src', ...found.manifest.files.filter((entry) => entry !== 'lib' && entry !== 'dist')]
  return folders
    .flatMap((name) => filesBelow(join(found.folder, name.split('/')[0] ?? name)))
    .filter((file) => /\.[jt]s$/.test(file) && !isTest(file))
}
