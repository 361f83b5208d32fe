import type { Card } from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { ApprovalFrontEnd } from '@millrace/policies/approval'
import type { CallId, JsonValue, SessionEvent, SessionEventMap } from '@millrace/protocol'
import type { QuestionFrontEnd } from '@millrace/toolbox'
import type { ToolExecutionResult } from '@millrace/tools'
import { attachQuestions } from '../ask/attach-questions.ts'
import { denyInstead } from '../ask/deny-instead.ts'
import type { Denial } from '../ask/answer-flags.ts'
import { terminalName } from '../ask/terminal-approvals.ts'
import type { Workspace } from '../workspace.ts'
import type { CallArguments } from './arguments.ts'
import { cancellation } from './cancellation.ts'
import { CallLog } from './call-log.ts'
import { addFrontEnd } from './add-front-end.ts'
import { redacted } from './redact.ts'

/** One call as it is recorded: its events, the card that they add up to, and its result. */
export interface Recorded {
  readonly events: readonly SessionEvent[]
  readonly card: Card
  readonly result: ToolExecutionResult
}

/** What to call, and who wants to know how it goes. */
export interface RecordOptions {
  readonly callId: CallId
  readonly name: string
  readonly arguments: CallArguments
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Told after each event. */
  readonly watch?: (card: Card) => void
  /** Denies what somebody would be asked about. */
  readonly denial?: Denial | undefined
  /** Who answers questions about it, beside those that the host has. */
  readonly approvals?: ApprovalFrontEnd | undefined
  /** Makes whoever answers what a tool asks the person. */
  readonly frontEnd?: ((cancel: () => void) => QuestionFrontEnd) | undefined
}

/** Makes one call and writes the session events of it; the card is what the events say, as in a replay. */
export async function recordCall(workspace: Workspace, options: RecordOptions): Promise<Recorded> {
  const { tools, agent, ctx } = workspace
  const { callId, name } = options
  const definition = tools.get(name, agent)
  const log = new CallLog((tool) => tools.get(tool, agent), {
    ...options,
    redactor: ctx.get('redaction'),
  })
  const { signal, cancel, release } = cancellation(options.signal)
  const stop = [
    listen(workspace, callId, log),
    listenToAnswers(workspace, callId, log, cancel),
    ...(options.denial ? [await denyInstead(ctx, options.denial)] : []),
    ...(options.approvals ? [await addFrontEnd(ctx, options.approvals)] : []),
    ...(options.frontEnd ? [attachQuestions(workspace, options.frontEnd(cancel))] : []),
    release,
  ]
  try {
    log.write('tool/call', {
      turn: 1,
      step: 1,
      callId,
      name,
      arguments: redacted(options.arguments, definition?.secrets ?? []),
    })
    const input = { callId, name, arguments: options.arguments.value, agent, signal }
    const result = await tools.execute(input)
    return { events: log.events, card: log.card, result }
  } finally {
    for (const each of stop) each?.()
  }
}

/** Turns what the pipeline tells of one call into events. */
function listen({ ctx }: Workspace, callId: CallId, log: CallLog): () => void {
  const undo = [
    ctx.on('tools/execute', (exec, next) => {
      if (exec.callId === callId) log.write('tool/progress', { callId })
      return next()
    }),
    ctx.on('tools/progress', (exec, progress) => {
      if (exec.callId === callId) log.write('tool/progress', { callId, ...progress })
    }),
    ctx.on('tools/trace', (exec, trace) => {
      if (exec.callId === callId) log.write('tool/trace', { callId, ...trace })
    }),
    ctx.on('tools/result', (exec, result) => {
      if (exec.callId === callId) log.write('tool/result', resultEvent(callId, result))
    }),
  ]
  return () => undo.forEach((each) => each())
}

/** Whoever sits here gave the answer, or interrupted the command. */
const person: ReadonlySet<string> = new Set([terminalName, 'caller'])

/** Turns questions and answers into events. Whoever gives up at a question gives the whole call up. */
function listenToAnswers({ ctx }: Workspace, callId: CallId, log: CallLog, cancel: () => void): () => void {
  const granted = new Set<string>()
  const undo = [
    ctx.on('permission/granted', (grant) => {
      if (grant.for?.callId !== callId) return
      granted.add(grant.id)
      log.write('permission/granted', grant)
    }),
    ctx.on('permission/revoked', (revoked) => {
      if (granted.has(revoked.id)) log.write('permission/revoked', revoked)
    }),
    ctx.on('approval/asked', (question) => {
      if (question.callId === callId) log.write('approval/asked', question)
    }),
    ctx.on('approval/decided', (answer) => {
      const by = person.has(answer.by) ? 'user' : answer.by
      if (answer.callId === callId) log.write('approval/decided', { ...answer, by })
      const isOurs = answer.callId === callId || answer.by === terminalName
      if (answer.outcome === 'cancelled' && isOurs) cancel()
    }),
  ]
  return () => undo.forEach((each) => each())
}

function resultEvent(callId: CallId, result: Readonly<ToolExecutionResult>): SessionEventMap['tool/result'] {
  const { content, isError, meta } = result
  const info = result.error?.info
  return {
    turn: 1,
    step: 1,
    callId,
    callSeq: 0,
    content,
    isError,
    ...(info !== undefined && { error: { name: info.name, code: info.code } }),
    ...(meta !== undefined && { meta: meta as JsonValue }),
  }
}
