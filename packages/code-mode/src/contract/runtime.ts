import type { CodeFailureKind } from './failure.ts'

/** Limits of one machine; the bridge has limits of its own for what crosses it. */
export interface MachineLimits {
  /** Milliseconds for which the program itself may compute; waiting for calls does not count. */
  readonly cpuMs: number
  /** Bytes of the program's heap. */
  readonly memoryBytes: number
  /** UTF-8 bytes of the program. */
  readonly sourceBytes: number
  /** UTF-8 bytes of the arguments of one call, as JSON. */
  readonly argumentBytes: number
  /** UTF-8 bytes of what the program returns, as JSON. */
  readonly resultBytes: number
  /** UTF-8 bytes of what is kept of its console: half from the beginning, half from the end. */
  readonly consoleBytes: number
}

/** A call that a program makes. */
export interface GuestCall {
  /** Counts the calls of one run from 1, in the order in which they were made. */
  readonly id: number
  /** Position of the name in the bindings. */
  readonly binding: number
  /** Its one argument as JSON text. */
  readonly arguments: string
}

/** What comes back to the program: JSON text, or what the call rejects with. */
export type GuestReply =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false
      /** Becomes the message of a `ToolCallError`. */
      readonly message: string
      /** Stable code, readable as `code` of the error. */
      readonly code?: string
    }

/** Where something stands in the program as it was written; both count from 1. */
export interface ProgramPosition {
  readonly line: number
  readonly column: number
}

/** How far a run came, whatever came of it. */
export interface MachineUsage {
  /** Milliseconds for which the program itself computed. */
  readonly cpuMs: number
  /** Bytes of the heap at the end. */
  readonly memoryBytes: number
}

/** What is kept of a console. Nothing is lost without being counted. */
export interface ConsoleRecord {
  /** One entry for each call of the console, formatted; the first ones. */
  readonly head: readonly string[]
  /** The last ones, where the middle was left out. */
  readonly tail: readonly string[]
  readonly omitted: { readonly entries: number; readonly bytes: number }
}

/** How a machine ended. Never a rejection: a program cannot do anything that is not in here. */
export type MachineOutcome = { readonly usage: MachineUsage; readonly console: ConsoleRecord } & (
  | {
      readonly ok: true
      /** JSON text of what the program returned; absent where that was `undefined`. */
      readonly value?: string
      /** What JSON could not hold, by its path, and what became of it. */
      readonly lossy: readonly string[]
      /** Calls, by their ids, that were still under way when the program returned. They were waited for. */
      readonly unawaited: readonly number[]
    }
  | {
      readonly ok: false
      readonly kind: CodeFailureKind
      /** Without positions and without anything of the host. */
      readonly message: string
      /** Name of the error, such as `TypeError`. */
      readonly name?: string
      /** Where it was thrown, or where the call was awaited whose rejection it is. */
      readonly at?: ProgramPosition
      /** The functions that it came through, innermost first. */
      readonly trace?: readonly { readonly name: string; readonly at: ProgramPosition }[]
      /** The call whose rejection nobody caught. */
      readonly call?: number
    }
)

/** A blocked machine as it stood, good for engines of the same build alone. It holds what the program knew: private. */
export interface MachineImage {
  readonly build: string
  readonly bytes: Uint8Array
  /** The next call that it makes has this id. */
  readonly nextCall: number
  /** Calls, by their ids, that it waits for. */
  readonly waiting: readonly number[]
}

/** What a runtime is asked to run. */
export interface MachineRequest {
  /** The program as it was written: the body of an async function. */
  readonly program: string
  /** Names of what it may call as `tools[name]`, each unique. */
  readonly bindings: readonly string[]
  readonly limits: MachineLimits
  /** Ends the run as `cancelled`, at once and in whatever it does. */
  readonly signal: AbortSignal
  /** Makes a call. The promise never rejects. Called in the order of the ids. */
  readonly call: (call: GuestCall) => Promise<GuestReply>
  /** Hears what belongs to the head of the console, as it is said. */
  readonly onConsole?: (entry: string) => void
  /** Goes on from here instead of from the first line. The calls that it waits for are made again, under their ids. */
  readonly image?: MachineImage
}

/** A run under way. */
export interface MachineRun {
  /** Never rejects, and settles only when nothing of the run is left. */
  readonly outcome: Promise<MachineOutcome>
  /**
   * The machine as it stands when it next waits for calls alone. `undefined` where the run ended first, or where the runtime
   * cannot capture. Never rejects.
   */
  capture(): Promise<MachineImage | undefined>
}

/** Where programs run. It knows nothing of tools: it sees names, and texts that cross. */
export interface CodeRuntime {
  /** A lowercase identifier, such as `typescript`; decides what models are told. */
  readonly language: string
  /** A lowercase identifier of what keeps programs in, such as `wasm-worker`. */
  readonly isolation: string
  /** For people: what it keeps a program from, what it does not, and when to choose it. */
  readonly boundary: string
  /** Identity of the engine and of what it is started with; absent where runs cannot be captured. */
  readonly build?: string
  /**
   * Starts a program.
   * @throws TypeError on misuse alone: a request that no program could cause.
   */
  run(request: MachineRequest): MachineRun
  /** Prepares a machine for the next run. Never rejects. */
  warm(): Promise<void>
  /** Ends all runs as `cancelled` and lets go of everything. Idempotent. */
  close(): Promise<void>
}
