import type { Client, LoggingMessageNotificationParams } from '@modelcontextprotocol/client'
import { messageOf } from '@millrace/protocol'
import { printJson, snapshotJsonValue } from '@millrace/schema'
import { version } from '../../version.ts'
import { ServerConnection } from './connection.ts'
import { followChanges } from './follow-changes.ts'
import { mcpErrorIn, connectFailed } from './failure.ts'
import { isRecord } from '../../is-record.ts'
import type { Parts } from './parts.ts'
import { Wire, type KnownTransport } from './wire.ts'

/** How the generation of the protocol is found: by asking, or known. */
export type Greeting = 'ask' | 'legacy'

/** How long the opening of one transport may take, in milliseconds. */
export interface DialTimes {
  /** For an answer to which generation it speaks. */
  readonly probeMs: number
  readonly openMs: number
}

const identity = { name: 'millrace', title: 'Millrace', version }

/**
 * Opens a transport by the SDK. Where it fails the transport is closed.
 * @throws what the SDK throws, or the reason of the signal.
 */
export async function dial(
  transport: KnownTransport,
  parts: Parts,
  greeting: Greeting,
  times: DialTimes,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const { Client } = await import('@modelcontextprotocol/client')
  signal.throwIfAborted()
  const { oddities, news, asking } = parts
  const wire = new Wire(transport, {
    toolsChanged: () => news.changed(),
    said: (params) => oddities.note(logLine(params)),
    odd: (text) => oddities.note(`skipped: ${text}`),
  })
  const client = new Client(identity, {
    capabilities: asking === undefined ? {} : { elicitation: { form: {}, url: {} } },
    versionNegotiation:
      greeting === 'legacy' ? { mode: 'legacy' } : { mode: 'auto', probe: { timeoutMs: times.probeMs } },
  })
  asking?.attach(client)
  client.onerror = (error) => oddities.note(messageOf(error))
  await open(client, wire, parts.server, times.openMs, signal)
  const connection = new ServerConnection(client, wire, parts)
  followChanges(client, parts)
  return connection
}

async function open(
  client: Client,
  wire: Wire,
  server: string,
  openMs: number,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => void wire.close().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect(wire, { timeout: openMs, signal })
    signal.throwIfAborted()
  } catch (error) {
    const why = wire.endedBecause
    await wire.close()
    signal.throwIfAborted()
    // What was found out, such as that a login is wanted, says more than that it was closed.
    const code = mcpErrorIn(error)?.code
    const isKnown = code !== undefined && code !== 'MCP_CONNECTION_LOST'
    throw why === undefined || isKnown ? error : connectFailed(server, why, error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A line of the log of a server. */
function logLine(params: unknown): string {
  const { level, logger, data } = (
    isRecord(params) ? params : {}
  ) as Partial<LoggingMessageNotificationParams>
  const from = [level, logger].filter((part) => typeof part === 'string').join(' ')
  return `${from}: ${typeof data === 'string' ? data : printed(data)}`
}

function printed(data: unknown): string {
  try {
    return printJson(snapshotJsonValue(data))
  } catch (error) {
    return `what cannot be shown (${messageOf(error)})`
  }
}
