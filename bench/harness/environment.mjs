import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Where and when this run took place, as Markdown lines. */
export function environment() {
  const [first] = cpus()
  const load = loadavg()[0].toFixed(2)
  return [
    `- date: ${new Date().toISOString()}`,
    `- processor: ${first?.model.trim() ?? 'unknown'}`,
    `- cores: ${availableParallelism()}, load when it began: ${load}`,
    `- memory: ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `- Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
    `- commit: ${commit()}`,
  ]
}

/** Versions of the peers, from the manifests that pin them. */
export function peers() {
  const pinned = ['../package.json', '../code-mode/package.json'].flatMap((path) => {
    const manifest = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
    return Object.entries(manifest.dependencies)
  })
  return [...new Set(pinned.map(([name, version]) => `${name} ${version}`))]
}

function commit() {
  const git = (/** @type {string[]} */ args) => {
    const cwd = new URL('..', import.meta.url)
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }
  try {
    const changed = git(['status', '--porcelain', '--', '../packages']) === '' ? '' : ' with changes'
    return git(['rev-parse', '--short', 'HEAD']) + changed
  } catch {
    return 'unknown'
  }
}
