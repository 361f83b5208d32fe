import type { DiffResultView, FileLocation, JsonValue, ToolCallView } from '@millrace/protocol'
import { createTools, type Agent } from '@millrace/tools'
import { changeNotes } from '../change/change-notes.ts'
import { editTool } from '../edit/tool.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { SeenFiles } from '../workspace/seen-files.ts'
import { writeTool } from '../write/tool.ts'
import { decidingFiles } from './deciding-files.ts'
import { onlyLooking } from './only-looking.ts'

/** What a call would do if it ran now. */
export interface ChangePreview {
  /** The pending card: the change itself, with its lines and what its title has to say of it. */
  readonly view: ToolCallView
  /** Why the call would fail; absent where it would succeed. */
  readonly problem?: string
}

/**
 * What calls of `write` and `edit` would do to the files as they stand, found out by these tools themselves; nothing is
 * changed and nothing noted as seen. Of another tool, and of arguments that it would refuse, there is no preview.
 *
 * @param seen - what has been read, where the tools that will run share it.
 * @returns undefined where there is no preview, or the signal is aborted.
 */
export function changePreview(
  files: FileOperations,
  seen: SeenFiles = new SeenFiles(),
): (
  name: string,
  args: unknown,
  signal: AbortSignal,
  agent?: Agent & object,
) => Promise<ChangePreview | undefined> {
  const looking = onlyLooking(seen)
  const deciding = decidingFiles(files)
  const tools = createTools({ tools: [writeTool(deciding, looking), editTool(deciding, looking)] })
  let serial = 0
  return async (name, args, signal, agent) => {
    const pending = tools.get(name)?.presentCall?.(args)
    if (pending === undefined || signal.aborted) return undefined
    const call = { callId: `preview-${(serial += 1)}`, name, arguments: args, signal }
    const result = await tools.execute(agent === undefined ? call : { ...call, agent })
    if (signal.aborted) return undefined
    if (!result.isError) {
      const shown = tools.get(name)?.presentResult?.(args, result)
      return { view: shown?.card === 'diff' ? asPending(shown, pending) : withoutDiff(pending, result.meta) }
    }
    if (result.error.info?.code === 'INVALID_ARGS') return undefined
    const problem = result.error.message
    return { view: { ...pending, title: `${pending.title}; would fail: ${problem}` }, problem }
  }
}

function asPending({ title, diffs }: DiffResultView, pending: ToolCallView): ToolCallView {
  return { card: 'diff', title: title ?? pending.title, diffs, ...locationsOf(pending) }
}

/** The card where no line would change, or where the old lines are not known. */
function withoutDiff(pending: ToolCallView, meta: JsonValue | undefined): ToolCallView {
  if (!isJsonObject(meta)) return pending
  const title = [pending.title, ...changeNotes(meta)].join('; ')
  if (meta['notCompared'] !== undefined) return { ...pending, title }
  const what = meta['changed'] === true ? 'no line changes' : 'nothing would change'
  return { card: 'generic', kind: 'edit', title: `${title}; ${what}`, ...locationsOf(pending) }
}

function locationsOf(view: ToolCallView): { locations?: FileLocation[] } {
  if (view.card === 'terminal' || view.locations === undefined) return {}
  return { locations: view.locations }
}
