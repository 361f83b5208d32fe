import type { Transport } from '@modelcontextprotocol/client'
import type { ServerSettings } from '../../contract/config.ts'
import type { McpConnection } from '../../contract/connection.ts'
import { dial } from './dial.ts'
import { asMcpError } from './failure.ts'
import { partsOf, type ConnectionOptions } from './parts.ts'

/**
 * Connects to a server over a transport of the SDK that was not started, such as one in memory. The connection owns it.
 * @throws McpError, or the reason of the signal.
 */
export async function connectOver(
  name: string,
  transport: Transport,
  settings: ServerSettings,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  signal.throwIfAborted()
  const parts = partsOf(name, settings, options)
  const times = { probeMs: parts.startMs / 2, openMs: parts.startMs / 2 }
  try {
    return await dial(transport, parts, 'ask', times, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw asMcpError(error, name, 'opening')
  }
}
