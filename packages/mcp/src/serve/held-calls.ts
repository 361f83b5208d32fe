import { randomBytes } from 'node:crypto'
import { canonicalJson, type JsonValue } from '@millrace/schema'
import type { OpenQuestion } from './open-question.ts'
import type { ServedCall } from './served-call.ts'

/** A call that waits for its client to come back with an answer. */
export interface HeldCall {
  readonly call: ServedCall
  readonly question: OpenQuestion
}

interface Holding extends HeldCall {
  /** Whose it is. */
  readonly owner: object
  /** The call as it was asked about. */
  readonly request: string
  readonly timer: NodeJS.Timeout
}

/** Calls that wait at once: a client that never comes back must not fill the memory. */
const most = 100

/**
 * The calls that wait between two requests, each under a state that nobody can guess. Everything about them stays here: the
 * client carries the state alone, so that there is nothing to forge.
 */
export class HeldCalls {
  private readonly holdings = new Map<string, Holding>()
  private readonly answerMs: number

  /** @param answerMs - milliseconds after which a call that nobody came back for is cancelled. */
  constructor(answerMs: number) {
    this.answerMs = answerMs
  }

  get isFull(): boolean {
    return this.holdings.size >= most
  }

  /** Keeps a call for the next request. @returns the state that brings it back, once. */
  hold(held: HeldCall, owner: object): string {
    const state = randomBytes(32).toString('base64url')
    const expire = (): void => {
      this.holdings.delete(state)
      held.call.abort(new Error('nobody answered in time'))
    }
    const timer = setTimeout(expire, this.answerMs)
    timer.unref()
    this.holdings.set(state, { ...held, owner, request: requestOf(held.call.facts), timer })
    return state
  }

  /**
   * The call of a state. Only its own client gets it, by the same call, and once.
   * @returns `undefined` for a state that is forged, used, foreign or too old; the call that it may be of is left alone.
   */
  take(
    state: string,
    owner: object,
    request: { readonly name: string; readonly arguments: JsonValue },
  ): HeldCall | undefined {
    const found = this.holdings.get(state)
    if (found === undefined || found.owner !== owner || found.request !== requestOf(request)) return undefined
    clearTimeout(found.timer)
    this.holdings.delete(state)
    return found
  }

  /** Cancels the calls of a client that has gone. */
  drop(owner: object): void {
    for (const [state, { call, timer, owner: whose }] of this.holdings) {
      if (whose !== owner) continue
      clearTimeout(timer)
      this.holdings.delete(state)
      call.abort(new Error('the client has gone'))
    }
  }
}

function requestOf({
  name,
  arguments: args,
}: {
  readonly name: string
  readonly arguments: JsonValue
}): string {
  return canonicalJson({ name, arguments: args })
}
