import { HarnessError } from '@millrace/protocol'
import type * as Otel from '@opentelemetry/api'

/** The OpenTelemetry API, as a module. */
export type OtelApi = typeof Otel

/**
 * Loads the API, which people install only where they want telemetry.
 * @throws HarnessError `TELEMETRY_API_MISSING` where they have not.
 */
export async function loadApi(
  load: () => Promise<OtelApi> = () => import('@opentelemetry/api'),
): Promise<OtelApi> {
  try {
    return await load()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error
    throw new HarnessError(
      'TELEMETRY_API_MISSING',
      'telemetry needs the package "@opentelemetry/api", which is not installed; run "npm install @opentelemetry/api", or leave telemetry out',
      { cause: error },
    )
  }
}
