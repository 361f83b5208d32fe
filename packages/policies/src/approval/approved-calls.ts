import type { ToolExecution } from '@millrace/tools'

/** The calls that were answered with yes, each by the hash of what was shown. */
export class ApprovedCalls {
  private readonly hashes = new WeakMap<object, string>()
  private readonly hashOf: (execution: Readonly<ToolExecution>) => string

  /** @param hashOf - the hash of a call as it would run now. */
  constructor(hashOf: (execution: Readonly<ToolExecution>) => string) {
    this.hashOf = hashOf
  }

  add(execution: Readonly<ToolExecution>, hash: string): void {
    this.hashes.set(execution, hash)
  }

  /** The call was made: the answer is used up. */
  remove(execution: Readonly<ToolExecution>): void {
    this.hashes.delete(execution)
  }

  /** Whether this very call was answered with yes, and would still run as it was shown. */
  has(execution: Readonly<ToolExecution>): boolean {
    const shown = this.hashes.get(execution)
    return shown !== undefined && shown === this.hashOf(execution)
  }

  /** Why a call that was answered with yes must not run all the same; `undefined` for every other call. */
  refusal(execution: Readonly<ToolExecution>): string | undefined {
    const shown = this.hashes.get(execution)
    if (shown === undefined || shown === this.hashOf(execution)) return undefined
    return `tool "${execution.name}" is not what it was when the call was approved; make the call again to be asked anew`
  }
}
