import { messageOf, redactPointers, type JsonValue, type UserMessage } from '@millrace/protocol'
import type { Job, Lane, Stage } from '@millrace/schedule'
import {
  stageCall,
  type StagedAdmission,
  type StagedCall,
  type StagedOutcome,
  type ToolDefinition,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolRunContext,
} from '@millrace/tools'
import type { JournalReply } from '../contract/run-store.ts'
import type { GuestReply } from '../contract/runtime.ts'
import type { Bridge } from './bridge.ts'
import { endOf, refusal, type SubCallEnd } from './call-end.ts'
import type { DispatchLog, LoggedCall } from './dispatch-log.ts'
import { recordOf } from './journal-reply.ts'
import type { Ledger } from './ledger.ts'
import type { Pictures } from './pictures.ts'
import type { RunKeeper } from './run-keeper.ts'
import { subCallId } from './sub-call-id.ts'

/** What the calls of one run share. */
export interface RunScene {
  readonly bridge: Bridge
  /** The enclosing call. */
  readonly exec: ToolRunContext
  /** Ends with the run at the latest. */
  readonly signal: AbortSignal
  readonly ledger: Ledger
  readonly log: DispatchLog
  readonly pictures: Pictures
  readonly keeper: RunKeeper | undefined
  /** Why the run is over, once it is. */
  readonly overBecause: () => string | undefined
  /** Tells the model and the person something besides what the program printed. */
  readonly note: (text: string) => void
}

/** A call that a program made. */
export interface MadeCall {
  readonly id: number
  readonly name: string
  /** JSON text. */
  readonly text: string
  readonly args: JsonValue
}

/** One call of a program, from its start event to the reply that the program gets. */
export class SubCall implements Job<StagedAdmission, StagedOutcome, void> {
  /** Never rejects. It comes before the call is concluded for the scheduler, where logging takes its time. */
  readonly reply: Promise<GuestReply>
  readonly #scene: RunScene
  readonly #made: MadeCall
  readonly #input: ToolExecutionInput
  readonly #resolve: (reply: GuestReply) => void
  #logged: LoggedCall | undefined
  #definition: ToolDefinition | undefined
  #lane: Lane = 'exclusive'
  #staged: StagedCall | undefined
  #isDenied = false
  #isEnded = false

  constructor(scene: RunScene, made: MadeCall) {
    const { callId, rootCallId, agent, token } = scene.exec
    this.#scene = scene
    this.#made = made
    this.#input = {
      callId: subCallId(callId, made.id),
      rootCallId,
      name: made.name,
      arguments: made.args,
      ...(agent !== undefined && { agent }),
      parent: token,
      signal: scene.signal,
    }
    const { promise, resolve } = deferred<GuestReply>()
    this.reply = promise
    this.#resolve = resolve
  }

  classify(): Lane {
    this.#lane = 'exclusive'
    return (this.#lane = this.#scene.bridge.tools.executionMode(this.#input).kind)
  }

  admit(): StagedAdmission | Promise<StagedAdmission> {
    const { bridge, exec, log } = this.#scene
    const { name, text } = this.#made
    this.#definition = bridge.tools.get(name, exec.agent)
    if (log.isOpen) {
      // A copy of its own: nothing that happens to the arguments that run can change what is logged.
      const copy = redactPointers(JSON.parse(text) as JsonValue, this.#definition?.secrets ?? [])
      const logged = { callId: this.#input.callId, name, arguments: copy }
      log.started(logged)
      this.#logged = logged
    }
    this.#staged = stageCall(bridge.tools, this.#input)
    return this.#staged.admit()
  }

  dispatch(admission: StagedAdmission): StagedOutcome | Promise<StagedOutcome> {
    const staged = this.#staged as StagedCall
    const { keeper, ledger } = this.#scene
    if (admission.kind !== 'admitted') {
      this.#isDenied = admission.kind === 'settled'
      return staged.dispatch(admission)
    }
    ledger.began(this.#made.id)
    return keeper === undefined ? staged.dispatch(admission) : this.#durably(keeper, staged, admission)
  }

  async conclude(outcome: StagedOutcome): Promise<void> {
    const { log, bridge } = this.#scene
    this.#settle(await (this.#staged as StagedCall).conclude(outcome))
    // The reply is on its way; only the lane waits.
    await log.atMost(bridge.tools.maxParallelSubCalls)
  }

  fail(error: unknown, stage: Stage): void {
    const { id, name } = this.#made
    const what =
      stage === 'admit' && this.#logged === undefined ? 'was not made, as it could not be logged' : 'failed'
    const message = `call #${id} of "${name}" ${what}: ${messageOf(error)}`
    const state = stage === 'admit' ? 'denied' : 'failed'
    if (!this.#isEnded) this.#end({ ...refusal(message, 'CODE_NOT_LOGGED'), state })
  }

  abandon(): void {
    const { ledger } = this.#scene
    ledger.ended(this.#made.id, { state: 'cancelled', began: false })
    this.#resolve(overReply(this.#scene, `${this.#made.name} tool call abandoned`))
  }

  /** What changes nothing, or the same again, need not wait for the disk. */
  get #bearsRepetition(): boolean {
    const effects = this.#definition?.effects
    return effects === 'none' || effects === 'idempotent'
  }

  /** It is written down that the body begins, before it does. */
  async #durably(keeper: RunKeeper, staged: StagedCall, admission: StagedAdmission): Promise<StagedOutcome> {
    const { id, name } = this.#made
    try {
      keeper.append({ kind: 'started', id })
      if (this.#lane === 'exclusive' || !this.#bearsRepetition) await keeper.flush()
    } catch (error) {
      const message = `call #${id} of "${name}" was not made, as its run cannot be kept: ${messageOf(error)}`
      return { kind: 'final', result: refusal(message, 'CODE_NOT_KEPT').result }
    }
    return staged.dispatch(admission)
  }

  #settle(result: ToolExecutionResult): void {
    const { exec } = this.#scene
    for (const context of result.additionalContexts ?? []) exec.deferContext(context)
    if (result.concludesTurn === true) exec.concludeTurn()
    const { pictures, bridge } = this.#scene
    this.#end(
      endOf(result, { name: this.#made.name, isDenied: this.#isDenied, pictures, limits: bridge.limits }),
    )
  }

  #end(end: SubCallEnd): void {
    const { log, note } = this.#scene
    const { id, name } = this.#made
    this.#isEnded = true
    const problem = this.#logged && log.ended(this.#logged, { ...end.logged, ...this.#meta(end) })
    const unlogged = (why: string): string =>
      `call #${id} of "${name}" ended, and its result could not be logged: ${why}`
    if (typeof problem === 'string') {
      const lost = refusal(unlogged(problem), 'CODE_NOT_LOGGED')
      this.#reply({ ...end, reply: lost.reply, state: 'failed' })
      return
    }
    void problem?.then((why) => {
      if (why !== undefined) note(unlogged(why))
    })
    this.#reply(end)
  }

  #reply({ reply, state, began, taken, result }: SubCallEnd): void {
    const { ledger, keeper, bridge } = this.#scene
    const { id, name } = this.#made
    const value = state === 'ok' && !result.isError ? { value: result.value } : {}
    ledger.ended(id, { state, ...(began !== undefined && { began }), ...value })
    const { additionalContexts: contexts, concludesTurn } = result
    const recorded: JournalReply = {
      ...recordOf(reply),
      ...(contexts !== undefined && { contexts: contexts as readonly UserMessage[] }),
      ...(concludesTurn === true && { concludes: true }),
      ...(taken.length > 0 && { images: taken }),
    }
    try {
      keeper?.append({ kind: 'ended', id, reply: recorded })
    } catch (error) {
      bridge.warn(`the outcome of ${this.#input.callId} could not be kept`, error)
    }
    this.#resolve(
      this.#scene.overBecause() === undefined ? reply : overReply(this.#scene, `${name} was cut off`),
    )
  }

  /** What a card needs to show the result again: the pipeline works it out for calls of models alone. */
  #meta({ result, logged }: SubCallEnd): { readonly meta?: JsonValue } {
    const { meta } = result
    if (meta !== undefined || result.isError || logged.isError) return meta === undefined ? {} : { meta }
    try {
      const facts = this.#definition?.output.presentationMeta?.(this.#input.arguments, result.value)
      return facts === undefined ? {} : { meta: facts }
    } catch (error) {
      this.#scene.bridge.warn(`the card of call ${this.#input.callId} will be a plain one`, error)
      return {}
    }
  }
}

/** What a call gets that comes too late. */
export function overReply(scene: RunScene, what: string): GuestReply {
  const message = `run_code run is over (${scene.overBecause() ?? 'run_code settled'}); ${what}`
  return { ok: false, message, code: 'CODE_RUN_OVER' }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: ((value: T) => void) | undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve: resolve as unknown as (value: T) => void }
}
