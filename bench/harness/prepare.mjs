import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Installs the peers, unless what is installed is what the lockfile says. @param {(line: string) => void} log */
export function installPeers(log) {
  const lock = join(bench, 'package-lock.json')
  const installed = join(bench, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  log('installing the peers of bench/ …')
  run('npm', ['ci', '--prefix', bench, '--ignore-scripts', '--no-audit', '--no-fund'])
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
