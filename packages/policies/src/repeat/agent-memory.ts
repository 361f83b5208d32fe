import type { JsonValue } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import type { ToolExecution } from '@millrace/tools'
import { CallMemory } from './call-memory.ts'
import { fingerprint } from './fingerprint.ts'

/** What is remembered of the calls of one agent. */
export class AgentMemory {
  readonly #own: CallMemory
  /** Calls that programs made; apart, so that a program with many calls does not push out those of the model. */
  readonly #nested: CallMemory
  readonly #toldOf: CallMemory

  /** @param remembered - different calls of each kind. */
  constructor(remembered: number) {
    this.#own = new CallMemory(remembered)
    this.#nested = new CallMemory(remembered)
    this.#toldOf = new CallMemory(remembered)
  }

  /**
   * Notes a call and its outcome.
   * @param after - how often it must have had this outcome to be spoken of.
   * @returns how often, where the model is to be told. Of the calls of one program it is told once: they may well be
   *   meant, as where a program waits for something.
   */
  note(exec: Readonly<ToolExecution>, outcome: string, after: number): number | undefined {
    const call = fingerprint(`${exec.name} ${canonicalJson(exec.arguments as JsonValue)}`)
    if (exec.parent === undefined) {
      const times = this.#own.note(call, outcome)
      return times >= after ? times : undefined
    }
    const program = fingerprint(exec.rootCallId)
    const times = this.#nested.note(`${program} ${call}`, outcome)
    if (times < after) return undefined
    return this.#toldOf.note(program, '') === 1 ? times : undefined
  }
}
