import type { Context } from '@deepseek-ai/cordis'
import { openSandbox, type AskHost, type Sandbox } from '@millrace/host'
import { sandbox as sandboxPolicy } from '@millrace/policies/sandbox'
import type { Io } from './io.ts'
import { lazily } from './lazily.ts'
import type { WorkspaceSettings } from './settings.ts'

/** The sandbox of a workspace's commands. */
export interface WorkspaceSandbox {
  /** What it keeps, as far as it is known: nothing before it was opened. */
  readonly enforcement: Sandbox['enforcement']
  /**
   * Finds out what works on this machine, by programs that try to get out; once, when a command is to be judged. It is
   * `ctx.sandbox` from then on.
   * @throws SandboxError `SANDBOX_UNAVAILABLE` where one is required and none works.
   */
  open(): Promise<Sandbox>
  /** Lets go of it. Its programs must have ended before. */
  close(): Promise<void>
}

/** What the sandbox is made for. */
export interface WorkspaceSandboxOptions {
  readonly ctx: Context
  readonly root: string
  readonly env: Io['env']
  readonly settings: WorkspaceSettings
  /** Asked on the first use of a host that the settings do not list. */
  readonly ask: AskHost
}

/** The sandbox that the operator chose. It is no business of any tool. */
export function workspaceSandbox(options: WorkspaceSandboxOptions): WorkspaceSandbox {
  const { ctx, root, env, settings, ask } = options
  const { sandbox: mode, egress = [], unprotected = [] } = settings
  let opened: Sandbox | undefined
  const sandbox = lazily(async () => {
    opened = await openSandbox({ mode, workspace: root, env, unprotected, egress: { allow: egress, ask } })
    await ctx.plugin(sandboxPolicy, { sandbox: opened })
    return opened
  })
  return {
    get enforcement() {
      return opened?.enforcement ?? 'none'
    },
    open: sandbox.get,
    close: () => sandbox.close((found) => found.close()),
  }
}
