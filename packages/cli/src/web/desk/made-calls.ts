import type { AskedExecution } from '../../ask/rule-trial.ts'

/** Trying rules judges each of them twice. */
const mostCalls = 200
const mostSessions = 50

/** The last calls of each session of this process, for what other rules would do with them. */
export class MadeCalls {
  readonly #calls = new Map<string, AskedExecution[]>()

  add(session: string, { name, arguments: args, agent }: AskedExecution): void {
    const calls = this.#calls.get(session) ?? []
    // The session that was used last is the last one to be forgotten.
    this.#calls.delete(session)
    this.#calls.set(session, calls)
    calls.push({ name, arguments: args, ...(agent !== undefined && { agent }) } as AskedExecution)
    if (calls.length > mostCalls) calls.shift()
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > mostSessions && oldest !== undefined) this.#calls.delete(oldest)
  }

  of(session: string): readonly AskedExecution[] {
    return this.#calls.get(session) ?? []
  }

  /** Its agents are gone, and with them the scopes by which its calls are judged. */
  forget(session: string): void {
    this.#calls.delete(session)
  }
}
