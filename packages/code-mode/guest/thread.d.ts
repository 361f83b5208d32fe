import type { MachineImage } from '../src/contract/runtime.ts'
import type { Engine } from './engine.d.ts'
import type { MachineStart, Step } from './machine.d.ts'

/** What a thread is started with. */
export interface ThreadStart {
  /** Words as `control` names them. */
  readonly control: SharedArrayBuffer
  /** Made by another thread before; absent for the first one. */
  readonly engine?: Engine
}

/** What came for a program while it waited. */
export interface GoOrder {
  readonly run: number
  readonly kind: 'go'
  readonly replies: string
  readonly wakes: boolean
}

/** A program waits. */
export interface BlockedNews {
  readonly run: number
  readonly kind: 'step'
  readonly step: Extract<Step, { kind: 'blocked' }>
}

/** What a thread is told; where it is to go on, that is a text. `run` is a number that no other run of the thread has. */
export type ThreadOrder = { readonly run: number } & (
  | {
      readonly kind: 'start'
      readonly given: MachineStart
      readonly image?: Uint8Array
      /** What came while the program had no thread. */
      readonly news?: { readonly replies: string; readonly wakes: boolean }
    }
  | { readonly kind: 'go'; readonly replies: string; readonly wakes: boolean }
  /** The program stays where it is, or has to leave. */
  | { readonly kind: 'image' | 'park' }
  | { readonly kind: 'cancel' }
)

/** What a thread tells. */
export type ThreadNews =
  | { readonly kind: 'engine'; readonly engine: Engine }
  | { readonly kind: 'ready' }
  | ({ readonly run: number } & (
      | { readonly kind: 'step'; readonly step: Step }
      | { readonly kind: 'says'; readonly entries: readonly string[] }
      | { readonly kind: 'image'; readonly image: MachineImage }
      | { readonly kind: 'refused'; readonly message: string }
    ))
