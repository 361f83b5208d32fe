import type { CommandSpec } from '../processes/command.ts'

/** How well commands are kept in: everything that is promised, a part of it, or nothing. */
export type SandboxEnforcement = 'full' | 'partial' | 'none'

/** An operating-system sandbox for the programs of one workspace. Operator's state: no tool argument reaches it. */
export interface Sandbox {
  readonly enforcement: SandboxEnforcement
  readonly backend: 'bubblewrap' | 'landlock' | 'seatbelt' | 'none'
  /** What it does not do, each in one sentence; empty where it is `full`. */
  readonly gaps: readonly string[]
  /**
   * The same program inside the sandbox.
   * @throws SandboxError `SANDBOX_UNAVAILABLE` where it cannot be had any more; the program must not be run then.
   */
  wrap(spec: CommandSpec): Promise<CommandSpec>
  /** Lets go of what it holds, such as the network of its programs. */
  close(): Promise<void>
}
