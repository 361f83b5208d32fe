import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HarnessError } from '@millrace/protocol'
import { anthropicWire } from './anthropic-wire.ts'
import { deliver } from './delivery.ts'
import { openaiWire } from './openai-wire.ts'
import type { ProviderRequest, ProviderScript, ScriptedAnswer } from './script.ts'
import type { Wire } from './wire.ts'

/** Bytes that a request may have. */
const longestRequest = 128 * 1024 * 1024
const keyHeaders = new Set(['authorization', 'x-api-key', 'api-key', 'cookie', 'proxy-authorization'])

/** A provider of models on this machine that says what a script tells it to. */
export interface ScriptedProvider {
  /** The base URL for clients of either protocol. */
  readonly url: string
  /** What arrived so far. */
  readonly requests: readonly ProviderRequest[]
  /** Ends all connections. Idempotent. */
  close(): Promise<void>
}

/**
 * Starts a provider on 127.0.0.1 that speaks OpenAI's chat completions and Anthropic's messages, streamed and whole,
 * and fails as the script has it. A request beyond the script is refused with words that say so.
 */
export async function scriptedProvider(script: ProviderScript): Promise<ScriptedProvider> {
  const requests: Recorded[] = []
  const server = createServer((request, response) => {
    serve(request, response, script, requests).catch((error: unknown) => {
      const words = error instanceof Error ? error.message : String(error)
      const fault = { error: { type: 'invalid_request_error', message: `the script failed: ${words}` } }
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(fault))
    })
  })
  await listening(server)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => closed(server) }
}

type Recorded = { -readonly [K in keyof ProviderRequest]: ProviderRequest[K] }

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  script: ProviderScript,
  requests: Recorded[],
): Promise<void> {
  const body = await bodyOf(request)
  const recorded: Recorded = {
    index: requests.length,
    path: request.url ?? '/',
    headers: headersOf(request),
    body,
    json: parsed(body),
    aborted: false,
  }
  requests.push(recorded)
  response.once('close', () => {
    recorded.aborted = !response.writableFinished && !response.errored
  })
  const wire = wireOf(request)
  if (wire === undefined) {
    const message = `a scripted provider has no ${request.method} ${recorded.path}: it answers POST …/chat/completions and …/messages`
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { type: 'not_found_error', message } }))
    return
  }
  const asked = recorded.json as { model?: unknown; stream?: unknown } | undefined
  const model = typeof asked?.model === 'string' ? asked.model : 'scripted'
  await deliver(await answerTo(recorded, script), wire, model, asked?.stream === true, response)
}

function wireOf(request: IncomingMessage): Wire | undefined {
  const path = request.url?.split('?')[0] ?? ''
  if (request.method !== 'POST') return undefined
  if (path.endsWith('/chat/completions')) return openaiWire
  return path.endsWith('/messages') ? anthropicWire : undefined
}

async function answerTo(request: ProviderRequest, script: ProviderScript): Promise<ScriptedAnswer> {
  if (typeof script === 'function') return script(request)
  const answer = script[request.index]
  if (answer !== undefined) return answer
  const problem = `request ${request.index + 1} came, but the script has ${script.length} answers`
  throw new HarnessError('SCRIPT_EXHAUSTED', `${problem}; add one, or find out why the model was asked again`)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longestRequest) {
      throw new HarnessError('REQUEST_TOO_LONG', `a request has more than ${longestRequest} bytes; send less`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const entries = Object.entries(request.headers).filter(([name]) => !keyHeaders.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
