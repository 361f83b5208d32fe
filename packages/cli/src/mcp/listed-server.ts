import { counted } from '@millrace/cards'
import type { McpServerStatus } from '@millrace/mcp'
import { escapeVisible } from '@millrace/protocol'
import type { Workspace } from '../workspace.ts'
import type { JudgedServer } from './find-servers.ts'
import { serverStatuses } from './server-statuses.ts'
import { failureHint } from './start-servers.ts'

/** A server with what became of it. */
export interface ListedServer extends JudgedServer {
  readonly status: McpServerStatus | undefined
  /** What stands in the way of starting it. */
  readonly absence: string | undefined
}

/** A server of a folder, with what a workspace made of it. */
export function listedServer(
  server: JudgedServer,
  { ctx, servers }: Pick<Workspace, 'ctx' | 'servers'>,
): ListedServer {
  const counts = server.shadowedBy === undefined
  const status = counts ? statusOf(server.name, ctx) : undefined
  const absent = counts ? servers?.absent.find(({ name }) => name === server.name) : undefined
  return { ...server, status, absence: absent?.message }
}

function statusOf(name: string, ctx: Workspace['ctx']): McpServerStatus | undefined {
  return serverStatuses(ctx).find((server) => server.name === name)
}

/** Where it stands, in a few words: `connected (2025-11-25), 3 tools`. */
export function stateWords({ shadowedBy, isDisabled, agreement, absence, status }: ListedServer): string {
  if (shadowedBy !== undefined) return `not used: ${shadowedBy} counts`
  if (isDisabled) return 'disabled'
  if (agreement.kind === 'own') return 'this command, for other agents'
  if (agreement.kind === 'never') return 'never started, as somebody said'
  if (agreement.kind !== 'agreed')
    return agreement.kind === 'new' ? 'not agreed to' : 'changed since it was agreed to'
  if (absence !== undefined) return 'not started'
  if (status === undefined) return 'not started here'
  return liveWords(status)
}

function liveWords({ state, tools }: McpServerStatus): string {
  switch (state.kind) {
    case 'ready':
      return `connected (${escapeVisible(state.facts.protocolVersion)}), ${counted(tools.length, 'tool')}`
    case 'login':
      return 'needs a login'
    case 'waiting':
    case 'failed':
      return 'not there'
    case 'starting':
    case 'stopped':
      return state.kind
  }
}

/** What there is to say of a server below its line. */
export function remarksOn({
  name,
  shadowedBy,
  isDisabled,
  agreement,
  absence,
  status,
}: ListedServer): readonly string[] {
  if (shadowedBy !== undefined || isDisabled || agreement.kind === 'own') return []
  if (agreement.kind !== 'agreed') {
    const changes = agreement.kind === 'changed' ? agreement.changes : []
    return [...changes, `it is shown, and agreed to, by: millrace mcp trust ${name}`]
  }
  if (absence !== undefined) return [absence]
  if (status === undefined) return []
  const { state, problems, tools } = status
  const failure = 'error' in state ? [state.error.message, failureHint(name, state.kind)] : []
  const changes = tools.flatMap((tool) => tool.changes.map((change) => `${tool.name} changed: ${change}`))
  return [...failure, ...problems, ...changes]
}
