import {
  messageOf,
  type ContentBlock,
  type JsonValue,
  type SessionEventMap,
  type ToolErrorInfo,
  type ToolTrace,
} from '@millrace/protocol'
import { isJsonValue, snapshotJsonValue } from '@millrace/schema'
import { around, scopeTarget } from '@millrace/scope'
import type { AgentEvents, CodeDispatchLog, ToolRunContext } from '@millrace/tools'
import type { Bridge } from './bridge.ts'

/** A call as its events tell it. */
export interface LoggedCall {
  readonly callId: string
  readonly name: string
  /** A copy of its own, without secrets. */
  readonly arguments: JsonValue
}

/** How it ended, as its event tells it. */
export interface LoggedEnd {
  readonly isError: boolean
  readonly content: ContentBlock[]
  readonly error?: ToolErrorInfo
  readonly meta?: JsonValue
}

/** The events of the calls of one run: one for the start of each, and exactly one for its end. Silent without a session. */
export class DispatchLog {
  readonly #bridge: Bridge
  readonly #exec: ToolRunContext
  readonly #events: AgentEvents | undefined
  readonly #traces = new Map<string, ToolTrace>()
  readonly #pending = new Set<Promise<string | undefined>>()

  constructor(bridge: Bridge, exec: ToolRunContext) {
    this.#bridge = bridge
    this.#exec = exec
    this.#events = exec.agent?.events
  }

  /** Whether anything is logged at all. */
  get isOpen(): boolean {
    return this.#events !== undefined
  }

  /** @throws what the log throws: the call must not be made then. */
  started(call: LoggedCall): void {
    const { callId: subCallId, name, arguments: args } = call
    this.#events?.append('tool/code-dispatch-start', { ...this.#family(), subCallId, name, arguments: args })
  }

  /** How the call was decided, once that is known. */
  traced(callId: string, trace: ToolTrace): void {
    this.#traces.set(callId, trace)
  }

  /**
   * Logs how a call ended. Listeners that shape the logged copy make that a matter of time.
   * @returns what went wrong in it; `undefined` where nothing did.
   */
  ended(call: LoggedCall, end: LoggedEnd): string | undefined | Promise<string | undefined> {
    const events = this.#events
    if (events === undefined) return undefined
    const { agent } = this.#exec
    const hooks = this.#bridge.events.hearing('tools/code-dispatch-log', agent)
    if (hooks.length === 0 && !this.#bridge.events.observed) return this.#append(events, call, end)
    const task = this.#shaped(call, end).then((content) => this.#append(events, call, { ...end, content }))
    this.#pending.add(task)
    void task.finally(() => this.#pending.delete(task))
    return task
  }

  /** Waits while more than so many ends are being logged. */
  async atMost(count: number): Promise<void> {
    while (this.#pending.size > count) await Promise.race(this.#pending)
  }

  #family(): { rootCallId: string; parentCallId: string } {
    const { rootCallId, callId } = this.#exec
    return { rootCallId, parentCallId: callId }
  }

  /** The content as listeners want it logged; as it is where one of them fails. */
  async #shaped({ callId, name }: LoggedCall, { isError, content }: LoggedEnd): Promise<ContentBlock[]> {
    const { agent } = this.#exec
    const { events, tools, warn } = this.#bridge
    const subject: CodeDispatchLog = Object.freeze({
      exec: this.#exec,
      ...(agent !== undefined && { agent }),
      subCallId: callId,
      name,
      isError,
      content,
    })
    try {
      const carrier = scopeTarget(tools, agent)
      const event = 'tools/code-dispatch-log'
      if (events.observed) events.dispatching('waterfall', event, carrier, [subject])
      const hooks = events.hearing(event, agent)
      return shapedContent(await around<unknown>(hooks, carrier, [subject], async () => content))
    } catch (error) {
      warn(
        `a tools/code-dispatch-log listener failed on call ${callId}; its content is logged as it is`,
        error,
      )
      return content
    }
  }

  #append(events: AgentEvents, call: LoggedCall, end: LoggedEnd): string | undefined {
    const { callId: subCallId, name, arguments: args } = call
    const { isError, content, error: info, meta } = end
    const trace = this.#traces.get(subCallId)
    this.#traces.delete(subCallId)
    const about = { ...this.#family(), subCallId, name, arguments: args }
    const error = info === undefined ? {} : { error: { name: info.name, code: info.code } }
    try {
      if (trace !== undefined) events.append('tool/trace', { callId: subCallId, ...trace })
      const told = { isError, content, ...error, ...(meta !== undefined && { meta }) }
      events.append('tool/code-dispatch', { ...about, ...told })
      return undefined
    } catch (problem) {
      this.#replace(events, about)
      return messageOf(problem)
    }
  }

  /** An end that is refused, such as one that is too long for a line, leaves no start without one. */
  #replace(events: AgentEvents, about: SessionEventMap['tool/code-dispatch-start']): void {
    const text = 'Error: the call ended, and its result could not be logged'
    try {
      events.append('tool/code-dispatch', {
        ...about,
        isError: true,
        content: [{ type: 'text', text }],
        error: { name: 'CodeModeError', code: 'CODE_NOT_LOGGED' },
      })
    } catch (error) {
      this.#bridge.warn(`call ${about.subCallId} has no end in the log`, error)
    }
  }
}

function shapedContent(answer: unknown): ContentBlock[] {
  if (!Array.isArray(answer) || !isJsonValue(answer) || !answer.every(isBlock)) {
    throw new TypeError('the answer must be an array of content blocks, each with a type')
  }
  return snapshotJsonValue(answer) as unknown as ContentBlock[]
}

function isBlock(block: unknown): boolean {
  return typeof (block as { type?: unknown } | null)?.type === 'string'
}
