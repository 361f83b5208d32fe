import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHarnessError } from '@millrace/protocol'
import { openRoot } from '../src/files/confined-root.ts'
import type { ConfinedRoot, Enforcement } from '../src/index.ts'

/** What every file outside the root says. */
export const canary = 'CANARY'

/** Where syncing a file costs nothing, if the system has such a place. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A folder to confine to, amid files that must never be read. */
export interface Tree {
  /** The root, absolute and without links. */
  readonly root: string
  /** The folder in which the root and its forbidden neighbours stand. */
  readonly base: string
  readonly remove: () => void
}

/** Builds the root `ws` with links of every kind, beside canaries. */
export function plantTree(parent: string = tmpdir()): Tree {
  const base = realpathSync(mkdtempSync(join(parent, 'millrace-')))
  const root = join(base, 'ws')
  for (const folder of ['ws/a/b', 'ws/links', 'ws/~', 'ws-evil', 'outside/dir']) {
    mkdirSync(join(base, folder), { recursive: true })
  }
  for (const secret of ['secret', 'ws-evil/secret', 'outside/secret', 'outside/dir/secret']) {
    writeFileSync(join(base, secret), canary)
  }
  for (const file of ['top', 'a/one', 'a/b/two', '~/home', 'C:\\boot']) {
    writeFileSync(join(root, file), `inside ${file}`)
  }
  const links = {
    dir: '../a',
    file: '../a/one',
    absolute: join(root, 'a/b'),
    physical: 'deep/../one',
    deep: '../a/b',
    chain: 'file',
    self: 'self',
    ping: 'pong',
    pong: 'ping',
    dangling: 'nowhere',
    'to-root': '..',
    out: '../../outside',
    'out-file': '../../secret',
    'out-absolute': join(base, 'outside/secret'),
    'out-twin': `${root}-evil/secret`,
    'out-back': `../../ws/../secret`,
    'out-through-root': join(root, '../secret'),
    'out-etc': '/etc/passwd',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, 'links', name))
  return { root, base, remove: () => rmSync(base, { recursive: true, force: true }) }
}

/** The code of the error that a promise rejects with, or what it resolved with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    if (isHarnessError(error)) return error.code
    throw error
  }
}

/** Bytes as text. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

/** Text as bytes. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** Every way to confine that this system has, to test each. */
export const enforcements: readonly Enforcement[] =
  process.platform === 'linux' ? ['full', 'partial'] : ['partial']

/** Opens a root that works in the given way. */
export const openAs = (enforcement: Enforcement, path: string): Promise<ConfinedRoot> =>
  openRoot(path, enforcement)

/** Waits until files are read together, which takes a thread; `path` is a regular file. */
export async function awaitThread(root: ConfinedRoot, path: string): Promise<void> {
  if (root.enforcement !== 'full') return
  const paths = Array.from({ length: 64 }, () => path)
  while ((await root.readTogether(paths, { most: 1000 })).length === 0) await sleep(5)
}

/** How many descriptors of files beneath a folder this process holds; none where the system does not say. */
export function heldDescriptors(folder: string): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      // The listing's own descriptor is gone by now.
      return false
    }
  }).length
}

/** Makes a device where this process may. */
export function plantDevice(path: string, major: number, minor: number): boolean {
  try {
    execFileSync('mknod', [path, 'c', `${major}`, `${minor}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
