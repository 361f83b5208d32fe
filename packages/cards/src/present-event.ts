import type { CallId, SessionEvent, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { isReadable } from './fold/readable.ts'
import { loggedArguments } from './logged-arguments.ts'
import { loggedResult, presentCall, presentResult, type Presenters } from './present.ts'

/** A call as a log announces it: what a presenter is asked about. */
export interface AnnouncedCall {
  readonly callId: CallId
  readonly tool: string
  /** As text, as the card of the call has it. */
  readonly arguments: string
}

/** How a tool wants what one event tells to be shown; neither where the event is not about a call. */
export interface EventViews {
  readonly call?: ToolCallView
  readonly result?: ToolResultView
}

/** The call that an event announces; `undefined` for every event that announces none. */
export function announcedCall(event: SessionEvent): AnnouncedCall | undefined {
  if (!isReadable(event)) return undefined
  if (event.type === 'tool/call') {
    const { callId, name, arguments: text } = event.data
    return { callId, tool: name, arguments: text }
  }
  if (event.type !== 'tool/code-dispatch-start') return undefined
  const { subCallId, name, arguments: value } = event.data
  return { callId: subCallId, tool: name, arguments: loggedArguments(value) }
}

/**
 * The views that the presenters of this process make for one event, for somebody who has none, such as a browser. What a
 * presenter answers is read field by field; where there is none, it throws or it answers with no view, the view is the generic
 * one. Nothing is thrown.
 *
 * @param callOf - finds a call that was announced before, for the event that tells its result; without it that event
 * has no view.
 */
export function presentEvent(
  event: SessionEvent,
  presenters: Presenters,
  callOf: (callId: CallId) => Pick<AnnouncedCall, 'tool' | 'arguments'> | undefined,
): EventViews {
  const call = announcedCall(event)
  if (call !== undefined) return { call: presentCall(presenters, call.tool, call.arguments) }
  if (!isReadable(event)) return {}
  if (event.type === 'tool/result') return ended(event.data.callId, event.data, presenters, callOf)
  if (event.type === 'tool/code-dispatch') return ended(event.data.subCallId, event.data, presenters, callOf)
  return {}
}

/** Presenters that answer with the views of one event, for whoever folds that event elsewhere. */
export function presentersOf({ call, result }: EventViews): Presenters {
  return () => ({ presentCall: () => call, presentResult: () => result })
}

function ended(
  callId: CallId,
  result: ToolResult,
  presenters: Presenters,
  callOf: Parameters<typeof presentEvent>[2],
): EventViews {
  const call = callOf(callId)
  if (call === undefined) return {}
  return { result: presentResult(presenters, call.tool, call.arguments, loggedResult(result)) }
}
