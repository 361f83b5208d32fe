import { defineTool, type ToolDefinition } from '@millrace/tools'
import type { FileOperations } from '../workspace/operations.ts'
import { bounded } from '../workspace/bounded-argument.ts'
import { onFiles } from '../workspace/on-files.ts'
import { SeenFiles } from '../workspace/seen-files.ts'
import { readLimits } from './limits.ts'
import { presentReadCall, presentReadResult, readMeta } from './present.ts'
import { readFile } from './read-file.ts'
import { renderRead } from './render.ts'
import { readSchema } from './value.ts'
import { shownPart } from './shown-part.ts'
import { watchReads } from './watch-reads.ts'

const description =
  'Reads a file of the workspace. Text comes as numbered lines ("12<tab>text"), at most ' +
  `${readLimits.lines} lines and ${readLimits.windowBytes / 1024} KB a call and ${readLimits.lineLength} characters a ` +
  'line; what is left out is counted, and the offset that continues is named. PNG, JPEG, GIF and WebP pictures up to ' +
  `${readLimits.imageBytes / 2 ** 20} MB are shown, notebooks come as cells, of other binary files you learn the size. ` +
  'For folders use glob.'

/**
 * The `read` tool over these files.
 *
 * @param seen - where it notes what was read; share it with `edit` and `write`.
 */
export function readTool(files: FileOperations, seen: SeenFiles = new SeenFiles()): ToolDefinition {
  return defineTool({
    name: 'read',
    description,
    additionalProperties: false,
    parameters: {
      path: {
        type: 'string',
        required: true,
        description: 'File, relative to the workspace or absolute; or kept output.',
      },
      offset: { type: 'integer', description: 'First line, counted from 1. Default 1.' },
      limit: { type: 'integer', description: `How many lines. Default and maximum ${readLimits.lines}.` },
      column: {
        type: 'integer',
        description: `Only the line at offset, from this character on, up to ${readLimits.linePart}.`,
      },
    },
    output: {
      schema: readSchema,
      render: (_, value) => renderRead(value),
      presentationMeta: (_, value) => readMeta(value),
    },
    timeoutMs: 60_000,
    effects: 'none',
    isConcurrencySafe: () => true,
    touches: ({ path }) => ({ paths: [{ path, access: 'read' }] }),
    presentCall: presentReadCall,
    presentResult: presentReadResult,
    execute: ({ path, offset = 1, limit = readLimits.lines, column }, { agent, signal }) => {
      bounded('offset', offset, 1)
      bounded('limit', limit, 1, readLimits.lines)
      if (column !== undefined) bounded('column', column, 1)
      return onFiles(files, path, signal, async () => {
        const reading = watchReads(files)
        const value = await readFile(reading.files, { path, offset, limit, column, signal })
        reading.note(seen, agent, shownPart(value))
        return value
      })
    },
  })
}
