import type { RunningProcess } from '@millrace/host'

/** One command for the shell. */
export interface ShellCommand {
  /** As `bash -c` takes it. */
  readonly command: string
  /** The folder that it starts in, absolute. */
  readonly cwd: string
  /**
   * Called with each chunk of what it prints, errors among it, in the order of writing. While a returned promise is
   * pending, no more is read.
   */
  onOutput(chunk: Uint8Array): void | Promise<void>
}

/** The whole output of one command, outside of the memory. */
export interface SpilledOutput {
  /** Where it is, for people and commands; absolute. */
  readonly path: string
  /** Bytes that it holds: always the first ones of the output. */
  readonly written: number
  /** Why the system took no more of it; undefined as long as it did, or where there is a limit. */
  readonly failure: unknown
  /** Appends as much as there is room for, and drops the rest of the chunk. */
  write(chunk: Uint8Array): Promise<void>
  /** Bytes from a position on, fewer at the end. */
  read(offset: number, maxBytes: number): Promise<Uint8Array>
  /** Nothing more is written; what was written can still be read. */
  close(): Promise<void>
  /** Takes it away from the disk. */
  remove(): Promise<void>
}

/**
 * What the command tools may do to the world. Whoever makes it decides about the shell, the environment and the
 * isolation, and ends what is left when the host closes.
 */
export interface ProcessOperations {
  /** Where the workspace is, as an absolute path. */
  readonly root: string
  /**
   * The absolute place of a folder inside the workspace. Rejects with an error that has a code and names the path
   * where there is none: `FS_NOT_FOUND`, `FS_NOT_DIRECTORY`, `FS_OUTSIDE_ROOT` and the like.
   */
  folder(path: string, signal: AbortSignal): Promise<string>
  /** Starts a command. Rejects with an error that has a code where it cannot be started. */
  start(command: ShellCommand): Promise<RunningProcess>
  /** A place for the output of one command that does not fit into the memory. */
  spill(): Promise<SpilledOutput>
}
