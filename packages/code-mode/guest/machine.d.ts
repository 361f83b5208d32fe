import type { MachineImage, MachineLimits, MachineOutcome } from '../src/contract/runtime.ts'
import type { Engine } from './engine.d.ts'

/** What a machine needs of where it runs. */
export interface MachineHost {
  /** Asked while the program computes: whether it has to stop. */
  stopped(): boolean
  /** Hears the head of the console, entry by entry. */
  says(entry: string): void
  /** Hears what follows the head, as numbers. */
  omits?(bytes: number): void
  /** Milliseconds that the program has computed, told whenever it begins and ends to compute. */
  computes?(computing: boolean, usedMs: number): void
}

/** What a machine is started with. */
export interface MachineStart {
  readonly program: string
  readonly bindings: readonly string[]
  readonly limits: MachineLimits
  /** Whether a machine of an image makes the calls that it waits for once more. */
  readonly again?: boolean
}

/** Where a machine stands once it computes no more. */
export type Step =
  | {
      readonly kind: 'blocked'
      /** Calls that were made, a line each: `id,binding,json`. */
      readonly calls: string
      readonly pending: number
      /** Milliseconds until a timer is due; -1 where there is none. */
      readonly timer: number
    }
  | { readonly kind: 'ended'; readonly outcome: MachineOutcome }

/** One program in one instance of the engine; each step computes until the program is blocked or has ended. */
export declare class Machine {
  /** A machine that has done nothing yet. */
  static blank(engine: Engine): Promise<Machine>
  /** The machine of an image. @throws TypeError where the bytes are no image of this build. */
  static from(engine: Engine, bytes: Uint8Array): Promise<Machine>
  /** Begins the program, or goes on with that of the image. */
  start(host: MachineHost, given: MachineStart): Step
  /** Takes batches of replies: `[length,id,ok,length,…]`, a line end, and a list of the replies; lengths in UTF-16 units. */
  deliver(replies: string): Step
  /** Runs the timers that are due. */
  wake(): Step
  /** Ends a blocked machine as `cancelled`. */
  cancel(): MachineOutcome
  /** The machine as it stands; only where it is blocked. */
  image(): MachineImage
  dispose(): void
}
