export type { TelemetryConfig } from './telemetry/contract.ts'
export { telemetry } from './telemetry/plugin.ts'
