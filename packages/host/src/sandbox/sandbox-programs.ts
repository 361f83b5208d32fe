import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { contains } from '../files/contains.ts'
import type { SandboxOptions } from './sandbox-options.ts'

/** The programs that a sandbox is built with; undefined where this machine has none. */
export interface SandboxPrograms {
  readonly bubblewrap: string | undefined
  readonly nsenter: string | undefined
  readonly seatbelt: string | undefined
}

/**
 * Looks the programs up in the `PATH` of the operator. Folders that commands can write to, or that came with packages,
 * do not count: what lies there could be anything.
 */
export function findPrograms({ env, workspace, writable = [] }: SandboxOptions): SandboxPrograms {
  const trusted = (env['PATH'] ?? '')
    .split(':')
    .filter((folder) => isAbsolute(folder) && !folder.split('/').includes('node_modules'))
    .filter((folder) => ![workspace, ...writable].some((root) => contains(root, folder)))
  const find = (name: string): string | undefined =>
    trusted.map((folder) => join(folder, name)).find(isProgram)
  const isLinux = process.platform === 'linux'
  return {
    bubblewrap: isLinux ? find('bwrap') : undefined,
    nsenter: isLinux ? find('nsenter') : undefined,
    // Part of the system, so that nothing else can take its place.
    seatbelt: process.platform === 'darwin' ? '/usr/bin/sandbox-exec' : undefined,
  }
}

/** Whether a path leads to a file that may be executed. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
