import type { IgnoreRules } from '../patterns/ignore-rules.ts'
import { MatchWork } from '../patterns/match-work.ts'

/** Steps that all rules together may take over one path: about two milliseconds, hundreds of times the usual. */
const stepsPerPath = 500_000

/** One folder's ignore files. */
export interface FolderRules {
  /** Of `.ignore`, whose word counts before that of any `.gitignore`. */
  readonly own?: IgnoreRules
  /** Of `.gitignore`. */
  readonly git?: IgnoreRules
  /** Of `.git/info/exclude`; it counts last. */
  readonly exclude?: IgnoreRules
}

/** All ignore files that apply in a folder, the nearest first. */
export class IgnoreStack {
  private readonly parent: IgnoreStack | undefined
  private readonly depth: number
  private readonly rules: FolderRules
  private readonly isRepository: boolean

  private constructor(
    parent: IgnoreStack | undefined,
    depth: number,
    rules: FolderRules,
    isRepository: boolean,
  ) {
    this.parent = parent
    this.depth = depth
    this.rules = rules
    this.isRepository = isRepository
  }

  /** No rules at all. */
  static readonly empty: IgnoreStack = new IgnoreStack(undefined, 0, {}, false)

  /**
   * The rules inside a folder.
   * @param depth - how many names lead from the workspace to it.
   * @param isRepository - whether a git repository begins here, where those around it end.
   */
  inside(depth: number, rules: FolderRules, isRepository: boolean): IgnoreStack {
    const { own, git, exclude } = rules
    const isSilent = own === undefined && git === undefined && exclude === undefined && !isRepository
    return isSilent ? this : new IgnoreStack(this, depth, rules, isRepository)
  }

  /**
   * Whether the path with these names, from the workspace on, is ignored; folders around it are not asked. What
   * that costs is added to the work.
   */
  ignores(names: readonly string[], isFolder: boolean, work: MatchWork): boolean {
    const own = new MatchWork(stepsPerPath)
    const verdict =
      this.verdict('own', names, isFolder, own) ??
      this.verdict('git', names, isFolder, own) ??
      this.verdict('exclude', names, isFolder, own)
    work.steps += own.steps
    return verdict ?? false
  }

  /** Whether all rules mean the same to every reader of such files. */
  get isPlain(): boolean {
    const { own, git, exclude } = this.rules
    const isPlainHere = [own, git, exclude].every((rules) => rules?.isPlain ?? true)
    return isPlainHere && (this.parent?.isPlain ?? true)
  }

  /** Whether `.gitignore` files or excludes of a repository count here. */
  get hasGitRules(): boolean {
    if (this.rules.git !== undefined || this.rules.exclude !== undefined) return true
    return !this.isRepository && (this.parent?.hasGitRules ?? false)
  }

  /**
   * The ignore files that count here, by their paths from the workspace, where all of them stand in it directly and
   * are read by git, the weakest first; undefined where others count too.
   */
  get gitFilesAtTop(): readonly string[] | undefined {
    if (this.parent === undefined) return []
    const { own, git, exclude } = this.rules
    if (own !== undefined || this.depth > 0 || this.parent.parent !== undefined) return undefined
    return [
      ...(exclude === undefined ? [] : ['.git/info/exclude']),
      ...(git === undefined ? [] : ['.gitignore']),
    ]
  }

  private verdict(
    kind: keyof FolderRules,
    names: readonly string[],
    isFolder: boolean,
    work: MatchWork,
  ): boolean | undefined {
    const verdict = this.rules[kind]?.judge(names, this.depth, isFolder, work) ?? 'silent'
    if (verdict !== 'silent') return verdict === 'ignored'
    if (this.isRepository && kind !== 'own') return undefined
    return this.parent?.verdict(kind, names, isFolder, work)
  }
}
