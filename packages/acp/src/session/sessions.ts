import type * as acp from '@agentclientprotocol/sdk'
import { isAbsolute } from 'node:path'
import { shown } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'
import type { AcpHost, ListedSession, SessionRequest } from '../contract.ts'
import { updatedAt } from '../updates/time.ts'
import { clientEditor } from './client-editor.ts'
import { mcpServersOf } from './mcp-servers.ts'
import { OpenSession } from './open-session.ts'

/** What of a request says which session is meant. */
interface Wanted {
  readonly cwd: string
  readonly mcpServers?: readonly acp.McpServer[] | undefined
  readonly additionalDirectories?: readonly string[] | undefined
}

/** Sessions in one answer to a list. */
const pageSize = 100

/** The sessions that an editor has open. */
export class Sessions {
  readonly #host: AcpHost
  readonly #client: () => acp.AgentContext
  readonly #open = new Map<string, OpenSession>()
  /** What is being opened: when the connection ends, it is waited for. */
  readonly #opening = new Set<Promise<OpenSession>>()
  /** What is being closed on demand: it is waited for as well. */
  readonly #leaving = new Set<Promise<void>>()
  #closing: Promise<void> | undefined
  capabilities: acp.ClientCapabilities = {}

  constructor(host: AcpHost, client: () => acp.AgentContext) {
    this.#host = host
    this.#client = client
  }

  /** Opens a session: a new one, or the one of an id. */
  async open(wanted: Wanted, id?: string, tellsPast = false): Promise<OpenSession> {
    if (id !== undefined && this.#open.has(id))
      throw new AcpError('ACP_BUSY', `the session ${shown(id)} is open already; close it first`)
    const opening = this.#opened(requestOf(wanted, id), tellsPast)
    this.#opening.add(opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(opening)
    }
  }

  async #opened(request: SessionRequest, tellsPast: boolean): Promise<OpenSession> {
    if (this.#closing !== undefined) throw new AcpError('ACP_BUSY', 'the agent is about to end')
    let session: OpenSession | undefined
    const editor = clientEditor(this.#client(), this.capabilities, () => {
      if (session === undefined) throw new AcpError('ACP_NO_SESSION', 'the session is still being opened')
      return session
    })
    const host = await this.#host.open(request, editor)
    // Another request may have opened the same one meanwhile.
    if (this.#closing !== undefined || this.#open.has(host.agent.id)) {
      await host.close()
      throw new AcpError('ACP_BUSY', `the session ${host.agent.id} cannot be opened now`)
    }
    const showsNotices = (this.capabilities.session?.notices ?? undefined) !== undefined
    const told = { tellsPast, showsNotices }
    try {
      session = new OpenSession(host, (sessionId, update) => this.#send(sessionId, update), told)
    } catch (error) {
      await host.close()
      throw error
    }
    this.#open.set(host.agent.id, session)
    return session
  }

  /** The open session of an id. @throws AcpError `ACP_NO_SESSION`. */
  get(id: string): OpenSession {
    const session = this.#open.get(id)
    if (session === undefined)
      throw new AcpError(
        'ACP_NO_SESSION',
        `no session ${shown(id)} is open; open one by session/new or session/load`,
      )
    return session
  }

  /** Tells a session to end what it does; an unknown one does nothing. */
  cancel(id: string): void {
    this.#open.get(id)?.cancel()
  }

  async close(id: string): Promise<void> {
    const session = this.get(id)
    this.#open.delete(id)
    const leaving = session.close()
    this.#leaving.add(leaving)
    try {
      await leaving
    } finally {
      this.#leaving.delete(leaving)
    }
  }

  /** @param cursor - where a list goes on, as the one before said. */
  async list(cwd: string | undefined, cursor: string | undefined): Promise<acp.ListSessionsResponse> {
    if (cwd !== undefined) requireAbsolute(cwd)
    const from = cursor === undefined ? 0 : Number(cursor)
    if (!Number.isSafeInteger(from) || from < 0)
      throw new AcpError(
        'ACP_INVALID_PARAMS',
        `${JSON.stringify(shown(cursor ?? ''))} is no cursor of a list`,
      )
    const sessions: acp.SessionInfo[] = []
    let index = 0
    for await (const found of this.#host.list(cwd)) {
      if (index++ < from) continue
      if (sessions.length === pageSize) return { sessions, nextCursor: String(from + pageSize) }
      sessions.push(infoOf(found))
    }
    return { sessions }
  }

  async remove(id: string): Promise<void> {
    if (this.#open.has(id)) throw new AcpError('ACP_BUSY', `the session ${shown(id)} is open; close it first`)
    await this.#host.remove(id)
  }

  /** Ends all of them. Idempotent. @returns rejects where some could not be closed. */
  closeAll(): Promise<void> {
    return (this.#closing ??= this.#closeAll())
  }

  async #closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening)
    const open = [...this.#open.values()]
    this.#open.clear()
    const ended = await Promise.allSettled([...this.#leaving, ...open.map((session) => session.close())])
    const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'some sessions could not be closed')
  }

  #send(sessionId: string, update: acp.SessionUpdate): void {
    const sent = this.#client().notify('session/update', { sessionId, update })
    // It fails where the connection has ended, and that ends the sessions.
    sent.catch(() => {})
  }
}

function requestOf(
  { cwd, mcpServers, additionalDirectories = [] }: Wanted,
  id: string | undefined,
): SessionRequest {
  requireAbsolute(cwd)
  if (additionalDirectories.length > 0)
    throw new AcpError('ACP_INVALID_PARAMS', 'a session works in one folder; leave additionalDirectories out')
  return { cwd, mcpServers: mcpServersOf(mcpServers), ...(id !== undefined && { id }) }
}

function requireAbsolute(cwd: string): void {
  const problem = cwd.includes('\0')
    ? 'has a character that no path has'
    : isAbsolute(cwd)
      ? ''
      : 'is relative'
  if (problem === '') return
  throw new AcpError(
    'ACP_INVALID_PARAMS',
    `the folder ${JSON.stringify(shown(cwd))} ${problem}; expected an absolute path`,
  )
}

function infoOf({ id, cwd, title, lastAt }: ListedSession): acp.SessionInfo {
  return { sessionId: id, cwd, title: shown(title), ...updatedAt(lastAt) }
}
