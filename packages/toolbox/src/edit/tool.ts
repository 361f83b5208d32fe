import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { changeCard, changeMeta } from '../change/change-card.ts'
import { changeLimits } from '../change/limits.ts'
import { refuseUnmeantPath } from '../change/refuse-unmeant-path.ts'
import { refuseHalfCharacters } from '../text/refuse-half-characters.ts'
import { onFiles } from '../workspace/on-files.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { SeenFiles, type SeenNotes } from '../workspace/seen-files.ts'
import { editFile } from './edit-file.ts'
import { presentEditCall } from './present.ts'
import { renderEdit } from './render.ts'
import type { Replacement } from './replacement.ts'
import { editSchema } from './value.ts'

const description =
  `Replaces exact text in a file of up to ${changeLimits.fileBytes / 2 ** 20} MB: all edits or none, in order, each in ` +
  'the result of those before it. ' +
  'oldText must be in the file exactly once unless replaceAll is set: copy it from what read shows, white space ' +
  'included, without line numbers. Line ends, byte order mark, encoding and permissions are kept. Where oldText is ' +
  'not found, what comes nearest is shown. A file that changed since you read it has to be read again.'

/**
 * The `edit` tool over these files.
 *
 * @param seen - what has been read; share it with `read` and `write`.
 */
export function editTool(files: FileOperations, seen: SeenNotes = new SeenFiles()): ToolDefinition {
  return defineTool({
    name: 'edit',
    description,
    additionalProperties: false,
    parameters: {
      path: {
        type: 'string',
        required: true,
        description: 'File, relative to the workspace or absolute inside it.',
      },
      edits: {
        type: 'array',
        required: true,
        description: `At most ${changeLimits.edits}.`,
        items: {
          type: 'object',
          additionalProperties: false,
          properties: {
            oldText: { type: 'string', required: true },
            newText: { type: 'string', required: true },
            replaceAll: { type: 'boolean', description: 'Every place, not just one.' },
          },
        },
      },
    },
    output: {
      schema: editSchema,
      render: (_, value) => renderEdit(value),
      presentationMeta: (_, value) => changeMeta(value),
    },
    timeoutMs: 60_000,
    effects: 'other',
    // A model writes edits in an order that matters, and they take no time that overlapping would save.
    isConcurrencySafe: () => false,
    touches: ({ path }) => ({
      paths: [
        { path, access: 'read' },
        { path, access: 'write' },
      ],
    }),
    presentCall: presentEditCall,
    presentResult: ({ path }, result) => changeCard(path, result),
    execute: ({ path, edits }, { agent, signal }) => {
      refuseUnmeantPath(path)
      checkEdits(edits)
      return onFiles(files, path, signal, () => editFile(files, seen, { path, edits, agent, signal }))
    },
  })
}

function checkEdits(edits: readonly Replacement[]): void {
  if (edits.length === 0) throw new ToolArgsError(['"edits" is empty; name at least one replacement'])
  if (edits.length > changeLimits.edits) {
    throw new ToolArgsError([`"edits" has ${edits.length} items, and may have at most ${changeLimits.edits}`])
  }
  for (const [index, { oldText, newText }] of edits.entries()) {
    if (oldText === '') {
      const name = `"edits[${index}].oldText"`
      throw new ToolArgsError([
        `${name} is empty; name the text to replace, and to insert text name what stands before or behind it as well`,
      ])
    }
    refuseHalfCharacters(`edits[${index}].oldText`, oldText)
    refuseHalfCharacters(`edits[${index}].newText`, newText)
  }
}
