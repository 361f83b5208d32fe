import type { ToolExecution } from '@millrace/tools'

/** A yes to a call. */
export interface ApprovedCall {
  /** Of what was shown. */
  readonly hash: string
  /** Whose answer it was. */
  readonly by: string
}

/** The calls that were answered with yes. */
export class ApprovedCalls {
  private readonly calls = new WeakMap<object, ApprovedCall>()
  private readonly hashOf: (execution: Readonly<ToolExecution>) => string

  /** @param hashOf - the hash of a call as it would run now. */
  constructor(hashOf: (execution: Readonly<ToolExecution>) => string) {
    this.hashOf = hashOf
  }

  add(execution: Readonly<ToolExecution>, call: ApprovedCall): void {
    this.calls.set(execution, call)
  }

  /** The call was made: the answer is used up. */
  remove(execution: Readonly<ToolExecution>): void {
    this.calls.delete(execution)
  }

  /** Whether this very call was answered with yes, and would still run as it was shown. */
  has(execution: Readonly<ToolExecution>): boolean {
    const shown = this.calls.get(execution)?.hash
    return shown !== undefined && shown === this.hashOf(execution)
  }

  /** By whose answer a call was allowed; `undefined` for every other call. */
  by(execution: Readonly<ToolExecution>): string | undefined {
    return this.calls.get(execution)?.by
  }

  /** Why a call that was answered with yes must not run all the same; `undefined` for every other call. */
  refusal(execution: Readonly<ToolExecution>): string | undefined {
    const shown = this.calls.get(execution)?.hash
    if (shown === undefined || shown === this.hashOf(execution)) return undefined
    return `tool "${execution.name}" is not what it was when the call was approved; make the call again to be asked anew`
  }
}
