import { systemClock } from '@millrace/host'
import { McpError, type Mcp, type McpOptions, type McpQuestions } from '@millrace/mcp'
import { approveAllName } from '../ask/answer-flags.ts'
import type { Io } from '../io.ts'
import type { WorkspaceMachine } from '../workspace-machine.ts'
import type { Workspace } from '../workspace.ts'
import type { McpServer } from './server-entry.ts'
import { serverAuthorization } from './login-store.ts'
import { serverLogs } from './server-logs.ts'
import { shownMcp } from './server-statuses.ts'
import { serverPins } from './server-pins.ts'

/** What servers of a workspace have of it. */
export interface WorkspaceMcpOptions {
  /** The environment of the command. */
  readonly env: Io['env']
  readonly machine: Pick<WorkspaceMachine, 'processes' | 'commandEnv'>
  /** Answers what servers ask the person; without it they are refused. */
  readonly questions?: McpQuestions
}

/** Servers whose tools are among those of a workspace. */
export interface WorkspaceMcp {
  readonly mcp: Mcp
  /** Ends all servers, and writes their logs to the end. */
  close(): Promise<void>
}

/**
 * Starts servers in the background: `mcp.ready()` waits for their tools. What a server writes to its standard error output
 * goes to a log of its own, and what it says of its tools is compared with what was agreed to.
 */
export async function workspaceMcp(
  { ctx, root }: Pick<Workspace, 'ctx' | 'root'>,
  servers: readonly McpServer[],
  { env, machine, questions }: WorkspaceMcpOptions,
): Promise<WorkspaceMcp> {
  const { McpService } = await import('@millrace/mcp')
  const warn = (message: string): void => ctx.logger.warn(message)
  const logs = serverLogs({ root, env, clock: systemClock, redactor: ctx.redaction, warn })
  const start: McpOptions['start'] = (spec, inside) =>
    (inside ? machine.processes.sandboxed : machine.processes.trusted).start(spec)
  const authorization = servers.some(({ config }) => config.type === 'http')
    ? await serverAuthorization(env, (secrets) => ctx.redaction.add(secrets))
    : undefined
  const service = await ctx.plugin(McpService, {
    start,
    env: machine.commandEnv,
    root,
    pins: serverPins(servers, env),
    // Nobody has seen what a flag says yes to.
    mayAgree: (by) => by !== undefined && by !== approveAllName,
    log: (server, text) => logs.write(server, text),
    redact: (value) => ctx.redaction.json(value),
    ...(authorization !== undefined && { authorization }),
    ...(questions !== undefined && { questions }),
  })
  for (const { name, config } of servers) add(ctx.mcp, name, config, warn)
  return {
    mcp: shownMcp(ctx),
    close: async () => {
      await service.dispose()
      await logs.close()
    },
  }
}

/** A configuration that cannot be used hurts its own server alone. */
function add(mcp: Mcp, name: string, config: McpServer['config'], warn: (message: string) => void): void {
  try {
    mcp.add(name, config)
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    warn(error.message)
  }
}
