import type { Context } from '@deepseek-ai/cordis'
import type { Server } from '@modelcontextprotocol/server'
import { redactPointers } from '@millrace/protocol'
import type { JsonValue } from '@millrace/schema'
import type { ToolExecution, ToolProgress, ToolRuntime } from '@millrace/tools'
import type { ProtocolEra } from '../contract/connection.ts'
import type { Mcp } from '../contract/service.ts'
import { approvalForm, replyTo } from './approval-form.ts'
import { ClientCalls } from './client-calls.ts'
import type { ClientFacts, ServedApprovals, ServedQuestion, ServedReply, ServeOptions } from './contract.ts'
import { HeldCalls } from './held-calls.ts'
import { mcpServer } from './mcp-server.ts'
import type { Elicitation } from './open-question.ts'
import type { ServedCall } from './served-call.ts'

/** A connection, or whatever else belongs to one client: its calls, once it makes any. */
export interface ClientSeat {
  /** The calls of the client, which is taken in by the first that asks. */
  calls(facts: ClientFacts): Promise<ClientCalls>
  /** Whether a call of it runs. */
  readonly isBusy: boolean
  /** Cancels what runs and lets the client go. Idempotent. */
  close(): Promise<void>
}

/** About a question of a tool. */
export interface ElicitOptions {
  /** The call that asks; without it the question is that of the one client that has calls. */
  readonly execution?: Pick<ToolExecution, 'agent' | 'rootCallId'>
  /** What clients of the modern era know the question by. `question` unless given. */
  readonly key?: string
  /** Whether the call cannot go on without it: a client of the modern era that cannot be asked is told what it lacks. */
  readonly required?: boolean
}

const usualAnswerMs = 600_000

/** Serves the tools of a context by the Model Context Protocol. Transports are put on top. */
export class ToolServer {
  readonly options: ServeOptions
  /** Those of the context, which looks them up anew each time it is asked. */
  readonly tools: ToolRuntime
  readonly held: HeldCalls
  /** For the approval service: asks the clients. */
  readonly approvals: ServedApprovals
  private readonly ctx: Context
  private readonly clients = new Set<ClientCalls>()
  private readonly seats = new Set<ClientSeat>()
  private readonly listeners = new Set<() => void>()
  private readonly undo: (() => void)[]
  private count = 0
  private isTelling = false

  constructor(options: ServeOptions) {
    this.options = options
    this.ctx = options.ctx
    this.tools = options.ctx.tools
    this.held = new HeldCalls(this.answerMs)
    this.approvals = { name: 'mcp', ask: (question, signal) => this.ask(question, signal) }
    this.undo = [
      this.ctx.on('tools/change', () => this.changed()),
      this.ctx.on('tools/progress', (exec, progress) => this.tell(exec, progress)),
    ]
  }

  /** Milliseconds that a person has for an answer. */
  get answerMs(): number {
    return this.options.answerMs ?? usualAnswerMs
  }

  /** The servers behind this one, where there are any. */
  get behind(): Pick<Mcp, 'ready'> | undefined {
    return this.ctx.get('mcp')
  }

  /** A place for one client. */
  seat(): ClientSeat {
    let opening: Promise<ClientCalls> | undefined
    let opened: ClientCalls | undefined
    let closing: Promise<void> | undefined
    const close = async (): Promise<void> => {
      this.seats.delete(seat)
      const calls = await opening?.catch(() => undefined)
      if (calls === undefined) return
      this.held.drop(calls)
      this.clients.delete(calls)
      await calls.close(new Error('the client has gone'))
    }
    const seat: ClientSeat = {
      calls: (facts) =>
        (opening ??= this.open(facts).then((calls) => {
          opened = calls
          return calls
        })),
      get isBusy() {
        return opened?.latest !== undefined
      },
      close: () => (closing ??= close()),
    }
    this.seats.add(seat)
    return seat
  }

  /**
   * Puts a question of a tool to the person of the client whose call it is.
   * @returns what came back, not checked; `undefined` where no client can be asked this, or the question was taken back.
   */
  async elicit(
    params: Elicitation,
    signal: AbortSignal,
    { execution, key = 'question', required = false }: ElicitOptions = {},
  ): Promise<unknown> {
    const call = this.callOf(execution)
    if (required && call?.canAsk(params) === false) call.miss(params)
    return call?.ask(params, signal, key)
  }

  /** Makes the SDK's server of a connection. */
  serve(seat: ClientSeat, era: ProtocolEra): Promise<Server> {
    return mcpServer(this, seat, era)
  }

  /** Hears when tools have changed; of many changes at once only once. @returns its undo. */
  onToolsChanged(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Tells a client of a server of the SDK when to list the tools again. @returns its undo. */
  tellChanges(server: Pick<Server, 'sendToolListChanged'>): () => void {
    return this.onToolsChanged(() => {
      server
        .sendToolListChanged()
        .catch((error: unknown) => this.warn('news of tools did not get through', error))
    })
  }

  /** Tells clients to list the tools again. */
  changed(): void {
    if (this.isTelling) return
    this.isTelling = true
    setImmediate(() => {
      this.isTelling = false
      for (const listener of this.listeners) listener()
    })
  }

  warn(message: string, error?: unknown): void {
    const { warn } = this.options
    if (warn !== undefined) warn(message, error)
    else if (error === undefined) this.ctx.logger.warn(message)
    else this.ctx.logger.warn(`${message}: %s`, error)
  }

  /** Cancels all calls, waits for them and lets all clients go. */
  async close(): Promise<void> {
    for (const each of this.undo.splice(0)) each()
    this.listeners.clear()
    await Promise.all([...this.seats].map((seat) => seat.close()))
  }

  private async open(facts: ClientFacts): Promise<ClientCalls> {
    const client = await this.options.openClient(facts)
    const calls = new ClientCalls(client, this.tools, ++this.count, (...said) => this.warn(...said))
    this.clients.add(calls)
    return calls
  }

  private async ask(question: ServedQuestion, signal: AbortSignal): Promise<ServedReply | undefined> {
    const call = this.callOf(question.execution)
    if (call === undefined) return undefined
    const { execution } = question
    const shown = execution === undefined ? undefined : this.shown(execution)
    const form = approvalForm(question, { shown, ruleFile: this.options.ruleFile })
    const answer = await call.ask(form.params, signal, 'approval')
    return answer === undefined ? undefined : replyTo(form, answer)
  }

  /** The call that a question is about. A host is asked about without one: where one client alone has calls, it is that one's. */
  private callOf(execution: Pick<ToolExecution, 'agent' | 'rootCallId'> | undefined): ServedCall | undefined {
    if (execution !== undefined) return this.clientOf(execution)?.of(execution)
    const busy = [...this.clients].filter(({ latest }) => latest !== undefined)
    return busy.length === 1 ? busy[0]?.latest : undefined
  }

  private clientOf({ agent }: Pick<ToolExecution, 'agent'>): ClientCalls | undefined {
    return [...this.clients].find(({ client }) => client.agent === agent)
  }

  private shown(execution: Readonly<ToolExecution>): JsonValue {
    const { shownArguments } = this.options
    if (shownArguments !== undefined) return shownArguments(execution)
    const { name, agent, arguments: args } = execution
    // The pipeline made a snapshot of them, which is lossless JSON.
    return redactPointers(args as JsonValue, this.tools.get(name, agent)?.secrets ?? [])
  }

  private tell(exec: Readonly<ToolExecution>, progress: Readonly<ToolProgress>): undefined {
    const call = this.clientOf(exec)?.of(exec)
    if (call === undefined) return
    const isOwn = exec.callId === call.facts.callId
    // How far a part of a program is says nothing about the whole.
    call.tell(isOwn ? progress : { text: `${exec.name}: ${progress.text ?? ''}` })
  }
}
