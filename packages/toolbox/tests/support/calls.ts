import { contentText, type JsonValue, type ToolCallView, type ToolResultView } from '@millrace/protocol'
import { createTools, type ToolExecutionResult, type ToolRuntime } from '@millrace/tools'
import { workspaceGuard } from '../../src/guard/workspace-guard.ts'
import { workspaceTools, type WorkspaceToolsOptions } from '../../src/tools.ts'
import type { FileOperations } from '../../src/workspace/operations.ts'

/** A call as it ended: what a program, a model and a person get. */
export interface Called {
  readonly result: ToolExecutionResult
  /** The canonical value; throws where the call failed. */
  readonly value: JsonValue
  /** What the model reads. */
  readonly text: string
  /** The code of the failure. */
  readonly code: string | undefined
  readonly callView: ToolCallView | undefined
  readonly resultView: ToolResultView | undefined
}

/** Calls a tool by name. */
export type Call = (name: string, args: JsonValue, signal?: AbortSignal) => Promise<Called>

/** All tools over these files, behind the guard, in a runtime. */
export function guardedTools(files: FileOperations, options: WorkspaceToolsOptions = {}): ToolRuntime {
  const runtime = createTools({ tools: workspaceTools(files, options) })
  runtime.guard(workspaceGuard((name) => runtime.get(name), files))
  return runtime
}

let serial = 0

/** Calls through the whole pipeline. */
export function callsOn(runtime: ToolRuntime): Call {
  return async (name, args, signal = new AbortController().signal) => {
    const result = await runtime.execute({ callId: `call-${(serial += 1)}`, name, arguments: args, signal })
    const tool = runtime.get(name)
    const { content, isError, meta, error } = result
    return {
      result,
      get value() {
        if (result.isError) throw new Error(`the call failed: ${result.error.message}`)
        return result.value
      },
      text: contentText(content),
      code: error?.info?.code,
      callView: tool?.presentCall?.(args),
      // As a replay does it: from what a log keeps.
      resultView: tool?.presentResult?.(
        args,
        JSON.parse(JSON.stringify({ content, isError, ...(meta === undefined ? {} : { meta }) })),
      ),
    }
  }
}
