import type { ConsoleRecord, MachineImage } from '../src/contract/runtime.ts'

/** What a run knows besides the memory of its machine. */
export interface ImageFacts {
  readonly build: string
  readonly memoryBytes: number
  /** Where the functions that drive the machine stand. */
  readonly kernel: readonly number[]
  /** Where the promise of the program stands. */
  readonly main: number
  readonly phase: 'running' | 'finishing'
  readonly usedMs: number
  readonly console: ConsoleRecord
}

/** Memory of a machine, and where it goes on from. */
export interface Memory {
  readonly memory: Uint8Array
  readonly stackPointer: number
  readonly runtimePtr: number
  readonly contextPtr: number
}

/** @param standing - the id of the next call, and those of the calls under way. */
export function packImage(standing: string, memory: Memory, facts: ImageFacts): MachineImage
/** @throws TypeError where these are not the bytes of an image. */
export function unpackImage(bytes: Uint8Array): { readonly facts: ImageFacts; readonly memory: Memory }
