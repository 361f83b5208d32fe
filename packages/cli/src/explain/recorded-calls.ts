import type { CallId, JsonValue, SessionEvent } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import { readTrace } from './read-trace.ts'
import type { RecordedCall } from './recorded-call.ts'

/** All calls of a session in the order in which they were asked for, those of programs and sub-agents included. */
export function recordedCalls(events: readonly SessionEvent[]): readonly RecordedCall[] {
  const calls: RecordedCall[] = []
  const byId = new Map<CallId, RecordedCall>()
  const add = (call: NewCall): void => {
    const recorded = { ...call, number: calls.length + 1, questions: [], grants: [], spills: [] }
    calls.push(recorded)
    byId.set(call.callId, recorded)
  }
  for (const event of events) {
    if (event.type === 'tool/call') add(requested(event))
    else if (event.type === 'tool/code-dispatch-start') add(dispatched(event))
    else note(byId, event)
  }
  return calls
}

type NewCall = Omit<RecordedCall, 'number' | 'questions' | 'grants' | 'spills'>

function requested({ seq, time, agent, data }: SessionEvent<'tool/call'>): NewCall {
  const { callId, name, arguments: text, turn, step } = data
  return {
    callId,
    tool: name,
    argumentsText: text,
    ...parsed(text),
    at: time,
    seq,
    turn,
    step,
    ...(agent !== undefined && { agent }),
  }
}

function dispatched({ seq, time, agent, data }: SessionEvent<'tool/code-dispatch-start'>): NewCall {
  const { subCallId, parentCallId, name, arguments: args } = data
  return {
    callId: subCallId,
    tool: name,
    ...given(args),
    at: time,
    seq,
    parent: parentCallId,
    ...(agent !== undefined && { agent }),
  }
}

/** A log that was tampered with may leave them out. */
function given(args: JsonValue | undefined): Pick<NewCall, 'argumentsText' | 'args'> {
  return args === undefined ? { argumentsText: '' } : { argumentsText: printJson(args), args }
}

/** As the loop reads them: no text means no arguments. */
function parsed(text: string): { args?: JsonValue } {
  if (text.trim() === '') return { args: {} }
  try {
    return { args: JSON.parse(text) as JsonValue }
  } catch {
    return {}
  }
}

function note(byId: ReadonlyMap<CallId, RecordedCall>, event: SessionEvent): void {
  if (event.type === 'tool/progress') began(byId.get(event.data.callId), event)
  else if (event.type === 'tool/trace') traced(byId.get(event.data.callId), event)
  else if (event.type === 'approval/asked')
    byId.get(event.data.callId)?.questions.push({ asked: event.data, askedAt: event.time })
  else if (event.type === 'approval/decided') answered(byId.get(event.data.callId), event)
  else if (event.type === 'permission/granted')
    byId.get(event.data.for?.callId ?? '')?.grants.push(event.data)
  else if (event.type === 'spill/kept') byId.get(event.data.callId)?.spills.push(event.data)
  else if (event.type === 'tool/result' || event.type === 'tool/code-dispatch') ended(byId, event)
}

function began(call: RecordedCall | undefined, { time }: SessionEvent<'tool/progress'>): void {
  if (call !== undefined) call.runsSince ??= time
}

function traced(call: RecordedCall | undefined, event: SessionEvent<'tool/trace'>): void {
  const trace = readTrace(event)
  if (call !== undefined && trace !== undefined) call.trace = trace
}

function answered(call: RecordedCall | undefined, { data, time }: SessionEvent<'approval/decided'>): void {
  const question = call?.questions.findLast(({ asked }) => asked.requestId === data.requestId)
  if (question === undefined) return
  question.answer = data
  question.answeredAt = time
}

function ended(
  byId: ReadonlyMap<CallId, RecordedCall>,
  event: SessionEvent<'tool/result' | 'tool/code-dispatch'>,
): void {
  const isRequested = event.type === 'tool/result'
  const call = byId.get(isRequested ? event.data.callId : event.data.subCallId)
  // The first end counts; a log that was tampered with may have more.
  if (call === undefined || call.result !== undefined) return
  const error = isRequested ? readError(event.data.error) : undefined
  const { isError, content } = event.data
  call.result = { at: event.time, isError, content, ...(error !== undefined && { error }) }
}

function readError(said: unknown): { name: string; code: string } | undefined {
  const { name, code } = (said ?? {}) as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof code === 'string' ? { name, code } : undefined
}
