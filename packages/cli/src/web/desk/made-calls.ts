import type { JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { AskedExecution } from '../../ask/rule-trial.ts'

const MiB = 1024 * 1024
/** Trying rules judges each of them twice. */
const mostCalls = 200
const mostSessions = 50
/** Of the arguments of one call as JSON, and of all that are kept. In UTF-16 units. */
const longestCall = MiB
const mostUnits = 32 * MiB

interface MadeCall {
  readonly call: AskedExecution
  readonly units: number
}

/** The last calls of each session of this process, for what other rules would do with them. Those that are very long are left out. */
export class MadeCalls {
  /** The session that was used last is the last one to be forgotten. */
  readonly #calls = new Map<string, MadeCall[]>()
  #units = 0

  add(session: string, { name, arguments: args, agent }: AskedExecution): void {
    // The pipeline made a snapshot of the arguments, which is lossless JSON.
    const units = printJson(args as JsonValue).length
    if (units > longestCall) return
    const calls = this.#calls.get(session) ?? []
    this.#calls.delete(session)
    this.#calls.set(session, calls)
    calls.push({ call: { name, arguments: args, ...(agent !== undefined && { agent }) }, units })
    this.#units += units
    if (calls.length > mostCalls) this.#dropFirst(calls)
    this.#bound()
  }

  of(session: string): readonly AskedExecution[] {
    return this.#calls.get(session)?.map(({ call }) => call) ?? []
  }

  /** Its agents are gone, and with them the scopes by which its calls are judged. */
  forget(session: string): void {
    for (const { units } of this.#calls.get(session) ?? []) this.#units -= units
    this.#calls.delete(session)
  }

  /** Takes away what is too much, of the session first that was used longest ago. */
  #bound(): void {
    for (const [session, calls] of this.#calls) {
      if (this.#calls.size > mostSessions) this.forget(session)
      while (this.#units > mostUnits && calls.length > 0) this.#dropFirst(calls)
      if (calls.length === 0) this.#calls.delete(session)
      if (this.#calls.size <= mostSessions && this.#units <= mostUnits) return
    }
  }

  #dropFirst(calls: MadeCall[]): void {
    this.#units -= calls.shift()?.units ?? 0
  }
}
