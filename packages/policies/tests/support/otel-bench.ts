import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type DataPoint,
  type Histogram,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import type { ToolDefinition } from '@millrace/tools'
import { onTestFinished } from 'vitest'
import { telemetry, type TelemetryConfig } from '../../src/telemetry.ts'
import { openBench, type PolicyBench } from './policy-bench.ts'

/** A runtime with telemetry, on the SDK that people use. */
export interface OtelBench extends PolicyBench {
  /** The ended spans, in the order of their ends. */
  readonly spans: readonly ReadableSpan[]
  readonly provider: BasicTracerProvider
  /** The points of the histogram of durations. */
  readonly points: () => Promise<readonly DataPoint<Histogram>[]>
  /** Unloads the policy. */
  readonly unload: () => Promise<void>
}

/** Opens a runtime with these tools. */
export async function openOtelBench(
  config: TelemetryConfig,
  ...tools: readonly Partial<ToolDefinition>[]
): Promise<OtelBench> {
  const bench = await openBench(...tools)
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  onTestFinished(async () => {
    context.disable()
    await provider.shutdown()
    await meterProvider.shutdown()
  })
  const fiber = await bench.ctx.plugin(telemetry, { tracerProvider: provider, meterProvider, ...config })
  return {
    ...bench,
    provider,
    get spans() {
      return exporter.getFinishedSpans()
    },
    points: async () => {
      await reader.forceFlush()
      const all =
        metrics
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
      return all.flatMap((metric) =>
        metric.descriptor.name === 'gen_ai.execute_tool.duration'
          ? (metric.dataPoints as DataPoint<Histogram>[])
          : [],
      )
    },
    unload: () => fiber.dispose(),
  }
}
