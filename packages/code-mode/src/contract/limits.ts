import type { MachineLimits } from './runtime.ts'

/** Limits of one run: those of its machine, and those of what crosses the bridge. */
export interface CodeLimits extends MachineLimits {
  /** Milliseconds of the whole run; time for which a question waits for a person does not count. */
  readonly wallMs: number
  /** UTF-8 bytes of one result that the program gets, as JSON. */
  readonly valueBytes: number
  /** Calls of one run. */
  readonly calls: number
  /** Calls that wait at the same time; one more is rejected. */
  readonly pending: number
  /** UTF-8 bytes of the result that a model reads. */
  readonly shownBytes: number
  /** Pictures that a program may attach. */
  readonly images: number
  /** Bytes of each of them. */
  readonly imageBytes: number
}

const KiB = 1024
const MiB = 1024 * KiB

/** What a program may use unless a host says otherwise. */
export const defaultLimits: CodeLimits = {
  wallMs: 60_000,
  cpuMs: 5_000,
  memoryBytes: 64 * MiB,
  sourceBytes: 128 * KiB,
  argumentBytes: MiB,
  valueBytes: 8 * MiB,
  resultBytes: 256 * KiB,
  consoleBytes: 64 * KiB,
  shownBytes: 24 * KiB,
  calls: 256,
  pending: 64,
  images: 4,
  imageBytes: 5 * MiB,
}

/** The least heap of a program: with less, the engine itself could not say what is wrong. */
export const leastMemoryBytes: number = MiB

/** The most that a host can allow. */
export const hardLimits: CodeLimits = {
  wallMs: 600_000,
  cpuMs: 60_000,
  memoryBytes: 512 * MiB,
  sourceBytes: MiB,
  argumentBytes: 8 * MiB,
  valueBytes: 64 * MiB,
  resultBytes: 8 * MiB,
  consoleBytes: MiB,
  shownBytes: MiB,
  calls: 10_000,
  pending: 1_000,
  images: 16,
  imageBytes: 20 * MiB,
}
