import type { Context } from '@deepseek-ai/cordis'
import type { ToolExecution } from '@millrace/tools'
import { quietly } from '../log/quietly.ts'
import { CallSpans } from './call-spans.ts'
import type { TelemetryConfig } from './contract.ts'
import { loadApi, type OtelApi } from './load-api.ts'
import type { RedactionService } from './recorded.ts'

/**
 * Tells OpenTelemetry of every call: a span that covers all of it, in whose context policies and the body run, and a
 * histogram of durations, by the conventions for generative AI. Whatever goes wrong with that changes no call.
 *
 * @throws HarnessError `TELEMETRY_API_MISSING` where `@opentelemetry/api` is not installed.
 */
export const telemetry = {
  name: 'telemetry',
  inject: ['tools'],
  async apply(ctx: Context, config: TelemetryConfig = {}): Promise<void> {
    const api = await loadApi()
    const { tools } = ctx
    const spans = new CallSpans(api, config, {
      tool: ({ name, agent }) => tools.get(name, agent),
      redaction: () => ctx.get('redaction') as RedactionService | undefined,
    })
    listen(ctx, spans, api)
  },
}

function listen(ctx: Context, spans: CallSpans, api: OtelApi): void {
  const contained = containment(ctx)
  const within = <T>(exec: ToolExecution, next: () => Promise<T>): Promise<T> => {
    const context = spans.contextOf(exec)
    return context === undefined ? next() : api.context.with(context, next)
  }
  const outermost = { prepend: true }
  ctx.on(
    'tools/pre-execute',
    (exec, next) => {
      contained(() => spans.start(exec))
      return within(exec, next)
    },
    outermost,
  )
  ctx.on('tools/execute', (exec, next) => within(exec, next), outermost)
  ctx.on('tools/post-execute', (exec, _result, next) => within(exec, next), outermost)
  ctx.on('tools/trace', (exec, trace) => {
    contained(() => spans.traced(exec, trace))
  })
  ctx.on('tools/result', (exec, result) => {
    contained(() => spans.end(exec, result))
  })
  ctx.effect(() => () => contained(() => spans.close()), 'telemetry.close')
}

/** Runs what must not fail a call; a person is told once. */
function containment(ctx: Context): (work: () => void) => void {
  let isTold = false
  return (work) => {
    try {
      work()
    } catch (error) {
      if (isTold) return
      isTold = true
      const message = 'telemetry failed; the calls are not affected, and further failures are not reported'
      quietly(() => ctx.logger.warn(`${message}: %s`, error))
    }
  }
}
