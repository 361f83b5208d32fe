import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * Megabytes that a package and everything it needs take on disk, required peers included.
 * @param {string} name @param {string} from - a folder that can resolve it.
 */
export function installedMegabytes(name, from) {
  /** @type {Set<string>} */
  const seen = new Set()
  const pending = [{ name, from }]
  let total = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const place = locate(next.name, next.from)
    if (!place || seen.has(place)) continue
    seen.add(place)
    total += size(place)
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifest(place)
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    )
    for (const needed of [...Object.keys(dependencies ?? {}), ...peers])
      pending.push({ name: needed, from: place })
  }
  return seen.size > 0 ? total / 2 ** 20 : undefined
}

/** The folder of a package, as Node finds it. @param {string} name @param {string} from */
function locate(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpathSync(place)
    if (dirname(at) === at) return undefined
  }
}

/** @param {string} place */
const manifest = (place) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))

/** A package of this workspace weighs what it publishes; an installed one is that already. @param {string} place */
function size(place) {
  const installed = place.split(sep).includes('node_modules')
  const published = installed ? ['.'] : ['package.json', ...(manifest(place).files ?? [])]
  return published.reduce((sum, name) => sum + weigh(join(place, name)), 0)
}

/** @param {string} path @returns {number} */
function weigh(path) {
  if (!existsSync(path)) return 0
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.isFile() ? found.size : 0
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + weigh(join(path, name)), 0)
}
