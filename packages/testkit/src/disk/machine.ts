import type { Clock, Timers } from '@millrace/host'
import { armedFault, type ArmedFault, type DiskFault, type DiskOperation } from './disk-fault.ts'
import { diskFailure, type Errno } from './failure.ts'

/** What befalls an operation that goes on. */
export interface Passed {
  /** How many bytes a write may take. */
  readonly most: number
}

/** How an operation is done, and what a failure leaves behind. */
export interface Deed<T> {
  act(passed: Passed): T
  /** @param written - how many bytes a failing write leaves behind. */
  fail?(written: number): void
}

/** What a machine is made of. */
export interface MachineOptions {
  readonly clock: Clock
  readonly timers: Timers
  readonly watch: ((operation: DiskOperation) => void | Promise<void>) | undefined
}

/** How many operations are remembered. */
const remembered = 10_000

/** What the folders and files of one disk share: it counts their operations and lets faults happen to them. */
export class Machine {
  readonly clock: Clock
  count = 0
  struck = 0
  openFiles = 0
  private readonly timers: Timers
  private readonly watch: MachineOptions['watch']
  private readonly faults = new Set<ArmedFault>()
  private trace: DiskOperation[] = []

  constructor({ clock, timers, watch }: MachineOptions) {
    this.clock = clock
    this.timers = timers
    this.watch = watch
  }

  arm(fault: DiskFault): () => void {
    const armed = armedFault(fault)
    this.faults.add(armed)
    return () => void this.faults.delete(armed)
  }

  operations(): readonly DiskOperation[] {
    return this.trace.slice(-remembered)
  }

  async perform<T>(asked: Omit<DiskOperation, 'index'>, path: string, deed: Deed<T>): Promise<T> {
    const operation: DiskOperation = { index: ++this.count, ...asked }
    this.remember(operation)
    const effects = [...this.faults].flatMap((fault) => fault.strike(operation) ?? [])
    this.struck += effects.length
    await this.watch?.(operation)
    let most = Infinity
    let failing: { errno: Errno; written: number } | undefined
    for (const effect of effects) {
      if ('delay' in effect) await this.timers.sleep(effect.delay)
      else if ('short' in effect) most = Math.min(most, effect.short)
      else failing ??= { errno: effect.error, written: effect.written ?? 0 }
    }
    if (failing === undefined) return deed.act({ most })
    deed.fail?.(failing.written)
    throw diskFailure(failing.errno, operation.kind, path)
  }

  private remember(operation: DiskOperation): void {
    this.trace.push(operation)
    if (this.trace.length >= 2 * remembered) this.trace = this.trace.slice(-remembered)
  }
}
