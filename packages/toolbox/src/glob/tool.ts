import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition, type ToolTouches } from '@millrace/tools'
import { bounded } from '../workspace/bounded-argument.ts'
import { onFiles } from '../workspace/on-files.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { globLimits } from './limits.ts'
import { globMeta, presentGlobCall, presentGlobResult, type GlobArgs } from './present.ts'
import { renderGlob } from './render.ts'
import { glob } from './search.ts'
import { globSchema } from './value.ts'

const description =
  'Finds files by a pattern over their paths, relative to "path": * and ? within a name, ** for any depth, [a-z], ' +
  '{ts,tsx}, a leading ! for all but. Skipped and counted: what .gitignore and .ignore files ignore, and hidden names ' +
  `unless the pattern spells the dot; .git always. Lists at most ${globLimits.paths} paths (see maxResults), with the ` +
  'total. Links are listed, not followed. Folders are not listed.'

/** How a search for files is bounded. */
export interface GlobOptions {
  /** Milliseconds for one search; 30,000 unless given. */
  readonly budgetMs?: number
}

/** The `glob` tool over these files. */
export function globTool(files: FileOperations, options: GlobOptions = {}): ToolDefinition {
  const { budgetMs = globLimits.budgetMs } = options
  return defineTool({
    name: 'glob',
    description,
    additionalProperties: false,
    parameters: {
      pattern: { type: 'string', required: true, description: 'For example src/**/*.{ts,tsx}.' },
      path: {
        type: 'string',
        description: 'Folder to search, where the pattern is relative. Default: the whole workspace.',
      },
      sort: {
        type: 'string',
        enum: ['path', 'newest'],
        description: 'By path (default), or last changed first.',
      },
      maxResults: { type: 'integer', description: `Paths to list, at most ${globLimits.mostPaths}.` },
    },
    output: {
      schema: globSchema,
      render: (_, value) => renderGlob(value),
      presentationMeta: (_, value) => globMeta(value),
    },
    timeoutMs: budgetMs * 2,
    effects: 'none',
    isConcurrencySafe: () => true,
    touches: globTouches,
    presentCall: presentGlobCall,
    presentResult: presentGlobResult,
    execute: (args, { signal }) => {
      const { pattern, path = '.', sort = 'path', maxResults = globLimits.paths } = args
      if (args.path !== undefined && pattern.startsWith('/')) {
        throw new ToolArgsError(['"path" must be left out where "pattern" is absolute'])
      }
      const maxPaths = bounded('maxResults', maxResults, 1, globLimits.mostPaths)
      const request = { pattern, path, sort, maxPaths, budgetMs, signal }
      return onFiles(files, path, signal, () => glob(files, request))
    },
  })
}

/** The folder that is searched, and, of an absolute pattern, the part before its first wildcard. */
function globTouches({ pattern, path = '.' }: GlobArgs): ToolTouches {
  const start = /^[^*?[{\\]*/.exec(pattern)?.[0] ?? ''
  const touched = pattern.startsWith('/') ? start.slice(0, start.lastIndexOf('/') + 1) : path
  return { paths: [{ path: touched, access: 'read' }] }
}
