import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, resolve, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf, packageOf, specifiersOf } from './support/modules.ts'
import {
  display,
  readJson,
  sourcesOf,
  workspacePackages,
  type WorkspacePackage,
} from './support/workspace.ts'

/** Which packages of the workspace each one may import; `all` is for what puts everything together. */
const mayImport: Readonly<Record<string, readonly string[] | 'all'>> = {
  schema: [],
  protocol: ['schema'],
  schedule: [],
  scope: [],
  host: ['protocol'],
  tools: ['schema', 'protocol', 'scope'],
  'code-mode': ['tools', 'schedule', 'schema', 'protocol', 'scope', 'host'],
  agent: ['tools', 'schedule', 'scope', 'protocol', 'schema', 'host'],
  policies: ['tools', 'protocol', 'schema', 'scope', 'host'],
  toolbox: ['tools', 'protocol', 'schema', 'host'],
  cards: ['protocol'],
  mcp: ['tools', 'protocol', 'schema', 'scope', 'host'],
  adapters: ['tools', 'protocol', 'schema'],
  acp: ['agent', 'tools', 'protocol', 'cards'],
  web: 'all',
  cli: 'all',
  testkit: 'all',
}

/** Packages that are plain computation: nothing of Node, no plugin framework. */
const pure = ['schema', 'protocol', 'schedule']

/** Packages that touch the machine. */
const touchesMachine = ['host', 'web', 'cli']

/** Files that may, as they are parts of a sandbox: what they read is of their own package, or the pipes of their process. */
const partsOfSandboxes = 'packages/code-mode/guest/'

const packages = workspacePackages()
const idOf = new Map(packages.map(({ id, manifest }) => [manifest.name, id]))

/** Every reference of the sources of one package to another module. */
function references(found: WorkspacePackage): { file: string; specifier: string }[] {
  return sourcesOf(found).flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
}

function bare(found: WorkspacePackage): { file: string; specifier: string }[] {
  return references(found).filter(({ specifier }) => !/^[.#]/.test(specifier) && !isBuiltin(specifier))
}

describe.each(packages)('$id', (found) => {
  const allowed = mayImport[found.id]
  const permits = (id: string): boolean => allowed === 'all' || allowed?.includes(id) === true
  const declared = Object.keys({ ...found.manifest.dependencies, ...found.manifest.peerDependencies })

  test('has a place in the table, a name to match it and an entry', () => {
    expect(allowed).toBeDefined()
    expect(found.manifest.name).toBe(found.id === 'cli' ? 'millrace' : `@millrace/${found.id}`)
    expect(existsSync(join(found.folder, 'src/index.ts'))).toBe(true)
    expect(Object.values(entriesOf(found)).filter((file) => !existsSync(file))).toEqual([])
  })

  test('depends only on packages that it may import', () => {
    const neighbours = declared.flatMap((name) => idOf.get(name) ?? [])
    expect(neighbours.filter((id) => !permits(id))).toEqual([])
  })

  test('imports only packages that it declares, by an exported address', () => {
    const wrong = bare(found).filter(({ specifier }) => {
      const name = packageOf(specifier)
      const owner = packages.find(({ manifest }) => manifest.name === name)
      if (!declared.includes(name)) return true
      return owner !== undefined && !(`.${specifier.slice(name.length)}` in entriesOf(owner))
    })
    expect(wrong.map(({ file, specifier }) => `${display(file)}: ${specifier}`)).toEqual([])
  })

  test('reaches no file of another package by path', () => {
    const wrong = references(found).filter(
      ({ file, specifier }) =>
        specifier.startsWith('.') &&
        relative(found.folder, resolve(dirname(file), specifier)).startsWith('..'),
    )
    expect(wrong.map(({ file, specifier }) => `${display(file)}: ${specifier}`)).toEqual([])
  })

  test('compiles after exactly the packages that it depends on', () => {
    const { references: before = [] } = readJson<{ references?: { path: string }[] }>(
      join(found.folder, 'tsconfig.json'),
    )
    const neighbours = declared.flatMap((name) => idOf.get(name) ?? [])
    expect(before.map(({ path }) => path.replace('../', '')).toSorted()).toEqual(neighbours.toSorted())
  })

  if (pure.includes(found.id))
    test('imports nothing of Node and no framework', () => {
      const foreign = references(found).filter(
        ({ specifier }) => isBuiltin(specifier) || specifier.includes('cordis'),
      )
      expect(foreign.map(({ file, specifier }) => `${display(file)}: ${specifier}`)).toEqual([])
    })

  if (!touchesMachine.includes(found.id))
    test('leaves files and processes to the host', () => {
      const machine = references(found).filter(
        ({ file, specifier }) =>
          /^(?:node:)?(?:fs|child_process)(?:\/|$)/.test(specifier) &&
          !display(file).startsWith(partsOfSandboxes),
      )
      expect(machine.map(({ file, specifier }) => `${display(file)}: ${specifier}`)).toEqual([])
    })
})

test('the table is one of layers, without a way back', () => {
  const settled = new Set<string>()
  for (const _ of Object.keys(mayImport)) {
    for (const [id, allowed] of Object.entries(mayImport)) {
      if (allowed === 'all' || allowed.every((name) => settled.has(name))) settled.add(id)
    }
  }
  expect(Object.keys(mayImport).filter((id) => !settled.has(id))).toEqual([])
})
