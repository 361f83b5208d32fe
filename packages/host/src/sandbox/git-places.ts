import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Where Git finds hooks and further settings by what its settings say. */
export interface GitPlaces {
  readonly hooks: readonly string[]
  readonly settings: readonly string[]
}

const longest = 1024 * 1024
const deepest = 4

/**
 * What the settings of a repository, and those of the person, name beside `.git/hooks` and `.git/config`. Read without
 * conditions: a place that is named for another repository counts, too.
 * @param root - the folder of the working tree.
 */
export function gitPlaces(root: string, home: string): GitPlaces {
  const hooks = new Set<string>()
  const settings = new Set<string>()
  const follow = (file: string, depth: number): void => {
    for (const [key, value] of namedIn(file)) {
      if (key === 'hookspath') {
        hooks.add(inHome(value, home, root))
        continue
      }
      const included = inHome(value, home, dirname(file))
      if (depth === deepest || settings.has(included)) continue
      settings.add(included)
      follow(included, depth + 1)
    }
  }
  const own = gitFolder(root)
  const common = resolve(own, text(join(own, 'commondir'))?.trim() ?? '.')
  const files = [join(common, 'config'), join(own, 'config.worktree')]
  for (const file of [...files, join(home, '.gitconfig'), join(home, '.config/git/config')]) follow(file, 0)
  return { hooks: [...hooks], settings: [...settings] }
}

/** That of a linked working tree is named in a file. */
function gitFolder(root: string): string {
  const path = join(root, '.git')
  const [, named] = /^gitdir: (.+)$/m.exec(text(path) ?? '') ?? []
  return named === undefined ? path : resolve(root, named)
}

/** The values of keys that name places, by their key in small letters. */
function namedIn(file: string): [key: string, value: string][] {
  const found = (text(file) ?? '').matchAll(/^[ \t]*(?:\[[^\]\n]*\][ \t]*)?(hookspath|path)[ \t]*=(.*)$/gim)
  return Array.from(found, ([, key = '', value = '']): [string, string] => [
    key.toLowerCase(),
    valueOf(value),
  ]).filter(([, value]) => value !== '')
}

function valueOf(written: string): string {
  const [, quoted, bare = ''] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^#;]*))/.exec(written) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare.trim()
}

const inHome = (path: string, home: string, base: string): string =>
  path.startsWith('~/') ? join(home, path.slice(2)) : resolve(base, path)

/** Undefined where there is no such file, or none that can be read. */
function text(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() === true && found.size <= longest ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
