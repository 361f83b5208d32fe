import type { CommandSpec, RunningProcess } from '../processes/command.ts'

/** How well commands are kept in: everything that is promised, a part of it, or nothing. */
export type SandboxEnforcement = 'full' | 'partial' | 'none'

/** What enforces it. */
export type SandboxBackend = 'bubblewrap' | 'landlock' | 'seatbelt' | 'none'

/** What commands reach of the network: hosts that were agreed to, nothing, or everything. */
export type SandboxNetwork = 'proxy' | 'none' | 'open'

/** An operating-system sandbox for the programs of one workspace. Operator's state: no tool argument reaches it. */
export interface Sandbox {
  readonly enforcement: SandboxEnforcement
  readonly backend: SandboxBackend
  readonly network: SandboxNetwork
  /** What it does not do, each in one sentence; empty where it is `full`. */
  readonly gaps: readonly string[]
  /**
   * The same program inside the sandbox.
   * @throws SandboxError `SANDBOX_UNAVAILABLE` where it cannot be had any more; ProcessError where there is no such
   *   program. The program must not be run then.
   */
  wrap(spec: CommandSpec): Promise<SandboxedCommand>
  /** Lets go of what it holds, such as the network of its programs. */
  close(): Promise<void>
}

/** One program that is about to run in a sandbox. */
export interface SandboxedCommand {
  /** What to start instead. */
  readonly spec: CommandSpec
  /**
   * Waits until the program itself runs, or has run.
   * @throws SandboxError `SANDBOX_UNAVAILABLE` where the sandbox could not be built, and the program did not run.
   */
  entered(running: RunningProcess): Promise<void>
  /** Asks what runs inside to end, and leaves the sandbox itself alone. False where it cannot tell who that is. */
  ask(): boolean
  /** Where what a program leaves behind ends with it: waits, after its end, until that is gone. */
  emptied?(): Promise<void>
  /** Lets go of what it holds for this program; to be called once, when it has ended or was not started. */
  release(): void
}
