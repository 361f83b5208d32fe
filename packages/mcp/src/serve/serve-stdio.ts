import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/server'
import type { ToolServer } from './tool-server.ts'

/** The streams of a connection. Nothing else may write to the output. */
export interface StdioStreams {
  readonly input: Readable
  readonly output: Writable
}

/** A connection with one client. */
export interface ServedConnection {
  /** Resolves once the client has gone, its calls are cancelled and have ended. Never rejects. */
  readonly closed: Promise<void>
  /** Cancels what runs and ends the connection. Idempotent. */
  close(): Promise<void>
}

/** Bytes of one message; a client that sends a longer one is cut off. */
const longestMessage = 16 * 1024 * 1024

/**
 * Serves the tools to one client by two streams, one message a line. The connection ends with the input, and where the output
 * cannot be written any more.
 */
export async function serveStdio(
  from: ToolServer,
  { input, output }: StdioStreams,
): Promise<ServedConnection> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  return serveTransport(from, new StdioServerTransport(input, output, { maxBufferSize: longestMessage }))
}

/** Serves the tools to one client by a transport of the SDK, in whichever era the client opens. */
export async function serveTransport(from: ToolServer, transport: Transport): Promise<ServedConnection> {
  const { serveStdio: serve } = await import('@modelcontextprotocol/server/stdio')
  const seat = from.seat()
  const handle = serve(
    async ({ era }) => {
      const server = await from.serve(seat, era)
      server.onclose = from.tellChanges(server)
      return server
    },
    { transport, onerror: (error) => from.warn('a message of the client', error) },
  )
  const closed = new Promise<void>((resolve) => {
    const end = transport.onclose
    transport.onclose = () => {
      end?.()
      resolve(seat.close())
    }
  })
  return {
    closed,
    close: async () => {
      await seat.close()
      await handle.close()
    },
  }
}
