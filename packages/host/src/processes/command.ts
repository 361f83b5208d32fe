import type { Readable, Writable } from 'node:stream'
import type { CommandLimits } from './command-limits.ts'

/** What to run, and who gets its output. */
export interface CommandSpec {
  /** The program: a path, or a name that is looked up in the `PATH` of `env`. No shell is put between. */
  readonly file: string
  readonly args: readonly string[]
  /** The folder to run in, absolute. */
  readonly cwd: string
  /** The whole environment of the program; the host adds nothing but the mark by which it finds the tree again. */
  readonly env: Readonly<Record<string, string>>
  /** What the program reads on its standard input, up to its end; without this there is nothing to read. */
  readonly stdin?: Uint8Array
  /**
   * In place of `stdin`: the program's standard input is a pipe, and this gets its writing end, to write to it for as long
   * as the program lives. That nobody reads any more is no error.
   */
  takeInput?(input: Writable): void
  /** One stream in which standard output and error keep the order of writing, or one for each. */
  readonly streams: 'merged' | 'separate'
  /**
   * Called with each piece of output, in order. While a promise that it returned is pending nothing is read, so
   * that the program waits instead of the memory filling. Where it throws, reading ends and the command is stopped;
   * see `RunningProcess.outputFailure`. The merged stream is called `stdout`.
   */
  onOutput(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void | Promise<void>
  /** Where it is given, the program has a descriptor 3, and this gets what is written there, to read it all. */
  takeReport?(report: Readable): void
}

/** How the program itself ended: exactly one of the two is not null. */
export interface ProcessEnd {
  readonly exitCode: number | null
  /** The name of the signal that ended it, such as `SIGTERM`. */
  readonly signal: string | null
}

/** How long `stop` waits at most between asking and killing. */
export interface StopOptions {
  /** Milliseconds, 200 unless given; 0 kills at once. */
  readonly graceMs?: number
}

/** A program that was started, and everything that it starts in turn. */
export interface RunningProcess {
  readonly pid: number
  /** The end of the program itself, whoever still holds its output. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /**
   * All output was delivered, as everybody who could write has ended, or reading was ended by `stop`. Pending for as
   * long as something that was left in the background holds the output open. Never rejects.
   */
  readonly drained: Promise<void>
  /** What `onOutput` threw, or the system while output was read; undefined where all went well. */
  readonly outputFailure: unknown
  /** The limit for which the host killed the command; undefined where it did not. */
  readonly exceededLimit: keyof CommandLimits | undefined
  /** Whether the program or anything that it started still lives. */
  isTreeAlive(): Promise<boolean>
  /**
   * Ends the program and everything that it started: asks by SIGTERM, waits for the grace, kills until nothing is
   * left, and ends reading. Resolves then. Calls meanwhile and later share its outcome.
   *
   * @throws ProcessError `PROCESS_FAILED` where something outlives SIGKILL; a further call tries again.
   */
  stop(options?: StopOptions): Promise<void>
}
