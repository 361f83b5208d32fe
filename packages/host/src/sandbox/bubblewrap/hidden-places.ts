import { realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { homeOf } from '../../home.ts'
import { secretFiles, secretFolders } from '../secret-paths.ts'
import type { SandboxOptions } from '../sandbox-options.ts'

/** What commands find empty. */
export interface HiddenPlaces {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

// Sockets of services live here, what other programs keep for a while, and keys and tasks of the machine.
const systemFolders = ['/run', '/var/run', '/var/tmp', '/etc/ssl/private', '/var/spool/cron']

// Only root reads them, which may be the operator.
const systemFiles = ['shadow', 'shadow-', 'gshadow', 'gshadow-', 'krb5.keytab']
  .concat(['rsa', 'dsa', 'ecdsa', 'ed25519'].map((kind) => `ssh/ssh_host_${kind}_key`))
  .map((name) => `/etc/${name}`)

/** What of the secrets is there at this moment, by its real path. */
export function hiddenPlaces(env: SandboxOptions['env']): HiddenPlaces {
  const homes = [...new Set([homeOf(env), homeOf({})])]
  const own = [env['XDG_STATE_HOME'], env['XDG_CONFIG_HOME']].map((base = '') => join(base, 'millrace'))
  const folders = [
    ...systemFolders,
    tmpdir(),
    ...own.concat(env['MILLRACE_HOME'] ?? '').filter(isAbsolute),
    ...homes.flatMap((home) => secretFolders.map((path) => join(home, path))),
  ]
  const files = systemFiles.concat(homes.flatMap((home) => secretFiles.map((path) => join(home, path))))
  return { folders: present(folders, 'isDirectory'), files: present(files, 'isFile') }
}

function present(paths: readonly string[], kind: 'isDirectory' | 'isFile'): string[] {
  const real = paths.flatMap((path) => {
    return isThere(path, kind) ? realpathSync.native(path) : []
  })
  return [...new Set(real)]
}

function isThere(path: string, kind: 'isDirectory' | 'isFile'): boolean {
  try {
    // Most are not there, and an error would cost more than the look.
    return statSync(path, { throwIfNoEntry: false })?.[kind]() === true
  } catch (error) {
    // Below a file there is nothing, either.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}
