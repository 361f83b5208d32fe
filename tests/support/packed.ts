import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, root, workspacePackages } from './workspace.ts'

/** What a program printed and how it ended. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, without a shell. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Finished {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 120_000,
  })
  if (error) throw error
  return { code: status, stdout, stderr }
}

/** Runs a program that has to succeed, and returns what it printed. */
export function mustRun(program: string, args: readonly string[], cwd: string): string {
  const { code, stdout, stderr } = run(program, args, cwd)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

/** Packs every package of the workspace into a folder, and returns the tarballs by name of the package. */
export function packAll(folder: string): Map<string, string> {
  mkdirSync(folder, { recursive: true })
  const printed = mustRun(
    'npm',
    ['pack', '--json', '--workspaces', '--ignore-scripts', '--pack-destination', folder],
    root,
  )
  const packed = JSON.parse(printed) as Record<string, Packed> | Packed[]
  return new Map(Object.values(packed).map(({ name, filename }) => [name, join(folder, filename)]))
}

interface Packed {
  readonly name: string
  readonly filename: string
}

/** Installs the tarballs into an empty folder, as somebody who has them and nothing else would. */
export function installPacked(folder: string, tarballs: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  mustRun('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs.values()], folder)
}

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
