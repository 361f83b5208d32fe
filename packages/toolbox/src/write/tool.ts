import { defineTool, type ToolDefinition } from '@millrace/tools'
import { changeCard, changeMeta } from '../change/change-card.ts'
import { changeLimits } from '../change/limits.ts'
import { refuseUnmeantPath } from '../change/refuse-unmeant-path.ts'
import { refuseHalfCharacters } from '../text/refuse-half-characters.ts'
import { onFiles } from '../workspace/on-files.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { SeenFiles, type SeenNotes } from '../workspace/seen-files.ts'
import { presentWriteCall } from './present.ts'
import { renderWrite } from './render.ts'
import { writeSchema } from './value.ts'
import { writeFile } from './write-file.ts'

const description =
  `Makes a file, or replaces all of its content, with exactly the UTF-8 of content (up to ${changeLimits.fileBytes / 2 ** 20} MB): ` +
  'no line break, byte order mark or CRLF is added. Missing folders are made. A file that exists has to be read before, unless ' +
  'overwrite is set. To change a part of a file use edit.'

/**
 * The `write` tool over these files.
 *
 * @param seen - what has been read; share it with `read` and `edit`.
 */
export function writeTool(files: FileOperations, seen: SeenNotes = new SeenFiles()): ToolDefinition {
  return defineTool({
    name: 'write',
    description,
    additionalProperties: false,
    parameters: {
      path: {
        type: 'string',
        required: true,
        description: 'File, relative to the workspace or absolute inside it.',
      },
      content: { type: 'string', required: true },
      overwrite: { type: 'boolean', description: 'Replace a file that was not read.' },
    },
    output: {
      schema: writeSchema,
      render: (_, value) => renderWrite(value),
      presentationMeta: (_, value) => changeMeta(value),
    },
    timeoutMs: 60_000,
    effects: 'idempotent',
    // A model writes files in an order that matters, and it takes no time that overlapping would save.
    isConcurrencySafe: () => false,
    // The result tells which lines were replaced.
    touches: ({ path }) => ({
      paths: [
        { path, access: 'read' },
        { path, access: 'write' },
      ],
    }),
    presentCall: presentWriteCall,
    presentResult: ({ path }, result) => changeCard(path, result),
    execute: ({ path, content, overwrite = false }, { agent, signal }) => {
      refuseUnmeantPath(path)
      refuseHalfCharacters('content', content)
      return onFiles(files, path, signal, () =>
        writeFile(files, seen, { path, content, overwrite, agent, signal }),
      )
    },
  })
}
