import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-6'
import { manifestsBelow } from '../manifests.ts'

/** A package of the workspace, as the catalogue knows it. */
export interface SourcePackage {
  /** Its folder below `packages`, which also names its pages: `docs/en/packages/tools.md`, `docs/en/api/tools.md`. */
  readonly id: string
  /** What it is imported by. */
  readonly name: string
  /** The source file behind each address: `.` and `./presentation`. */
  readonly addresses: readonly { readonly specifier: string; readonly file: ts.SourceFile }[]
}

/** The sources of the packages below one root, type-checked as far as somebody asks. */
export interface Sources {
  readonly root: string
  readonly checker: ts.TypeChecker
  /** In the order of their ids. */
  readonly packages: readonly SourcePackage[]
  /** Every module of a `src` folder, tests left out, in the order of their paths. */
  readonly files: readonly ts.SourceFile[]
  /** The module at a path from the root, such as `packages/tools/src/events.ts`. */
  file(path: string): ts.SourceFile | undefined
}

const known = new Map<string, Sources>()

/** The one program that every writer reads. Made once for each root: whoever changes files makes another process. */
export function sourcesOf(root: string): Sources {
  const before = known.get(root)
  if (before !== undefined) return before
  const sources = readSources(root)
  known.set(root, sources)
  return sources
}

/** Where a node stands, as a message names it: `packages/tools/src/events.ts:12`. */
export function placeOf(root: string, node: ts.Node): string {
  return `${pathOf(root, node.getSourceFile())}:${lineOf(node)}`
}

/** The address of a node, which works from every page two folders below `docs`. */
export function addressOf(root: string, node: ts.Node): string {
  return `../../../${pathOf(root, node.getSourceFile())}#L${lineOf(node)}`
}

/** A link to a node that is called by its place. */
export function sourceLink(root: string, node: ts.Node): string {
  return `[${placeOf(root, node)}](${addressOf(root, node)})`
}

/** The path of a file from the root, with slashes. */
export function pathOf(root: string, file: ts.SourceFile): string {
  return file.fileName.slice(withSlash(root).length)
}

/** Whether a file is one of the sources, rather than of something that is installed. */
export function isOurs(root: string, file: ts.SourceFile): boolean {
  return file.fileName.startsWith(`${withSlash(root)}packages/`) && !file.fileName.includes('/node_modules/')
}

const lineOf = (node: ts.Node): number => {
  const file = node.getSourceFile()
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

function readSources(root: string): Sources {
  const manifests = manifestsBelow<Manifest>(root)
  const paths = manifests.flatMap(({ id }) => modulesOf(root, id)).toSorted()
  const program = ts.createProgram({ rootNames: paths, options: optionsOf(root) })
  const fileAt = (path: string): ts.SourceFile | undefined => program.getSourceFile(withSlash(root) + path)
  return {
    root,
    checker: program.getTypeChecker(),
    packages: manifests.map(({ id, manifest }) => ({
      id,
      name: manifest.name,
      addresses: addressesOf(id, manifest, fileAt),
    })),
    files: paths.map((path) => program.getSourceFile(path)).filter((file) => file !== undefined),
    file: fileAt,
  }
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

function modulesOf(root: string, id: string): string[] {
  return readdirSync(join(root, 'packages', id, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.test(?:-d)?\.ts$/.test(name))
    .map((name) => `${withSlash(root)}packages/${id}/src/${name}`)
}

function addressesOf(
  id: string,
  { name, exports = {} }: Manifest,
  fileAt: (path: string) => ts.SourceFile | undefined,
): SourcePackage['addresses'] {
  return Object.entries(exports).flatMap(([address, target]) => {
    if (typeof target === 'string') return []
    const source = target['@millrace/source'] ?? ''
    const file = fileAt(`packages/${id}/${source.replace('./', '')}`)
    if (file === undefined)
      throw new Error(`packages/${id}/package.json: no source file stands behind ${address}`)
    return [{ specifier: name + address.slice(1), file }]
  })
}

function optionsOf(root: string): ts.CompilerOptions {
  const file = join(root, 'tsconfig.base.json')
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: object
    error?: ts.Diagnostic
  }
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  // Types are written by their order, so it must not depend on who asked for which type first.
  return { ...options, noEmit: true, declaration: false, stableTypeOrdering: true }
}

const withSlash = (root: string): string => `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`
