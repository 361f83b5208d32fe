import { request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** One request over a connection of its own. */
export interface ExchangeRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly headerBytes: number
  readonly signal: AbortSignal
}

/** Sends a GET over the socket and waits for the head of the answer. The signal destroys the socket. */
export function exchange(
  socket: Socket,
  { url, headers, headerBytes, signal }: ExchangeRequest,
): Promise<IncomingMessage> {
  let letGo = (): void => undefined
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      // With a connection given, no agent and no pool takes part.
      createConnection: () => socket,
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: { host: url.host, connection: 'close', ...headers },
      maxHeaderSize: headerBytes,
      insecureHTTPParser: false,
    })
    // All of them: what they may take in all is bounded, and one left out could change what the body means.
    sent.maxHeadersCount = 0
    const abort = (): void => void sent.destroy()
    letGo = () => signal.removeEventListener('abort', abort)
    sent.once('response', (answer) => {
      // What the parser cannot read of a body is only told here; the body alone would seem broken off.
      sent.on('error', (error) => answer.destroy(error))
      resolve(answer)
    })
    // Stays, as in dialling: there must be somebody who listens.
    sent.on('error', reject)
    sent.once('close', () => reject(signal.aborted ? signal.reason : new Error('no answer')))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    sent.end()
  })
  return answering.finally(letGo)
}
