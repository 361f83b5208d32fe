import { setImmediate } from 'node:timers/promises'
import type * as acp from '@agentclientprotocol/sdk'
import { AcpError, rpcFailure } from './acp-error.ts'
import { boundedLines } from './bounded-lines.ts'
import type { AcpHost } from './contract.ts'
import { modeOption } from './session/modes.ts'
import { Sessions } from './session/sessions.ts'

/** The bytes of an editor, and those for it. */
export interface AcpStreams {
  readonly input: ReadableStream<Uint8Array>
  readonly output: WritableStream<Uint8Array>
}

/** An agent that serves an editor. */
export interface AcpServer {
  /** Resolves when the connection has ended, and all sessions with it. Rejects where one of them could not be closed. */
  readonly closed: Promise<void>
  /** Ends the connection; what was answered is still delivered. Idempotent. */
  close(): Promise<void>
}

/** Bytes of one message. */
const longestMessage = 64 * 1024 * 1024

type Sdk = typeof acp

/**
 * Serves one editor that speaks the Agent Client Protocol: its sessions, until it closes its end. The protocol's code is
 * loaded now.
 */
export async function serveAcp(host: AcpHost, { input, output }: AcpStreams): Promise<AcpServer> {
  const sdk = await import('@agentclientprotocol/sdk')
  let connection: acp.AgentConnection | undefined
  const sessions = new Sessions(host, () => {
    if (connection === undefined) throw new Error('a message arrived before there was a connection')
    return connection.client
  })
  const lines = input.pipeThrough(boundedLines(longestMessage))
  const stream = sdk.ndJsonStream(output, lines, { maxMessageBytes: longestMessage + 1 })
  connection = agentApp(sdk, host, sessions).connect(stream)
  const opened = connection
  const closed = opened.closed.then(() => sessions.closeAll()).finally(() => closeOutput(output))
  return {
    closed,
    close: async () => {
      try {
        await sessions.closeAll()
        // What ended by that is answered first.
        await setImmediate()
      } finally {
        opened.close()
        await closed
      }
    },
  }
}

/** Lets the editor see the end. */
async function closeOutput(output: WritableStream<Uint8Array>): Promise<void> {
  try {
    await output.close()
  } catch {
    // It is closed already, or its reader is gone.
  }
}

function agentApp(sdk: Sdk, host: AcpHost, sessions: Sessions): acp.AgentApp {
  const answering = answersWith(sdk)
  const app = sdk.agent({ name: host.info.name })
  app.onRequest('initialize', ({ params }) => {
    sessions.capabilities = params.clientCapabilities ?? {}
    return initialized(sdk, host)
  })
  app.onRequest('authenticate', () => {
    throw new sdk.RequestError(
      -32602,
      'this agent has no login of its own: set the key of a model in its environment',
      {
        code: 'ACP_INVALID_PARAMS',
      },
    )
  })
  addOpening(app, sessions, answering)
  addWork(app, sessions, answering)
  return app
}

/** Tells failures in words and with a code. */
type Answering = <T>(work: () => Promise<T> | T) => Promise<T>

function answersWith(sdk: Sdk): Answering {
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      const { code, message, data } = rpcFailure(error)
      throw new sdk.RequestError(code, message, data)
    }
  }
}

function initialized(sdk: Sdk, { info, mcp }: AcpHost): acp.InitializeResponse {
  return {
    protocolVersion: sdk.PROTOCOL_VERSION,
    agentInfo: { ...info },
    authMethods: [],
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { ...mcp },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
  }
}

function addOpening(app: acp.AgentApp, sessions: Sessions, answering: Answering): void {
  app.onRequest('session/new', ({ params }) =>
    answering(async () => {
      const session = await sessions.open(params)
      return { sessionId: session.sessionId, ...session.state }
    }),
  )
  app.onRequest('session/load', ({ params }) =>
    answering(async () => (await sessions.open(params, params.sessionId, true)).state),
  )
  app.onRequest('session/resume', ({ params }) =>
    answering(async () => (await sessions.open(params, params.sessionId)).state),
  )
  app.onRequest('session/list', ({ params }) =>
    answering(() => sessions.list(params.cwd ?? undefined, params.cursor ?? undefined)),
  )
  app.onRequest('session/close', ({ params }) => answering(() => sessions.close(params.sessionId)))
  app.onRequest('session/delete', ({ params }) => answering(() => sessions.remove(params.sessionId)))
}

function addWork(app: acp.AgentApp, sessions: Sessions, answering: Answering): void {
  app.onRequest('session/prompt', ({ params, signal }) =>
    answering(async () => ({
      stopReason: await sessions.get(params.sessionId).prompt(params.prompt, signal),
    })),
  )
  app.onNotification('session/cancel', ({ params }) => sessions.cancel(params.sessionId))
  app.onRequest('session/set_mode', ({ params }) =>
    answering(() => {
      sessions.get(params.sessionId).setMode(params.modeId)
      return {}
    }),
  )
  app.onRequest('session/set_config_option', ({ params }) =>
    answering(() => {
      const session = sessions.get(params.sessionId)
      const { configId, value } = params
      if (configId !== modeOption || typeof value !== 'string')
        throw new AcpError(
          'ACP_INVALID_PARAMS',
          `there is no such option or value here; expected the option "${modeOption}"`,
        )
      session.setMode(value)
      return { configOptions: session.state.configOptions }
    }),
  )
}
