import type { CommandSpec, RunningProcess } from '@millrace/host'

/** What a hook's silence counts as: the call is blocked, or goes on. Either way a person is told. */
export type HookFailure = 'block' | 'continue'

/** One command, as people's settings have it. */
export interface HookCommand {
  readonly type: 'command'
  /** A line of shell; with `args` the program itself, without a shell. */
  readonly command: string
  readonly args?: readonly string[]
  /** Seconds that it may take; `HooksConfig.timeoutMs` unless given. */
  readonly timeout?: number
  /** Runs beside the call: nobody waits for it, and it decides nothing. */
  readonly async?: boolean
}

/** Commands for the tools that a matcher names. */
export interface HookGroup {
  /** Tool names with `|` between them, `*`, or a regular expression; every tool where it is left out. */
  readonly matcher?: string
  readonly hooks: readonly HookCommand[]
}

/**
 * The `hooks` of a settings file of Claude Code. Those of `PreToolUse`, `PostToolUse` and `PostToolUseFailure` run; the
 * others concern no tool call and are left out, which `warn` is told.
 */
export type HookSettings = Readonly<Record<string, readonly HookGroup[]>>

/** What hooks need. Settings come only from places that may run code: a hook is a program of the operator. */
export interface HooksConfig {
  readonly hooks: HookSettings
  /** Starts the commands, as `Processes.start` does. */
  readonly start: (spec: CommandSpec) => Promise<RunningProcess>
  /** The workspace, absolute: where hooks run, and their `CLAUDE_PROJECT_DIR`. */
  readonly root: string
  /** Their environment, as `commandEnvironment` makes it. */
  readonly env: Readonly<Record<string, string>>
  readonly sessionId: string
  /** The log of the session, where there is one. */
  readonly transcriptPath?: string
  /** The word for what happens where no rule decides; `default` unless given. */
  readonly permissionMode?: () => string
  /** Milliseconds that a hook may take where it does not say itself; 60,000 unless given. */
  readonly timeoutMs?: number
  /** What a hook that takes longer counts as; `block` unless given. */
  readonly onTimeout?: HookFailure
  /**
   * What a hook counts as that cannot be started, is killed, floods or answers in a way that cannot be understood;
   * `block` unless given. An exit code other than 0 and 2 does not block, as its protocol says.
   */
  readonly onFailure?: HookFailure
  /** Bytes of output that are read of a hook; 1 MiB unless given. One that prints more is ended, and has failed. */
  readonly outputBytes?: number
  /** The shell for lines of shell; `bash` unless given. */
  readonly shell?: string
  /** Told what a person should know; the log of the context unless given. */
  readonly warn?: (message: string) => void
}
