import process from 'node:process'
import type { SessionStore } from '@millrace/agent/session'
import { randomIds, systemClock } from '@millrace/host'
import type { ClientFacts, ServedClient } from '@millrace/mcp/server'
import { escapeVisible } from '@millrace/protocol'
import { createScope, type Scope } from '@millrace/scope'
import type { Agent, ToolPresentationMode } from '@millrace/tools'
import { version } from '../version.ts'
import type { Workspace } from '../workspace.ts'
import { ClientLog } from './client-log.ts'

/** What clients are given. */
export interface ServedClientsOptions {
  readonly workspace: Pick<Workspace, 'ctx' | 'tools' | 'root'>
  readonly mode: ToolPresentationMode
  /** Whether only those tools are listed that fit, and the others are searched for. */
  readonly isSearched: boolean
  /** Which of the tools they see. Asked anew for each client, as servers come and go. */
  readonly restrict: (scope: Scope) => void
  /** Where their sessions are kept; nowhere without it. */
  readonly store: SessionStore | undefined
}

/** For whom clients act: whoever started the server. */
const principal = 'user'
const longestName = 60

/** Takes a client in: with a scope, and a session log, of its own. */
export async function servedClient(
  client: ClientFacts,
  options: ServedClientsOptions,
): Promise<ServedClient> {
  const { workspace, mode, isSearched, restrict, store } = options
  const { ctx, tools, root } = workspace
  const loaded = new Set<string>()
  const id = randomIds.next()
  let log: ClientLog | undefined
  const agent: Agent & { readonly principal: string } = {
    principal,
    events: {
      sessionId: id,
      append: (type, data) => {
        if (type === 'tools/loaded')
          for (const name of (data as { names: readonly string[] }).names) loaded.add(name)
        log?.tell(type, data)
      },
    },
  }
  const scope = createScope(ctx, agent)
  try {
    if (mode !== 'native') scope.ctx.tools.presentAs(mode)
    restrict(scope)
    if (store !== undefined) {
      const versions = { millrace: version(), node: process.versions.node }
      const kept = await store.create({ id, cwd: root, principal, versions, tools: {} })
      log = new ClientLog(kept, scope.ctx, {
        clock: systemClock,
        secretsOf: (name) => tools.get(name, agent)?.secrets ?? [],
        warn: (message, error) => ctx.logger.warn(`${message}: %s`, error),
      })
      log.begin(titleOf(client), principal)
    }
  } catch (error) {
    await scope.dispose()
    throw error
  }
  return {
    agent,
    ...(isSearched && { loaded }),
    called: (call) => log?.called(call),
    close: async () => {
      await log?.close('done')
      await scope.dispose()
    },
  }
}

function titleOf({ name, version: release }: ClientFacts): string {
  const said = [name, release].flatMap((part) =>
    part === undefined ? [] : [escapeVisible(part).slice(0, longestName)],
  )
  return `calls of ${said.length === 0 ? 'an MCP client' : `the MCP client ${said.join(' ')}`}`.toWellFormed()
}
