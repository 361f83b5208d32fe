import { Readable, Writable } from 'node:stream'
import { serveAcp } from '@millrace/acp'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { protocolStreams } from '../serve/protocol-streams.ts'
import { acpHost } from './acp-host.ts'
import { escapedConsole } from './escaped-console.ts'
import type { EditorSessionMeans } from './open-editor-session.ts'

/**
 * Serves an editor over standard input and output until it closes its end, or the process is told to leave.
 * @returns the exit status.
 */
export async function serveEditor(means: EditorSessionMeans, io: Io): Promise<number> {
  const streams = protocolStreams(io, 'millrace acp --print-config')
  const unescaped = escapedConsole(io)
  try {
    const server = await serveAcp(acpHost({ ...means, io }), {
      input: Readable.toWeb(streams.input) as ReadableStream<Uint8Array>,
      output: Writable.toWeb(streams.output) as WritableStream<Uint8Array>,
    })
    // What cannot be closed rejects `closed`, too.
    const leave = (): void => void server.close().catch(() => {})
    if (io.signal.aborted) leave()
    io.signal.addEventListener('abort', leave, { once: true })
    await server.closed.finally(() => io.signal.removeEventListener('abort', leave))
    if (!(await isDelivered(streams.output))) io.abandonOutput?.()
    return io.signal.aborted ? exitCode.interrupted : exitCode.ok
  } finally {
    unescaped()
    streams.release()
  }
}

/** Milliseconds in which an editor that left reads what was still written for it. */
const deliveryMs = 2_000

/** Ends the output. @returns whether all of it was read in time. */
function isDelivered(output: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), deliveryMs)
    output.end(() => {
      clearTimeout(late)
      resolve(true)
    })
  })
}
