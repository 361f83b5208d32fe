/** What machines are made from; it can be sent to other threads. */
export interface Engine {
  /** The compiled engine, a `WebAssembly.Module`. */
  readonly module: object
  readonly build: string
  /** Where the functions that drive a machine stand in its memory. */
  readonly kernel: readonly number[]
  readonly stackPointer: number
  readonly runtimePtr: number
  readonly contextPtr: number
  /** Memory of a machine that was started and has done nothing yet; shared between threads, never written. */
  readonly memory: Uint8Array
  /** Bytes of the stack of a program; no more than the thread that it runs on can bear. */
  readonly stackBytes: number
}

/** Identity of everything that an image depends on. */
export function buildIdentity(wasm?: Uint8Array): string
/** Starts one machine, of which all others are copies. */
export function prepareEngine(stackBytes?: number): Promise<Engine>

/** The most that the engine allows; it takes a thread whose own stack has 16 MiB. */
export const mostStackBytes: number
/** As much as the main thread of a process can bear. */
export const mainStackBytes: number

/** What the engine gets of the system that it thinks it runs on: nothing to write to. */
export function quiet(memory: { readonly buffer: ArrayBufferLike }): {
  fd_write(fd: number, parts: number, count: number, written: number): number
}
