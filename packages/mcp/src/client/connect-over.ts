import type { Transport } from '@modelcontextprotocol/client'
import type { ServerSettings } from '../contract/config.ts'
import type { McpConnection } from '../contract/connection.ts'
import type { McpOptions } from '../contract/service.ts'

/**
 * Connects to a server over a transport of the SDK that was not started, such as one in memory. The connection owns it.
 * The SDK is loaded by the first call.
 * @throws McpError, or the reason of the signal.
 */
export async function connectOver(
  name: string,
  transport: Transport,
  settings: ServerSettings,
  options: Pick<McpOptions, 'log' | 'questions' | 'clock' | 'timers'>,
  signal: AbortSignal,
): Promise<McpConnection> {
  const sdk = await import('./connection/connect-over.ts')
  return sdk.connectOver(name, transport, settings, options, signal)
}
