import { announcedCall } from '@millrace/cards'
import type {
  CallId,
  ContentBlock,
  Grant,
  JsonValue,
  SessionEvent,
  ToolErrorInfo,
  ToolTrace,
} from '@millrace/protocol'

/** A question about a call, and its answer once there is one. */
export interface RecordedQuestion {
  readonly asked: SessionEvent<'approval/asked'>['data']
  readonly askedAt: number
  readonly answer?: SessionEvent<'approval/decided'>['data']
  readonly answeredAt?: number
}

/** Everything that the events of a session have of one call. */
export interface CallRecord {
  readonly callId: CallId
  readonly tool: string
  /** As they stand in the log; of a call that a program made, as JSON. */
  readonly argumentsText: string
  readonly seq: number
  readonly at: number
  readonly turn?: number
  readonly step?: number
  /** The sub-agent that made it. */
  readonly agent?: string
  /** The program that made it. */
  readonly parent?: CallId
  readonly trace?: ToolTrace
  readonly questions: readonly RecordedQuestion[]
  readonly grants: readonly Grant[]
  /** Files that keep what was too long for the result. */
  readonly spills: readonly { readonly path: string; readonly bytes: number }[]
  /** How often it said how far it is. */
  readonly progress: number
  readonly result?: {
    readonly seq: number
    readonly at: number
    readonly isError: boolean
    readonly content: readonly ContentBlock[]
    readonly error?: ToolErrorInfo
    readonly meta?: JsonValue
  }
}

/** The record of a call after one more event that is about it; `undefined` before the event that asks for it. */
export function recorded(record: CallRecord | undefined, event: SessionEvent): CallRecord | undefined {
  if (event.type === 'tool/call' || event.type === 'tool/code-dispatch-start') return record ?? begun(event)
  return record && { ...record, ...news(record, event) }
}

function news(record: CallRecord, event: SessionEvent): Partial<CallRecord> {
  if (event.type === 'tool/trace') return { trace: event.data }
  if (event.type === 'tool/progress') return { progress: record.progress + 1 }
  if (event.type === 'approval/asked')
    return { questions: [...record.questions, { asked: event.data, askedAt: event.time }] }
  if (event.type === 'approval/decided') return { questions: answered(record.questions, event) }
  if (event.type === 'permission/granted') return { grants: [...record.grants, event.data] }
  if (event.type === 'spill/kept') return { spills: [...record.spills, event.data] }
  const isEnd = event.type === 'tool/result' || event.type === 'tool/code-dispatch'
  // The first end counts; a log that was tampered with may have more.
  return isEnd && record.result === undefined ? { result: ended(event) } : {}
}

function begun(event: SessionEvent<'tool/call' | 'tool/code-dispatch-start'>): CallRecord | undefined {
  const call = announcedCall(event)
  if (call === undefined) return undefined
  const { seq, time, agent } = event
  return {
    callId: call.callId,
    tool: call.tool,
    argumentsText: call.arguments,
    seq,
    at: time,
    ...(event.type === 'tool/call'
      ? { turn: event.data.turn, step: event.data.step }
      : { parent: event.data.parentCallId }),
    ...(agent !== undefined && { agent }),
    questions: [],
    grants: [],
    spills: [],
    progress: 0,
  }
}

function answered(
  questions: readonly RecordedQuestion[],
  { data, time }: SessionEvent<'approval/decided'>,
): readonly RecordedQuestion[] {
  const at = questions.findLastIndex(({ asked }) => asked.requestId === data.requestId)
  return questions.map((question, index) =>
    index === at ? { ...question, answer: data, answeredAt: time } : question,
  )
}

function ended(event: SessionEvent<'tool/result' | 'tool/code-dispatch'>): NonNullable<CallRecord['result']> {
  const { isError, content, error, meta } = event.data
  return {
    seq: event.seq,
    at: event.time,
    isError,
    content,
    ...(error !== undefined && { error }),
    ...(meta !== undefined && { meta }),
  }
}

/** The call that an event is about, if it is about one. */
export function callOf(event: SessionEvent): CallId | undefined {
  if (event.type === 'tool/code-dispatch-start' || event.type === 'tool/code-dispatch')
    return event.data.subCallId
  if (event.type === 'permission/granted') return event.data.for?.callId
  return 'callId' in event.data ? event.data.callId : undefined
}
