import type { Context } from '@deepseek-ai/cordis'
import type { SessionLog } from '@millrace/agent/session'
import type { Clock } from '@millrace/host'
import type { ServedCallFacts } from '@millrace/mcp/server'
import {
  redactPointers,
  type CallId,
  type JsonValue,
  type SessionEventMap,
  type SessionEventType,
  type ToolStatus,
  type ToolTrace,
  type TurnEndReason,
} from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ToolExecution, ToolExecutionResult } from '@millrace/tools'

/** What a log needs of its surroundings. */
export interface ClientLogOptions {
  readonly clock: Clock
  /** Pointers to what is secret in the arguments of a tool. */
  readonly secretsOf: (tool: string) => readonly string[]
  readonly warn: (message: string, error: unknown) => void
}

interface RunningCall {
  readonly seq: number
  readonly step: number
  toldAt: number
  /** How it ended, by its trace, which comes before its result. */
  status?: ToolStatus
}

/** News of one call are logged at most once in this time. */
const progressMs = 100

/**
 * The session log of one client: all of it is one turn, in which each call is a step, so that it can be replayed and explained
 * like a session of an agent.
 */
export class ClientLog {
  private readonly log: SessionLog
  private readonly ctx: Context
  private readonly options: ClientLogOptions
  private readonly since: number
  private readonly running = new Map<CallId, RunningCall>()
  private readonly counts: Record<ToolStatus, number> = { done: 0, failed: 0, denied: 0, cancelled: 0 }
  private readonly undo: (() => void)[]
  private isBroken = false
  private steps = 0

  /** @param ctx - of the client's own scope: what is told there is about its calls. */
  constructor(log: SessionLog, ctx: Context, options: ClientLogOptions) {
    this.log = log
    this.ctx = ctx
    this.options = options
    this.since = options.clock.monotonic()
    this.undo = this.listen()
  }

  /** @param title - what sessions are listed by. */
  begin(title: string, principal: string): void {
    this.append('turn/start', { turn: 1, principal })
    this.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: title } })
  }

  /** Adds an event without what is secret in it. @throws where the log failed, or is closed. */
  tell<T extends SessionEventType>(type: T, data: SessionEventMap[T]): number {
    // Events are JSON, and redaction changes texts alone.
    const shown = this.ctx.get('redaction')?.json(data as unknown as JsonValue) ?? data
    return this.log.append(type, shown as SessionEventMap[T]).seq
  }

  called({ callId, name, arguments: args }: ServedCallFacts): void {
    const shown = redactPointers(args, this.options.secretsOf(name))
    const step = ++this.steps
    const seq = this.append('tool/call', { turn: 1, step, callId, name, arguments: printJson(shown) })
    this.running.set(callId, { seq: seq ?? 0, step, toldAt: 0 })
  }

  /** Ends the turn and lets go of the log. */
  async close(reason: TurnEndReason): Promise<void> {
    for (const each of this.undo) each()
    const ms = Math.round(this.options.clock.monotonic() - this.since)
    const totals = { steps: this.steps, calls: this.counts, usage: { input: 0, output: 0 }, ms, toolMs: 0 }
    this.append('turn/end', { turn: 1, reason, totals, session: totals })
    try {
      await this.log.close()
    } catch (error) {
      this.broken(error)
    }
  }

  private listen(): (() => void)[] {
    const { ctx } = this
    return [
      ctx.on('tools/execute', (exec, next) => {
        if (this.running.has(exec.callId)) this.append('tool/progress', { callId: exec.callId })
        return next()
      }),
      ctx.on('tools/progress', ({ callId }, progress) => this.progressed(callId, progress)),
      ctx.on('tools/trace', ({ callId }, trace) => this.traced(callId, trace)),
      ctx.on('tools/result', (exec, result) => this.ended(exec, result)),
      ctx.on('approval/asked', (question) => void this.append('approval/asked', question)),
      ctx.on('approval/decided', (answer) => void this.append('approval/decided', answer)),
      ctx.on('spill/kept', (kept) => void this.append('spill/kept', kept)),
      ctx.on('permission/granted', (grant) => {
        if (grant.for !== undefined && this.running.has(grant.for.callId))
          this.append('permission/granted', grant)
      }),
    ]
  }

  private progressed(callId: CallId, progress: Omit<SessionEventMap['tool/progress'], 'callId'>): undefined {
    const call = this.running.get(callId)
    const now = this.options.clock.monotonic()
    if (call === undefined || now - call.toldAt < progressMs) return
    call.toldAt = now
    this.append('tool/progress', { callId, ...progress })
  }

  private traced(callId: CallId, trace: ToolTrace): undefined {
    const call = this.running.get(callId)
    if (call === undefined) return
    call.status = trace.status
    this.append('tool/trace', { callId, ...trace })
  }

  private ended({ callId }: Pick<ToolExecution, 'callId'>, result: Readonly<ToolExecutionResult>): undefined {
    const call = this.running.get(callId)
    if (call === undefined) return
    this.running.delete(callId)
    const { content, isError, meta, error } = result
    const info = error?.info
    this.counts[call.status ?? (isError ? 'failed' : 'done')] += 1
    this.append('tool/result', {
      turn: 1,
      step: call.step,
      callId,
      callSeq: call.seq,
      content,
      isError,
      ...(info !== undefined && { error: { name: info.name, code: info.code } }),
      ...(meta !== undefined && { meta: meta as JsonValue }),
    })
    this.log.flush().catch((failure: unknown) => this.broken(failure))
  }

  /** A log that cannot be written must not decide over calls. */
  private append<T extends SessionEventType>(type: T, data: SessionEventMap[T]): number | undefined {
    if (this.isBroken) return undefined
    try {
      return this.tell(type, data)
    } catch (error) {
      this.broken(error)
      return undefined
    }
  }

  private broken(error: unknown): void {
    if (this.isBroken) return
    this.isBroken = true
    this.options.warn(`session ${this.log.header.id} is not kept any further`, error)
  }
}
