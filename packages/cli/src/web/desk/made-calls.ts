import type { AskedExecution } from '../../ask/rule-trial.ts'
import { LastEntries } from '../last-entries.ts'

/** Trying rules judges each of them twice. */
const mostCalls = 200
const mostSessions = 50

/** The last calls of each session of this process, for what other rules would do with them. */
export class MadeCalls {
  /** The session that was used last is the last one to be forgotten. */
  readonly #calls = new LastEntries<string, AskedExecution[]>(mostSessions)

  add(session: string, { name, arguments: args, agent }: AskedExecution): void {
    const calls = this.#calls.get(session) ?? []
    this.#calls.set(session, calls)
    calls.push({ name, arguments: args, ...(agent !== undefined && { agent }) } as AskedExecution)
    if (calls.length > mostCalls) calls.shift()
  }

  of(session: string): readonly AskedExecution[] {
    return this.#calls.get(session) ?? []
  }

  /** Its agents are gone, and with them the scopes by which its calls are judged. */
  forget(session: string): void {
    this.#calls.delete(session)
  }
}
