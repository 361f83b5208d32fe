import type { SkipTally } from '../workspace/skipped.ts'
import type { FileMatches } from './file-matches.ts'
import { grepLimits } from './limits.ts'
import type { FoundLine, GrepFile, GrepValue } from './value.ts'

/** Takes what each file holds, in order, and keeps what may be listed. */
export class GrepResult {
  private readonly files: GrepFile[] = []
  private readonly maxMatches: number
  private readonly contextLines: number
  private listed = 0
  private listedLength = 0
  private isFull = false
  private total = 0
  private totalFiles = 0
  private searched = 0
  private binary = 0
  private tooLarge = 0

  /**
   * @param maxMatches - how many matching lines to list.
   * @param contextLines - how many lines to list on each side of them.
   */
  constructor(maxMatches: number, contextLines: number) {
    this.maxMatches = maxMatches
    this.contextLines = contextLines
  }

  /** Adds the next file. */
  add(path: string, found: FileMatches | 'binary' | 'tooLarge'): void {
    if (found === 'binary' || found === 'tooLarge') {
      this[found] += 1
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

  /** The whole, with what the walk left out. */
  finish(
    about: { pattern: string; path: string; startIgnored: boolean; incomplete: boolean },
    tally: SkipTally,
  ): GrepValue {
    const { ignored, hidden, special, unreadable, named } = tally
    const { binary, tooLarge, total, totalFiles, searched, files } = this
    return {
      pattern: about.pattern,
      path: about.path,
      files,
      total,
      totalFiles,
      searched,
      truncated: total > this.listed,
      skipped: { ignored, hidden, binary, tooLarge, special, unreadable },
      ...(named.length > 0 ? { unreadable: named } : {}),
      ...(about.startIgnored ? { startIgnored: true } : {}),
      ...(about.incomplete ? { incomplete: true } : {}),
    }
  }

  private listable(matches: readonly FoundLine[]): FoundLine[] {
    const kept: FoundLine[] = []
    for (const match of matches) {
      this.isFull ||= this.listed >= this.maxMatches || this.listedLength >= grepLimits.listedLength
      if (this.isFull) break
      kept.push(match)
      this.listed += 1
      this.listedLength += match.line.length
    }
    return kept
  }
}
