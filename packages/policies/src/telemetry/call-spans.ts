import type { Context as OtelContext, Histogram, Span, Tracer } from '@opentelemetry/api'
import type { ToolStatus, ToolTrace } from '@millrace/protocol'
import type { ToolDefinition, ToolExecution, ToolExecutionResult } from '@millrace/tools'
import type { TelemetryConfig } from './contract.ts'
import { durationBounds, genAi, otherValue, own } from './conventions.ts'
import { principalOf } from '../log/principal.ts'
import type { OtelApi } from './load-api.ts'
import { Recorded, type RedactionService } from './recorded.ts'

/** One call that has a span. */
interface OpenCall {
  readonly span: Span
  /** The context in which whatever belongs to the call runs. */
  readonly context: OtelContext
  readonly tool: ToolDefinition | undefined
  /** Milliseconds since the epoch, and on the clock that never goes back. */
  readonly startedAt: number
  readonly since: number
  trace?: ToolTrace
}

/** What spans need of their surroundings, looked up for each call. */
export interface Surroundings {
  tool(execution: Readonly<ToolExecution>): ToolDefinition | undefined
  redaction(): RedactionService | undefined
}

/** The spans of the calls that run. What is known of a call goes with it. */
export class CallSpans {
  private readonly api: OtelApi
  private readonly config: TelemetryConfig
  private readonly around: Surroundings
  private readonly tracer: Tracer
  private readonly duration: Histogram
  private readonly callKey: symbol
  private readonly byCall = new WeakMap<object, OpenCall>()
  private readonly byToken = new WeakMap<symbol, OpenCall>()
  private readonly open = new Set<OpenCall>()

  constructor(api: OtelApi, config: TelemetryConfig, around: Surroundings) {
    this.api = api
    this.config = config
    this.around = around
    this.tracer = (config.tracerProvider ?? api.trace).getTracer('@millrace/policies')
    this.callKey = api.createContextKey('millrace.call')
    const meter = (config.meterProvider ?? api.metrics).getMeter('@millrace/policies')
    this.duration = meter.createHistogram(genAi.duration, {
      unit: 's',
      description: 'Duration of a tool call, from its first policy to its result.',
      advice: { explicitBucketBoundaries: [...durationBounds] },
    })
  }

  /** Starts the span of a call. */
  start(execution: Readonly<ToolExecution>): OpenCall {
    const parent = this.parentOf(execution)
    const tool = this.around.tool(execution)
    const recorded = this.recorded()
    const startedAt = Date.now()
    const name = recorded.line(execution.name)
    const options = { startTime: startedAt, attributes: this.attributesOf(execution, tool, recorded) }
    const span = this.tracer.startSpan(`${genAi.executeTool} ${name}`, options, parent)
    const context = this.api.trace.setSpan(parent.setValue(this.callKey, execution.token), span)
    const call: OpenCall = { span, context, tool, startedAt, since: performance.now() }
    this.byCall.set(execution, call)
    this.byToken.set(execution.token, call)
    this.open.add(call)
    return call
  }

  /** The context of a call that has a span. */
  contextOf(execution: object): OtelContext | undefined {
    return this.byCall.get(execution)?.context
  }

  /** Notes who decided what. */
  traced(execution: Readonly<ToolExecution>, trace: ToolTrace): void {
    const call = this.byCall.get(execution) ?? this.start(execution)
    call.trace = trace
    for (const { stage, source, decision, ms } of trace.stages) {
      call.span.addEvent(own.stageEvent, {
        [own.stage]: stage,
        [own.stageSource]: source,
        [own.stageDuration]: ms / 1000,
        ...(decision !== undefined && { [own.stageDecision]: decision }),
      })
    }
  }

  /** Ends the span of a call. One that never got to its policies gets a span without length. */
  end(execution: Readonly<ToolExecution>, result: Readonly<ToolExecutionResult>): void {
    const call = this.byCall.get(execution) ?? this.start(execution)
    const { span, trace, context, tool } = call
    const status = trace?.status ?? statusOf(result)
    const recorded = this.recorded()
    const errorType = errorTypeOf(result, status, recorded)
    span.setAttributes({
      [own.status]: status,
      ...(trace?.by !== undefined && { [own.decidedBy]: recorded.line(trace.by) }),
      ...(trace?.rule !== undefined && { [own.rule]: recorded.line(trace.rule) }),
      ...errorType,
      ...(this.config.recordResults === true && { [genAi.toolCallResult]: recorded.resultOf(result) }),
    })
    if (result.isError) {
      span.setStatus({ code: this.api.SpanStatusCode.ERROR, message: recorded.line(result.error.message) })
    }
    const elapsed = performance.now() - call.since
    span.end(call.startedAt + elapsed)
    this.forget(execution, call)
    // A model can make names up without end.
    const name = tool === undefined ? otherValue : execution.name
    const dimensions = {
      [genAi.operation]: genAi.executeTool,
      [genAi.toolName]: name,
      [genAi.toolType]: 'function',
    }
    this.duration.record(elapsed / 1000, { ...dimensions, ...errorType }, context)
  }

  /** Ends what is still open, as nobody will hear of its end. */
  close(): void {
    for (const { span } of this.open) span.end()
    this.open.clear()
  }

  private forget(execution: Readonly<ToolExecution>, call: OpenCall): void {
    this.open.delete(call)
    this.byCall.delete(execution)
    this.byToken.delete(execution.token)
  }

  /** The context that is active, unless it belongs to another call than the one that this one is part of. */
  private parentOf({ parent }: Readonly<ToolExecution>): OtelContext {
    const active = this.api.context.active()
    if (parent === undefined || active.getValue(this.callKey) === parent) return active
    return this.byToken.get(parent)?.context ?? active
  }

  private attributesOf(
    execution: Readonly<ToolExecution>,
    tool: ToolDefinition | undefined,
    recorded: Recorded,
  ): Record<string, string> {
    const { name, callId, rootCallId, agent } = execution
    const principal = principalOf(agent)
    return {
      [genAi.operation]: genAi.executeTool,
      [genAi.toolName]: recorded.line(name),
      [genAi.toolType]: 'function',
      [genAi.toolCallId]: recorded.line(callId),
      ...(rootCallId !== callId && { [own.rootCallId]: recorded.line(rootCallId) }),
      ...(principal !== undefined && { [own.principal]: recorded.line(principal) }),
      ...(tool !== undefined && { [genAi.toolDescription]: recorded.line(tool.description) }),
      ...(this.config.recordArguments === true && {
        [genAi.toolCallArguments]: recorded.argumentsOf(execution, tool),
      }),
    }
  }

  private recorded(): Recorded {
    return new Recorded(this.around.redaction(), this.config.mostRecorded ?? 4096)
  }
}

function statusOf(result: Readonly<ToolExecutionResult>): ToolStatus {
  if (!result.isError) return 'done'
  return result.error.info?.name === 'AbortError' ? 'cancelled' : 'failed'
}

function errorTypeOf(
  result: Readonly<ToolExecutionResult>,
  status: ToolStatus,
  recorded: Recorded,
): Record<string, string> {
  if (!result.isError) return {}
  const code = result.error.info?.code ?? (status === 'denied' ? 'DENIED' : otherValue)
  return { [genAi.errorType]: recorded.line(code) }
}
