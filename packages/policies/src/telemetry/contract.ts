import type { MeterProvider, TracerProvider } from '@opentelemetry/api'

/** What is told of calls, and to whom. */
export interface TelemetryConfig {
  /** Whether spans carry the arguments, redacted and cut; no unless asked for. */
  readonly recordArguments?: boolean
  /** Whether spans carry what calls returned, redacted and cut; no unless asked for. */
  readonly recordResults?: boolean
  /** UTF-16 units of arguments and of results that a span carries at most; 4,096 unless given. */
  readonly mostRecorded?: number
  /** The global ones unless given. */
  readonly tracerProvider?: TracerProvider
  readonly meterProvider?: MeterProvider
}
