import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesIn } from './support/installed.ts'
import { readJson, root } from './support/workspace.ts'

/** What the lock file says of one installed package. */
interface Locked {
  readonly version?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const { packages: locked } = readJson<{ packages: Record<string, Locked> }>(join(root, 'package-lock.json'))

/** Where a package finds another: in its own folder of modules, or in that of a folder around it. */
function place(from: string, name: string): string | undefined {
  const own = `${from}/node_modules/${name}`
  if (own in locked) return own
  const outer = from.lastIndexOf('/node_modules/')
  if (outer >= 0) return place(from.slice(0, outer), name)
  return `node_modules/${name}` in locked ? `node_modules/${name}` : undefined
}

function needs(entry: Locked): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {})
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
  ]
}

/** Every place in the lock file that installing a workspace package brings along, itself included. */
function reach(start: string): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const entry = locked[path]
    if (entry === undefined || seen.has(path)) continue
    seen.add(path)
    const targets = entry.link ? [entry.resolved] : needs(entry).map((name) => place(path, name))
    open.push(...targets.filter((target) => target !== undefined))
  }
  return seen
}

describe('installing the command', () => {
  const reached = reach('packages/cli')
  const thirdParty = [...reached].filter((path) => path.includes('node_modules/') && !locked[path]?.link)

  test('brings every package that it declares', () => {
    const missing = [...reached].flatMap((path) =>
      Object.keys(locked[path]?.dependencies ?? {}).filter((name) => place(path, name) === undefined),
    )
    expect(missing).toEqual([])
    expect(thirdParty).toContain('node_modules/commander')
    expect([...reached]).toContain('packages/schema')
  })

  test('takes at most 66 packages of others', () => {
    expect(thirdParty.length, thirdParty.join('\n')).toBeLessThanOrEqual(66)
  })

  test('runs no script of theirs', () => {
    expect(thirdParty.filter((path) => locked[path]?.hasInstallScript)).toEqual([])
  })

  test('needs no compiler and no binary', () => {
    const native = thirdParty.flatMap((path) =>
      filesIn(join(root, path)).filter((file) => /(?:binding\.gyp|\.node|\.(?:cc|cpp|c|rs))$/.test(file)),
    )
    expect(thirdParty.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(native).toEqual([])
  })
})
