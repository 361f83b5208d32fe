import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './run.ts'

/** One package as it would be published. */
export interface Packed {
  readonly name: string
  readonly version: string
  /** The tarball, as an absolute path. */
  readonly tarball: string
  /** Bytes of the tarball, and of what it holds. */
  readonly size: number
  readonly unpackedSize: number
}

/** Packs every package of the workspace, which is compiled, into a folder. */
export function packAll(root: string, folder: string): Packed[] {
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--json', '--workspaces', '--ignore-scripts', '--pack-destination', folder]
  const printed = JSON.parse(mustRun('npm', args, root)) as Record<string, Printed> | Printed[]
  return Object.values(printed).map(({ name, version, filename, size, unpackedSize }) => ({
    name,
    version,
    tarball: join(folder, filename),
    size,
    unpackedSize,
  }))
}

/** What npm says of a tarball that it wrote. */
interface Printed extends Omit<Packed, 'tarball'> {
  readonly filename: string
}
