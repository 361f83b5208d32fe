import { initialCards, reduceCards, type Card, type CardState, type Presenters } from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { CallId, JsonValue, SessionEvent, SessionEventMap } from '@millrace/protocol'
import type { QuestionFrontEnd } from '@millrace/toolbox'
import type { ToolExecutionResult } from '@millrace/tools'
import type { FlagAnswer } from '../ask/answer-flags.ts'
import { denyInstead } from '../ask/deny-instead.ts'
import type { Workspace } from '../workspace.ts'
import type { CallArguments } from './arguments.ts'
import { cancellation } from './cancellation.ts'
import { recordedApproval, type AskedCall } from './recorded-approval.ts'
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
  /** Who answers the questions about it; else they go to the host's `approval` service, if there is one. */
  readonly answers: FlagAnswer
  /** Makes whoever answers what a tool asks the person. */
  readonly frontEnd?: ((cancel: () => void) => QuestionFrontEnd) | undefined
}

/** Makes one call and writes the session events of it; the card is what the events say, as in a replay. */
export async function recordCall(workspace: Workspace, options: RecordOptions): Promise<Recorded> {
  const { tools, agent } = workspace
  const { callId, name } = options
  const definition = tools.get(name, agent)
  const log = new Log((tool) => tools.get(tool, agent), options)
  const { signal, cancel, release } = cancellation(options.signal)
  const stop = [
    await answering(workspace, log, options, cancel),
    listen(workspace, callId, log),
    ...(options.frontEnd ? [workspace.questions?.attach(options.frontEnd(cancel))] : []),
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

/** Lets questions about the call go to its answerer, until the call is over. */
async function answering(
  workspace: Workspace,
  log: Log,
  { answers: { answerer, denial }, callId, name, arguments: args }: RecordOptions,
  cancel: () => void,
): Promise<() => void> {
  const { ctx, tools, agent, builtIn } = workspace
  if (denial !== undefined) return denyInstead(ctx, denial)
  if (answerer === undefined) return () => {}
  const definition = tools.get(name, agent)
  const isKnown = definition !== undefined && builtIn?.has(definition) === true
  const preview: AskedCall['preview'] = async (signal) =>
    isKnown ? workspace.preview?.(name, args.value, signal, agent) : undefined
  const call = { callId, arguments: args.value, cancel, preview, write: log.write.bind(log) }
  const withdraw = ctx.reflect.provide('approval', recordedApproval(answerer, call))
  return () => void withdraw()
}

/** Turns what the pipeline tells of one call into events. */
function listen({ ctx }: Workspace, callId: CallId, log: Log): () => void {
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

/** A session log of one call, folded into its card as it grows. */
class Log {
  readonly events: SessionEvent[] = []
  private state: CardState = initialCards
  private readonly presenters: Presenters
  private readonly options: RecordOptions
  private readonly started: number
  private readonly since: number

  constructor(presenters: Presenters, options: RecordOptions) {
    this.presenters = presenters
    this.options = options
    this.started = options.clock.now()
    this.since = options.clock.monotonic()
  }

  write<T extends SessionEvent['type']>(type: T, data: SessionEventMap[T]): Card {
    // Differences come from the clock that never goes back, so that a duration is one.
    const time = this.started + Math.round(this.options.clock.monotonic() - this.since)
    const event = { seq: this.events.length, time, type, data } as SessionEvent
    this.events.push(event)
    this.state = reduceCards(this.state, event, this.presenters)
    const { card } = this
    this.options.watch?.(card)
    return card
  }

  get card(): Card {
    const [card] = this.state.cards
    if (card === undefined) throw new Error('a call has no card before its first event')
    return card
  }
}
