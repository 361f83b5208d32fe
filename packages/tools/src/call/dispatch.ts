import type { Hook } from '@deepseek-ai/cordis'
import type { ToolExecutionFailure, ToolExecutionResult } from '../contract/result.ts'
import { ToolDecisionError } from '../errors.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { canonicalize } from '../outcome/canonical.ts'
import { losslessContent, losslessContexts, losslessInfo, losslessPart } from '../outcome/lossless.ts'
import { failure, success } from '../outcome/result.ts'
import { runBody } from './body.ts'
import type { Call } from './call.ts'
import { currentTool } from './current-tool.ts'
import { argumentsOf, hearing } from './hearing.ts'
import { final, type StagedOutcome } from './staged-outcome.ts'
import { waterfall, type Answer } from './waterfall.ts'

/** Runs the body inside the `tools/execute` wrappers. Never rejects: what a wrapper throws is final. */
export async function dispatch(call: Call): Promise<StagedOutcome> {
  try {
    const hooks = hearing(call, 'waterfall', 'tools/execute')
    call.trace?.start()
    const result =
      hooks.length === 0 ? dispatched(call, await runBody(call), 'millrace') : await wrapped(call, hooks)
    return { kind: 'settled', result }
  } catch (error) {
    return final(error)
  }
}

async function wrapped(call: Call, hooks: readonly Hook[]): Promise<ToolExecutionResult> {
  call.wrapping = true
  let answered: Answer
  try {
    answered = await waterfall(call, 'execute', hooks, argumentsOf(call), () => nextRun(call))
  } finally {
    call.wrapping = false
    // A wrapper may have answered, or thrown, without waiting for a body that it started.
    await call.running
  }
  return dispatched(call, accept(call, answered.answer), answered.source)
}

/**
 * Runs the body for wrappers, and remembers the result. Runs that overlap take turns: they share one
 * execution, and what a body does through it must count for its own run. After the wrappers nothing starts.
 */
function nextRun(call: Call): Promise<ToolExecutionResult> {
  const before = call.running
  const run = async (): Promise<ToolExecutionResult> => {
    if (before !== undefined) await before
    const result = call.wrapping ? await runBody(call) : aborted(call.attempt !== undefined)
    call.minted.push(result)
    return result
  }
  const running = run()
  call.running = running
  return running
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
  // A body that obeyed a wrapper's signal was not cancelled by anybody who made the call.
  if (!isAborted(call.caller)) call.trace?.answered()
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
