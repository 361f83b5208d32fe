import { createTools, type Agent } from '@millrace/tools'
import { editTool } from '../edit/tool.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { SeenFiles } from '../workspace/seen-files.ts'
import { writeTool } from '../write/tool.ts'
import { decidingFiles } from './deciding-files.ts'
import { onlyLooking } from './only-looking.ts'

/** The whole of a file before and after a call. */
export interface WholeChange {
  /** Absolute. */
  readonly path: string
  /** `undefined` where nothing stands there. */
  readonly before: string | undefined
  readonly after: string
}

/**
 * The whole texts between which a call of `write` or `edit` would change a file as it stands, for user interfaces that compare
 * files themselves; nothing is changed and nothing noted as seen.
 *
 * @param seen - what has been read, where the tools that will run share it.
 * @returns undefined for another tool, where the call would fail or change nothing, and where a side is no UTF-8.
 */
export function wholeChange(
  files: FileOperations,
  seen: SeenFiles = new SeenFiles(),
): (
  name: string,
  args: unknown,
  signal: AbortSignal,
  agent?: Agent & object,
) => Promise<WholeChange | undefined> {
  const looking = onlyLooking(seen)
  return async (name, args, signal, agent) => {
    if ((name !== 'write' && name !== 'edit') || signal.aborted) return undefined
    let decided: { path: string; before: Uint8Array | undefined; after: Uint8Array } | undefined
    const deciding = decidingFiles(files, (path, before, after) => {
      decided = { path, before, after }
    })
    const tool = name === 'write' ? writeTool(deciding, looking) : editTool(deciding, looking)
    const call = { callId: 'preview', name, arguments: args, signal }
    const result = await createTools({ tools: [tool] }).execute(
      agent === undefined ? call : { ...call, agent },
    )
    if (result.isError || signal.aborted || decided === undefined) return undefined
    const { path, before, after } = decided
    const [old, now] = [before && textOf(before), textOf(after)]
    if (now === undefined || (before !== undefined && old === undefined)) return undefined
    return old === now ? undefined : { path, before: old, after: now }
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
