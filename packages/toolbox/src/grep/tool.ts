import { defineTool, type ToolDefinition } from '@millrace/tools'
import { parseGlob, type GlobPattern } from '../patterns/glob-pattern.ts'
import { PatternError } from '../patterns/pattern-error.ts'
import { bounded } from '../workspace/bounded-argument.ts'
import { onFiles } from '../workspace/on-files.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { invalidPattern } from '../workspace/search-error.ts'
import type { SearchAccelerator } from './accelerator.ts'
import { grepLimits } from './limits.ts'
import { grepMeta, presentGrepCall, presentGrepResult } from './present.ts'
import { renderGrep } from './render.ts'
import { grep } from './search.ts'
import { grepSchema } from './value.ts'
import { WorkerPool } from './worker-pool.ts'

const description =
  'Searches file contents line by line with a regular expression in RE2 syntax (no look-around, no back-references). ' +
  'Skipped and counted: what .gitignore and .ignore files ignore, hidden names, binary files, files over 20 MB, ' +
  'links; .git always. A file or folder that "path" names is searched even if it is ignored or hidden. Lists at most ' +
  `${grepLimits.matches} matching lines (see maxResults) of at most ${grepLimits.lineLength} characters, with the total.`

/** How a search of contents is bounded. */
export interface GrepOptions {
  /** Milliseconds for one search, after which it returns what it found; 30,000 unless given. */
  readonly budgetMs?: number
  /** Counts for whole folders where it can; the results are the same. */
  readonly accelerator?: SearchAccelerator
}

/** The `grep` tool over these files. Patterns run in a worker thread that an abort or the time limit stops. */
export function grepTool(files: FileOperations, options: GrepOptions = {}): ToolDefinition {
  const { budgetMs = grepLimits.budgetMs, accelerator } = options
  const pool = new WorkerPool()
  return defineTool({
    name: 'grep',
    description,
    additionalProperties: false,
    parameters: {
      pattern: { type: 'string', required: true },
      path: { type: 'string', description: 'File or folder to search. Default: the whole workspace.' },
      include: {
        type: 'string',
        description: 'Only files that match this glob, for example *.ts or !*.test.ts.',
      },
      ignoreCase: { type: 'boolean' },
      literal: { type: 'boolean', description: 'The pattern is plain text.' },
      context: { type: 'integer', description: `Lines to show on each side, at most ${grepLimits.context}.` },
      maxResults: {
        type: 'integer',
        description: `Matching lines to list, at most ${grepLimits.mostMatches}.`,
      },
    },
    output: {
      schema: grepSchema,
      render: (_, value) => renderGrep(value),
      presentationMeta: (_, value) => grepMeta(value),
    },
    timeoutMs: budgetMs * 2,
    effects: 'none',
    isConcurrencySafe: () => true,
    touches: ({ path = '.' }) => ({ paths: [{ path, access: 'read' }] }),
    presentCall: presentGrepCall,
    presentResult: presentGrepResult,
    execute: (args, { signal }) => {
      const { pattern, path = '.', include = '**', ignoreCase = false, literal = false } = args
      const request = {
        pattern: searchable(pattern, literal),
        path,
        include: includePattern(include),
        includesAll: args.include === undefined,
        ignoreCase,
        isLiteral: literal,
        context: bounded('context', args.context ?? 0, 0, grepLimits.context),
        maxMatches: bounded('maxResults', args.maxResults ?? grepLimits.matches, 1, grepLimits.mostMatches),
        budgetMs,
        signal,
        ...(accelerator === undefined ? {} : { accelerator }),
      }
      return onFiles(files, path, signal, () => grep(files, pool, request))
    },
  })
}

function includePattern(include: string): GlobPattern {
  try {
    return parseGlob(include, { anyDepth: true })
  } catch (error) {
    throw error instanceof PatternError ? invalidPattern(include, error.message) : error
  }
}

/** Refuses patterns that could never match, or only at a great cost. */
function searchable(pattern: string, isLiteral: boolean): string {
  if (pattern === '') throw invalidPattern(pattern, 'it is empty and would match every line')
  if (pattern.length > grepLimits.patternLength) {
    throw invalidPattern(pattern, `it is longer than ${grepLimits.patternLength} characters`)
  }
  if (holdsLineBreak(pattern, isLiteral)) {
    throw invalidPattern(pattern, 'it asks for a line break, but lines are searched one at a time')
  }
  return pattern
}

function holdsLineBreak(pattern: string, isLiteral: boolean): boolean {
  if (pattern.includes('\n')) return true
  return (
    !isLiteral &&
    pattern
      .replaceAll('\\\\', '')
      .replaceAll(/\[[^\]]*\]/g, '')
      .includes('\\n')
  )
}
