import { codeOf, messageOf, type JsonValue } from '@millrace/protocol'
import type { Scheduler } from '@millrace/schedule'
import type { StagedAdmission, StagedOutcome } from '@millrace/tools'
import type { CodeFailureKind } from '../contract/failure.ts'
import type { GuestCall, GuestReply } from '../contract/runtime.ts'
import type { GuestBinding } from '../discovery/guest-bindings.ts'
import { recordOf, replyOf } from './journal-reply.ts'
import type { Again, Replay } from './replay.ts'
import { overReply, SubCall, type MadeCall, type RunScene } from './sub-call.ts'

/** What the calls of one program need. */
export interface GuestCallsOptions {
  readonly scene: RunScene
  readonly scheduler: Scheduler<StagedAdmission, StagedOutcome, void>
  /** Names by their positions. */
  readonly bindings: readonly string[]
  /** What is answered here and goes through no pipeline. */
  readonly answered: ReadonlyMap<string, GuestBinding['answer']>
  /** Where a program goes on. */
  readonly replay: Replay | undefined
  /** Hears that the program does something else than what is recorded of it. */
  readonly diverged: (message: string) => void
}

/** Takes the calls that a program makes. */
export class GuestCalls {
  readonly #options: GuestCallsOptions
  /** Calls that were refused by a limit, and by which. */
  readonly #refused = new Map<number, CodeFailureKind>()

  constructor(options: GuestCallsOptions) {
    this.#options = options
  }

  /** The limit that a call ran into. */
  limitOf(id: number): CodeFailureKind | undefined {
    return id > this.#limits.calls ? 'call_limit' : this.#refused.get(id)
  }

  /** One call. Never rejects: whatever goes wrong is the reply. */
  async take({ id, binding, arguments: text }: GuestCall): Promise<GuestReply> {
    const { scene, bindings } = this.#options
    const name = bindings[binding]
    try {
      if (name === undefined) throw new RangeError(`there is no binding ${binding}`)
      if (scene.overBecause() !== undefined) return overReply(scene, `${name} not dispatched`)
      if (id > this.#limits.calls) return tooMany(name, this.#limits.calls)
      return await this.#take({ id, name, text, args: JSON.parse(text) as JsonValue })
    } catch (error) {
      scene.bridge.warn(`call #${id} of a program could not be taken`, error)
      return failed(error)
    }
  }

  get #limits(): RunScene['bridge']['limits'] {
    return this.#options.scene.bridge.limits
  }

  #take(call: MadeCall): GuestReply | Promise<GuestReply> {
    const { scene, replay, diverged } = this.#options
    const { id, name, args } = call
    const isOverload = scene.ledger.pending >= this.#limits.pending
    scene.ledger.made(id, name)
    if (replay !== undefined) {
      const again = replay.take(id, name, args)
      if ('diverged' in again) {
        diverged(again.diverged)
        return overReply(scene, `${name} not dispatched`)
      }
      return again.then((settled) => this.#again(call, settled))
    }
    this.#keep(call)
    return isOverload ? this.#overload(call) : this.#make(call)
  }

  /** A call of a program that goes on, when its turn has come. */
  #again(call: MadeCall, again: Again): GuestReply | Promise<GuestReply> {
    const { scene } = this.#options
    if (scene.overBecause() !== undefined) return overReply(scene, `${call.name} not dispatched`)
    if (again.kind === 'recorded') {
      scene.ledger.ended(call.id, { state: again.reply.ok ? 'ok' : 'failed' })
      return replyOf(again.reply)
    }
    if (again.kind === 'unknown') {
      // In the account it stays a call that began and has no end.
      scene.ledger.began(call.id)
      return this.#answer(call, unknownReply(call), false)
    }
    if (!again.isRecorded) this.#keep(call)
    return this.#make(call)
  }

  #make(call: MadeCall): GuestReply | Promise<GuestReply> {
    const { scene, scheduler, answered } = this.#options
    const answer = answered.get(call.name)
    if (answer !== undefined) return this.#answerHere(call, answer)
    const job = new SubCall(scene, call)
    scheduler.push(job).catch((error: unknown) => scene.bridge.warn(`call #${call.id} was lost`, error))
    return job.reply
  }

  #answerHere(call: MadeCall, answer: GuestBinding['answer']): GuestReply {
    try {
      const value = answer(call.args)
      return this.#answer(call, { ok: true, value: JSON.stringify(value) })
    } catch (error) {
      return this.#answer(call, failed(error))
    }
  }

  #overload(call: MadeCall): GuestReply {
    this.#refused.set(call.id, 'pending_limit')
    const { pending } = this.#limits
    const message =
      `"${call.name}" was not called: ${pending} calls wait already, and no more may wait at the same time; ` +
      'await some before you make others, for example in groups'
    return this.#answer(call, { ok: false, message, code: 'CODE_PENDING_LIMIT' })
  }

  /** A reply that no tool gave. */
  #answer({ id }: MadeCall, reply: GuestReply, isEnd = true): GuestReply {
    const { ledger, keeper } = this.#options.scene
    if (isEnd) ledger.ended(id, { state: reply.ok ? 'ok' : 'denied' })
    keeper?.append({ kind: 'ended', id, reply: recordOf(reply) })
    return reply
  }

  #keep({ id, name, args }: MadeCall): void {
    this.#options.scene.keeper?.append({ kind: 'made', id, name, arguments: args })
  }
}

function tooMany(name: string, calls: number): GuestReply {
  const message = `"${name}" was not called: a program makes at most ${calls} calls; do less in one program`
  return { ok: false, message, code: 'CODE_CALL_LIMIT' }
}

function unknownReply({ id, name }: MadeCall): GuestReply {
  const message =
    `the outcome of call #${id} of "${name}" is not known: the process ended while it ran, so it may have done its work; ` +
    'it is not made again by itself: look at what it did before you make it again'
  return { ok: false, message, code: 'OUTCOME_UNKNOWN' }
}

function failed(error: unknown): GuestReply {
  const code = codeOf(error)
  return { ok: false, message: messageOf(error), ...(code !== undefined && { code }) }
}
