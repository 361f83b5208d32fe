import { serveAcp, type AcpStreams } from '@millrace/acp'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { acpHost } from './acp-host.ts'
import type { EditorSessionMeans } from './open-editor-session.ts'

/**
 * Serves an editor over standard input and output until it closes its end, or the process is told to leave.
 * @returns the exit status.
 */
export async function serveEditor(means: EditorSessionMeans, io: Io): Promise<number> {
  const server = await serveAcp(acpHost({ ...means, io }), streamsOf(io))
  const leave = (): void => void server.close().catch(() => {})
  if (io.signal.aborted) leave()
  io.signal.addEventListener('abort', leave, { once: true })
  try {
    // Where sessions cannot be closed, that is told here.
    await server.closed
    return io.signal.aborted ? exitCode.interrupted : exitCode.ok
  } finally {
    io.signal.removeEventListener('abort', leave)
  }
}

function streamsOf({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): AcpStreams {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const bytes = stdin[Symbol.asyncIterator]()
  return {
    input: new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done === true) return controller.close()
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await bytes.return?.()
      },
    }),
    output: new WritableStream<Uint8Array>({
      write: (chunk) => void stdout.write(decoder.decode(chunk, { stream: true })),
    }),
  }
}
