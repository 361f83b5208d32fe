import type { DirectoryEntry } from '@millrace/host'
import { isHarnessError } from '@millrace/schema'
import { MatchWork } from '../patterns/match-work.ts'
import { readFolderRules } from '../workspace/folder-rules.ts'
import { IgnoreStack } from '../workspace/ignore-stack.ts'
import type { FileOperations } from '../workspace/operations.ts'
import type { Pace } from '../workspace/pace.ts'
import type { CountedTree } from './accelerator.ts'

/** Folders with rules of their own that are looked at; with more the walk itself is not much slower. */
const mostRuleFolders = 2000

const ruleNames: readonly string[] = ['.git', '.gitignore', '.ignore']

/** The folder that was counted. */
export interface CountedFolder {
  /** From the workspace; `''` for all of it. */
  readonly path: string
  /** The rules inside it. */
  readonly ignore: IgnoreStack
  /** Whether git's rules count inside repositories alone, and end where another one begins. */
  readonly isRepository: boolean
}

/**
 * Whether our own rules leave out what a count left out, and keep what it found. Rules that not all readers take alike
 * make it false, and so does whatever cannot be made sure of.
 */
export async function agreesWithRules(
  files: FileOperations,
  counted: CountedTree,
  folder: CountedFolder,
  pace: Pace,
  signal: AbortSignal,
): Promise<boolean> {
  const { matching, ignored, hidden, left } = counted
  const start = folder.path === '' ? '' : `${folder.path}/`
  for (const paths of [matching.keys(), ignored, hidden, left]) {
    for (const path of paths) if (!path.startsWith(start)) return false
  }
  const rules = await RuleTree.read(files, counted, folder, signal)
  if (rules === undefined) return false
  for (const isRight of checks(counted, rules)) {
    if (!isRight) return false
    if (pace.isDue) await pace.rest()
  }
  return rules.wereAllAsked
}

function* checks({ hidden, ignored, matching, left }: CountedTree, rules: RuleTree): Generator<boolean> {
  for (const path of hidden) yield rules.hides(path)
  for (const path of ignored) yield rules.leavesOut(path)
  for (const path of matching.keys()) yield rules.keeps(path)
  for (const path of left) yield rules.keeps(path)
}

/** The rules of all folders that were counted. */
class RuleTree {
  /** Whether no rules were left unasked because of what they cost. */
  wereAllAsked = true
  private readonly stacks: Map<string, IgnoreStack>
  private readonly kept = new Map<string, boolean>()
  private readonly work = new MatchWork()

  private constructor(top: string, stacks: Map<string, IgnoreStack>) {
    this.stacks = stacks
    this.kept.set(top, true)
  }

  /** Undefined where a count may have honoured other rules than ours. */
  static async read(
    files: FileOperations,
    { hidden, ignored }: CountedTree,
    { path: top, ignore, isRepository }: CountedFolder,
    signal: AbortSignal,
  ): Promise<RuleTree | undefined> {
    const tree = new RuleTree(top, new Map([[top, ignore]]))
    const namesByFolder = ruleFiles([...hidden, ...ignored])
    if (namesByFolder === undefined || !ignore.isPlain) return undefined
    namesByFolder.delete(top)
    if (namesByFolder.size > mostRuleFolders) return undefined
    // Code units put a folder before what is inside it.
    for (const [path, names] of [...namesByFolder].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const around = tree.stackOf(path)
      const begins = names.includes('.git')
      if (begins && !isRepository && around.hasGitRules) return undefined
      const stack = await tree.readStack(files, path, names, around, signal)
      if (stack?.isPlain !== true) return undefined
      tree.stacks.set(path, stack)
    }
    return tree
  }

  /** Whether nothing but its name hides what stands at a path. */
  hides(path: string): boolean {
    return nameOf(path).startsWith('.') && this.keepsFolder(folderOf(path))
  }

  /** Whether rules leave out what stands at a path, as a file or as a folder. */
  leavesOut(path: string): boolean {
    const folder = folderOf(path)
    return this.keepsFolder(folder) && (this.ignores(path, false) || this.ignores(path, true))
  }

  /** Whether rules keep a file, and all folders around it. */
  keeps(path: string): boolean {
    return this.keepsFolder(folderOf(path)) && !this.ignores(path, false) && !nameOf(path).startsWith('.')
  }

  private keepsFolder(path: string): boolean {
    const known = this.kept.get(path)
    if (known !== undefined) return known
    const isKept =
      path !== '' &&
      this.keepsFolder(folderOf(path)) &&
      !this.ignores(path, true) &&
      !nameOf(path).startsWith('.')
    this.kept.set(path, isKept)
    return isKept
  }

  private ignores(path: string, isFolder: boolean): boolean {
    return this.stackOf(folderOf(path)).ignores(path.split('/'), isFolder, this.work)
  }

  /** The rules inside a folder; it has to lie in what was counted. */
  private stackOf(path: string): IgnoreStack {
    const known = this.stacks.get(path)
    if (known !== undefined || path === '') return known ?? IgnoreStack.empty
    const stack = this.stackOf(folderOf(path))
    this.stacks.set(path, stack)
    return stack
  }

  private async readStack(
    files: FileOperations,
    path: string,
    names: readonly string[],
    around: IgnoreStack,
    signal: AbortSignal,
  ): Promise<IgnoreStack | undefined> {
    const folder = await files.directory(path, signal)
    try {
      let isRead = true
      const entries = names.map(ruleEntry)
      const rules = await readFolderRules(folder, entries, signal, (_, error) => {
        const code = isHarnessError(error) ? error.code : undefined
        if (code === 'SEARCH_RULES_TOO_COSTLY') this.wereAllAsked = false
        // A repository without excludes, or one whose data are elsewhere, has none for the walk either.
        else if (code !== 'FS_NOT_FOUND' && code !== 'FS_NOT_DIRECTORY') isRead = false
      })
      return isRead ? around.inside(path.split('/').length, rules, names.includes('.git')) : undefined
    } finally {
      await folder.close()
    }
  }
}

function ruleEntry(name: string): DirectoryEntry {
  return { name, kind: name === '.git' ? 'directory' : 'file' }
}

/** Rule files by folder; undefined where there are such that are not ours. */
function ruleFiles(paths: readonly string[]): Map<string, string[]> | undefined {
  const found = new Map<string, string[]>()
  for (const path of paths) {
    const name = nameOf(path)
    if (name === '.rgignore') return undefined
    if (!ruleNames.includes(name)) continue
    const folder = folderOf(path)
    const names = found.get(folder)
    if (names === undefined) found.set(folder, [name])
    else names.push(name)
  }
  return found
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
