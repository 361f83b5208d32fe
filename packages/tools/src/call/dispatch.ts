import type { ToolExecutionFailure, ToolExecutionResult } from '../contract/result.ts'
import { ToolDecisionError } from '../errors.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { canonicalize } from '../outcome/canonical.ts'
import { losslessContent, losslessContexts, losslessInfo, losslessPart } from '../outcome/lossless.ts'
import { failure, success } from '../outcome/result.ts'
import { runBody } from './body.ts'
import { hearing, type Call } from './call.ts'
import { currentTool } from './current-tool.ts'
import { waterfall } from './waterfall.ts'

/** Runs the body inside the `tools/execute` wrappers. Throws what wrappers throw; bodies only settle. */
export async function dispatch(call: Call): Promise<ToolExecutionResult> {
  const args = [call.exec]
  const hooks = hearing(call, 'waterfall', 'tools/execute', args)
  call.trace?.start()
  if (hooks.length === 0) return dispatched(call, await runBody(call), 'millrace')
  call.replaceable = true
  try {
    const { answer, source } = await waterfall(call, 'execute', hooks, args, () => mint(call))
    return dispatched(call, accept(call, answer), source)
  } finally {
    call.replaceable = false
  }
}

/** Runs the body for wrappers, and remembers the result. */
async function mint(call: Call): Promise<ToolExecutionResult> {
  const result = await runBody(call)
  call.minted.push(result)
  return result
}

function dispatched(call: Call, result: ToolExecutionResult, source: string): ToolExecutionResult {
  call.trace?.decided('execute', source, result.isError ? 'failed' : 'done')
  return cancelled(call, result) ?? result
}

/** The result of a call whose caller gave up; only a success is replaced, and its contexts are kept. */
export function cancelled(call: Call, result: ToolExecutionResult): ToolExecutionFailure | undefined {
  if (result.isError || !isAborted(call.caller)) return undefined
  return aborted(call.attempt !== undefined, result.additionalContexts)
}

/**
 * Takes over what the wrappers returned. The pipeline's own results are known by identity; a success from
 * elsewhere is only a value, checked and rendered again, and a failure is copied.
 */
function accept(call: Call, returned: unknown): ToolExecutionResult {
  if (call.minted.includes(returned as ToolExecutionResult)) return returned as ToolExecutionResult
  if (typeof returned !== 'object' || returned === null) throw notAResult()
  const candidate = returned as Partial<ToolExecutionResult>
  const { isError } = candidate
  if (isError === true) return foreignFailure(candidate)
  if (isError !== false) throw notAResult()
  return foreignSuccess(call, candidate)
}

function foreignFailure({
  error,
  content,
  meta,
  additionalContexts,
}: Partial<ToolExecutionResult>): ToolExecutionFailure {
  const { message, info } = (error ?? {}) as { message?: unknown; info?: unknown }
  if (typeof message !== 'string') throw notAResult()
  return failure({
    message,
    info: losslessInfo(info),
    content: losslessContent(content),
    meta: meta === undefined ? undefined : losslessPart(meta, 'meta'),
    contexts: losslessContexts(additionalContexts),
  })
}

function foreignSuccess(call: Call, candidate: Partial<ToolExecutionResult>): ToolExecutionResult {
  const { value, additionalContexts, concludesTurn } = candidate
  const contexts = losslessContexts(additionalContexts)
  const entry = currentTool(call)
  const topLevel = call.exec.parent === undefined
  return success({
    ...canonicalize(entry, call.exec.arguments, value, topLevel),
    contexts,
    // Nobody but the body can ask for it; a copy of its result keeps it.
    concludes: concludesTurn === true && call.attempt?.concludes === true,
  })
}

function notAResult(): ToolDecisionError {
  return new ToolDecisionError(
    'a tools/execute wrapper must return a tool result: { isError: false, value, … } or { isError: true, error: { message }, content }',
  )
}
