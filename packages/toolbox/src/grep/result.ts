import { skipReasons, type SkipTally } from '../workspace/skipped.ts'
import type { FileMatches } from './file-matches.ts'
import { grepLimits } from './limits.ts'
import type { FoundLine, GrepFile, GrepValue } from './value.ts'

/** Takes what each file holds, in order, and keeps what may be listed. */
export class GrepResult {
  private readonly files: GrepFile[] = []
  private readonly maxMatches: number
  private readonly contextLines: number
  private readonly tally: SkipTally
  private listed = 0
  private listedLength = 0
  private isFull = false
  private total = 0
  private totalFiles = 0
  private searched = 0

  /**
   * @param maxMatches - how many matching lines to list.
   * @param contextLines - how many lines to list on each side of them.
   * @param tally - counts what is left out.
   */
  constructor(maxMatches: number, contextLines: number, tally: SkipTally) {
    this.maxMatches = maxMatches
    this.contextLines = contextLines
    this.tally = tally
  }

  /** Adds the next file. */
  add(path: string, found: FileMatches | 'binary' | 'tooLarge'): void {
    if (found === 'binary' || found === 'tooLarge') {
      this.tally.counts[found] += 1
      return
    }
    this.searched += 1
    if (found.count === 0) return
    this.total += found.count
    this.totalFiles += 1
    const matches = this.listable(found.matches)
    if (matches.length === 0) return
    const last = (matches.at(-1)?.lineNumber ?? 0) + this.contextLines
    const context = found.context.filter(({ lineNumber }) => lineNumber <= last)
    this.files.push({ path, count: found.count, matches, ...(this.contextLines > 0 ? { context } : {}) })
    this.listedLength += context.reduce((length, { line }) => length + line.length, 0)
  }

  /** How many more lines may be listed. */
  get room(): number {
    const isFull = this.isFull || this.listedLength >= grepLimits.listedLength
    return isFull ? 0 : Math.max(0, this.maxMatches - this.listed)
  }

  /** Adds files that were searched without a find. */
  addSearched(count: number): void {
    this.searched += count
  }

  /** The whole, with what was left out. */
  finish(about: { pattern: string; path: string; startIgnored: boolean; incomplete: boolean }): GrepValue {
    const { total, totalFiles, searched, files } = this
    return {
      pattern: about.pattern,
      path: about.path,
      files,
      total,
      totalFiles,
      searched,
      truncated: total > this.listed,
      ...this.tally.facts(skipReasons),
      ...(about.startIgnored ? { startIgnored: true } : {}),
      ...(about.incomplete ? { incomplete: true } : {}),
    }
  }

  private listable(matches: readonly FoundLine[]): FoundLine[] {
    const kept: FoundLine[] = []
    for (const match of matches) {
      this.isFull = this.room === 0
      if (this.isFull) break
      kept.push(match)
      this.listed += 1
      this.listedLength += match.line.length
    }
    return kept
  }
}
