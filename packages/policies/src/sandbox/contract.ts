import type { Sandbox } from '@millrace/host'

/** The sandbox of the commands, as `ctx.sandbox`: what is promised, and what is not. */
export interface SandboxService {
  /** `full`, a part of it, or `none`. */
  readonly enforcement: Sandbox['enforcement']
  /** What keeps commands in: a program or a facility of the system. */
  readonly backend: Sandbox['backend']
  /** What is not kept, each in one sentence. */
  readonly gaps: readonly string[]
}

/** What the plugin needs. All of it is the operator's: nothing that a model says has a say in it. */
export interface SandboxConfig {
  /** Opened by the host, which closes it too, and gives its processes through it. */
  readonly sandbox: Sandbox
}
