import type { JsonObject, JsonValue } from '@millrace/schema'
import type { ToolExecution, ToolRuntime } from '@millrace/tools'
import type { ServedClient } from './contract.ts'
import { ServedCall } from './served-call.ts'

/** The calls of one client. */
export class ClientCalls {
  readonly client: ServedClient
  private readonly tools: ToolRuntime
  private readonly number: number
  private readonly warn: (message: string, error?: unknown) => void
  private readonly running = new Map<string, ServedCall>()
  private last = 0

  /** @param number - tells the calls of the clients of a process apart. */
  constructor(
    client: ServedClient,
    tools: ToolRuntime,
    number: number,
    warn: (message: string, error?: unknown) => void,
  ) {
    this.client = client
    this.tools = tools
    this.number = number
    this.warn = warn
  }

  /** Makes a call, through the whole pipeline. */
  start(name: string, args: JsonObject): ServedCall {
    const callId = `m${this.number}-${++this.last}`
    const facts = { callId, name, arguments: args as JsonValue }
    this.tellOf(facts)
    const { agent } = this.client
    const call = new ServedCall(facts)
    this.running.set(callId, call)
    call.begin(async (signal) => {
      try {
        return await this.tools.execute({ callId, name, arguments: args, agent, signal })
      } finally {
        this.running.delete(callId)
      }
    })
    return call
  }

  /** The call that an execution belongs to: its own, or the program that it is a part of. */
  of({ rootCallId }: Pick<ToolExecution, 'rootCallId'>): ServedCall | undefined {
    return this.running.get(rootCallId)
  }

  /** The call that was made last among those that run. */
  get latest(): ServedCall | undefined {
    return [...this.running.values()].at(-1)
  }

  /** Cancels what runs, waits for it, and lets the client go. */
  async close(reason: Error): Promise<void> {
    const calls = [...this.running.values()]
    for (const call of calls) call.abort(reason)
    await Promise.all(calls.map(({ result }) => result))
    await this.client.close()
  }

  private tellOf(facts: ServedCall['facts']): void {
    try {
      this.client.called?.(facts)
    } catch (error) {
      this.warn('a call could not be noted', error)
    }
  }
}
