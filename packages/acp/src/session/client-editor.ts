import type * as acp from '@agentclientprotocol/sdk'
import { messageOf, shown } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'
import type { Editor, EditorTerminal, PermissionQuestion, TerminalCommand } from '../contract.ts'
import type { Places } from '../updates/places.ts'
import { filledOf, formRequest } from './ask-form.ts'
import { askedCall, chosenOf } from './ask-permission.ts'

/** The session that an editor is asked on behalf of; known once it is open. */
export interface EditorTarget {
  readonly sessionId: string
  readonly places: Places
  readonly update: (update: acp.SessionUpdate) => void
  /** From now on the call shows this terminal. */
  readonly showTerminal: (callId: string, terminalId: string) => void
}

/** What the client at the other end of a connection does for a session, as far as it says that it can. */
export function clientEditor(
  client: acp.AgentContext,
  { fs, terminal, elicitation }: acp.ClientCapabilities,
  target: () => EditorTarget,
): Editor {
  return {
    ...(fs?.readTextFile === true && {
      readTextFile: (path, signal) => readText(client, target(), path, signal),
    }),
    ...(fs?.writeTextFile === true && {
      writeTextFile: (path, text, signal) => writeText(client, target(), path, text, signal),
    }),
    ...(terminal === true && { startTerminal: (command) => startTerminal(client, target(), command) }),
    ...(elicitation?.form !== undefined &&
      elicitation.form !== null && {
        askForm: async (form, signal) =>
          filledOf(
            await client.request(
              'elicitation/create',
              formRequest(form, target().sessionId),
              waitingFor(signal),
            ),
          ),
      }),
    askPermission: (question, signal) => askPermission(client, target(), question, signal),
  }
}

async function readText(
  client: acp.AgentContext,
  { sessionId }: EditorTarget,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const answer: unknown = await refusing(`read ${shown(path)}`, () =>
    client.request('fs/read_text_file', { sessionId, path }, waitingFor(signal)),
  )
  const { content } = (answer ?? {}) as { readonly content?: unknown }
  if (typeof content === 'string') return content
  throw new AcpError('ACP_EDITOR_ANSWER', `the editor answered without the text of ${shown(path)}`)
}

async function writeText(
  client: acp.AgentContext,
  { sessionId }: EditorTarget,
  path: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await refusing(`write ${shown(path)}`, () =>
    client.request('fs/write_text_file', { sessionId, path, content }, waitingFor(signal)),
  )
}

async function startTerminal(
  client: acp.AgentContext,
  { sessionId, showTerminal }: EditorTarget,
  { command, args, cwd, env, outputBytes, callId }: TerminalCommand,
): Promise<EditorTerminal> {
  const asked = { sessionId, command, args: [...args], cwd, env: [...env], outputByteLimit: outputBytes }
  const terminal = await refusing('start a terminal', () => client.createTerminal(asked))
  if (typeof terminal.id !== 'string')
    throw new AcpError('ACP_EDITOR_ANSWER', 'the editor started a terminal without an id')
  if (callId !== undefined) showTerminal(callId, terminal.id)
  return {
    output: async () =>
      outputOf(await refusing('tell what a terminal shows', () => terminal.currentOutput())),
    exit: async () => exitOf(await refusing('tell how a command ended', () => terminal.waitForExit())),
    kill: async () => void (await refusing('end a command', () => terminal.kill())),
    release: async () => void (await refusing('let a terminal go', () => terminal.release())),
  }
}

function outputOf(answer: unknown): Awaited<ReturnType<EditorTerminal['output']>> {
  const { output, truncated } = (answer ?? {}) as { readonly output?: unknown; readonly truncated?: unknown }
  if (typeof output === 'string') return { output, truncated: truncated === true }
  throw new AcpError('ACP_EDITOR_ANSWER', 'the editor answered without the output of its terminal')
}

function exitOf(answer: unknown): Awaited<ReturnType<EditorTerminal['exit']>> {
  const { exitCode, signal } = (answer ?? {}) as { readonly exitCode?: unknown; readonly signal?: unknown }
  return {
    exitCode: typeof exitCode === 'number' && Number.isSafeInteger(exitCode) ? exitCode : null,
    signal: typeof signal === 'string' ? shown(signal) : null,
  }
}

async function askPermission(
  client: acp.AgentContext,
  { sessionId, places, update }: EditorTarget,
  question: PermissionQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  const toolCall = askedCall(question, places)
  const options = question.choices.map(({ id, kind, name }) => ({ optionId: id, kind, name }))
  const { toolCallId } = toolCall
  if (!question.isCall) update({ sessionUpdate: 'tool_call', ...toolCall })
  let chosen: string | undefined
  try {
    const answer: unknown = await client.request(
      'session/request_permission',
      { sessionId, toolCall, options },
      waitingFor(signal),
    )
    chosen = signal.aborted ? undefined : chosenOf(answer, question)
  } finally {
    if (!question.isCall) {
      const isAllowed = question.choices.some(({ id, kind }) => id === chosen && kind.startsWith('allow'))
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' })
    }
  }
  return chosen
}

function waitingFor(signal: AbortSignal | undefined): acp.SendRequestOptions {
  return signal === undefined ? {} : { cancellationSignal: signal, stopWaitingOnCancel: true }
}

/** The code by which a client says that there is no such thing. */
const notFound = -32002

async function refusing<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { code, data } = (error ?? {}) as { readonly code?: unknown; readonly data?: unknown }
    const name = code === notFound ? 'ACP_EDITOR_NO_FILE' : 'ACP_EDITOR_REFUSED'
    const said = [messageOf(error), ...detailsIn(data)].join(': ')
    throw new AcpError(name, `the editor did not ${what}: ${shown(said)}`, { cause: error })
  }
}

/** What a client of the SDK says of an exception; its message is the same for all of them. */
function detailsIn(data: unknown): readonly string[] {
  const { details } = (data ?? {}) as { readonly details?: unknown }
  return typeof details === 'string' && details !== '' ? [details] : []
}
