import type { Totals, Usage } from '@millrace/protocol'

/** How one call ended. */
export type CallEnd = keyof Totals['calls']

/** What one event adds to the sums. */
export interface Increment {
  readonly step?: true
  readonly callMade?: true
  readonly callEnd?: CallEnd
  readonly usage?: Usage
  readonly cost?: number
  readonly ms?: number
  readonly toolMs?: number
}

/** What was used so far, as a sum that grows. */
export class Sums {
  #steps = 0
  #callsMade = 0
  readonly #calls: Record<CallEnd, number> = { done: 0, failed: 0, denied: 0, cancelled: 0 }
  #usage: Usage = { input: 0, output: 0 }
  #cost: number | undefined
  #costUnknown = false
  #ms = 0
  #toolMs = 0

  get steps(): number {
    return this.#steps
  }

  /** Calls that were asked for, whether they have ended or not. */
  get callsMade(): number {
    return this.#callsMade
  }

  get tokens(): number {
    return this.#usage.input + this.#usage.output
  }

  /** What is known of the cost. */
  get cost(): number {
    return this.#cost ?? 0
  }

  add({ step, callMade, callEnd, usage, cost, ms, toolMs }: Increment): void {
    if (step) this.#steps += 1
    if (callMade) this.#callsMade += 1
    if (callEnd !== undefined) this.#calls[callEnd] += 1
    if (usage !== undefined) {
      this.#usage = addedUsage(this.#usage, usage)
      if (cost === undefined) this.#costUnknown = true
    }
    if (cost !== undefined) this.#cost = (this.#cost ?? 0) + cost
    this.#ms += ms ?? 0
    this.#toolMs += toolMs ?? 0
  }

  /** A copy; `ms` and `toolMs` are added to it. */
  totals({ ms = 0, toolMs = 0 }: { ms?: number; toolMs?: number } = {}): Totals {
    const cost = this.#costUnknown ? undefined : this.#cost
    return {
      steps: this.#steps,
      calls: { ...this.#calls },
      usage: this.#usage,
      ...(cost !== undefined && { cost }),
      ms: this.#ms + ms,
      toolMs: this.#toolMs + toolMs,
    }
  }
}

function addedUsage(one: Usage, other: Usage): Usage {
  const cachedInput = sum(one.cachedInput, other.cachedInput)
  const reasoning = sum(one.reasoning, other.reasoning)
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}
