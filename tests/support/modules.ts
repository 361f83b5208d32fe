import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { workspacePackages, type WorkspacePackage } from './workspace.ts'

/** A name that a module gives to others. */
export interface PublicName {
  readonly name: string
  readonly kind: 'type' | 'value'
}

const packages = workspacePackages()

const parsed = new Map<string, { source: string; tree: ReturnType<typeof parseSync> }>()

/** Parses a file once. */
function parse(file: string): { source: string; tree: ReturnType<typeof parseSync> } {
  const before = parsed.get(file)
  if (before) return before
  const source = readFileSync(file, 'utf8')
  const fresh = { source, tree: parseSync(file, source, { lang: 'ts' }) }
  parsed.set(file, fresh)
  return fresh
}

/** Every module that a source file refers to, statically, dynamically or in a type. */
export function specifiersOf(file: string): string[] {
  const { source, tree } = parse(file)
  const { module } = tree
  const named = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) => entry.entries.map((one) => one.moduleRequest?.value)),
    ...[...source.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g)].map((match) => match[2]),
  ]
  return [...new Set(named.filter((name) => name !== undefined))]
}

/** The public names of a module, re-exports followed to their declarations, sorted. */
export function publicNames(file: string): PublicName[] {
  return exportsOf(file)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry, index, all) => entry.name !== all[index - 1]?.name)
}

const known = new Map<string, PublicName[]>()

function exportsOf(file: string): PublicName[] {
  const before = known.get(file)
  if (before) return before
  const names = readExports(file)
  known.set(file, names)
  return names
}

function readExports(file: string): PublicName[] {
  return parse(file)
    .tree.module.staticExports.flatMap((statement) => statement.entries)
    .flatMap((entry) => {
      const request = entry.moduleRequest?.value
      const name = entry.exportName.name ?? 'default'
      if (request === undefined)
        return entry.exportName.kind === 'None' ? [] : [local(file, name, entry.localName.name ?? name)]
      const target = sourceOf(request, file)
      if (entry.importName.kind === 'Name') {
        return [renamed(found(target, entry.importName.name ?? name), name, entry.isType)]
      }
      return target === undefined ? [] : exportsOf(target).filter((one) => one.name !== 'default')
    })
}

function renamed(entry: PublicName, name: string, typeOnly: boolean): PublicName {
  return { ...entry, name, kind: typeOnly ? 'type' : entry.kind }
}

function found(target: string | undefined, name: string): PublicName {
  if (target === undefined) return { name, kind: 'value' }
  const entry = exportsOf(target).find((one) => one.name === name)
  if (entry === undefined) throw new Error(`${target} does not export ${name}`)
  return entry
}

/** A name declared in this file, or imported by it and passed on. */
function local(file: string, name: string, localName: string): PublicName {
  const { source, tree } = parse(file)
  const { module, program } = tree
  const imported = module.staticImports
    .flatMap((statement) =>
      statement.entries.map((entry) => ({ ...entry, request: statement.moduleRequest.value })),
    )
    .find((entry) => entry.localName.value === localName)
  if (imported) {
    const target = sourceOf(imported.request, file)
    return renamed(found(target, imported.importName.name ?? 'default'), name, imported.isType)
  }
  const declaration = new RegExp(
    `(?:export (?:default )?)?(?:declare )?(?:abstract )?(?:async )?(const|let|function\\*?|class|interface|type) ${localName}\\b`,
  )
  const statement = program.body.find(
    (node) => declaration.exec(source.slice(node.start, node.end))?.index === 0,
  )
  if (statement === undefined) throw new Error(`${file} declares no ${localName}`)
  const keyword = declaration.exec(source.slice(statement.start))?.[1]
  return { name, kind: keyword === 'interface' || keyword === 'type' ? 'type' : 'value' }
}

/** The source file behind a specifier, where the workspace has it. */
function sourceOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  const owner = packages.find(({ manifest }) => packageOf(specifier) === manifest.name)
  return owner && entriesOf(owner)[`.${specifier.slice(owner.manifest.name.length)}`]
}

/** The source file of each address that a package exports, such as `.` or `./presentation`. */
export function entriesOf({ folder, manifest }: WorkspacePackage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([address, target]) =>
      typeof target === 'string' ? [] : [[address, join(folder, target['@millrace/source'])]],
    ),
  )
}

/** The package that a bare specifier names. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
