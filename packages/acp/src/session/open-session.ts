import type * as acp from '@agentclientprotocol/sdk'
import type { FinishReason, SessionEvent } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'
import type { HostSession } from '../contract.ts'
import { stopReason } from '../prompt/stop-reason.ts'
import { userMessage } from '../prompt/user-message.ts'
import { placesOf, type Places } from '../updates/places.ts'
import { SessionUpdates } from '../updates/session-updates.ts'
import type { EditorTarget } from './client-editor.ts'
import { modeState, modeOptions } from './modes.ts'

type Send = (sessionId: string, update: acp.SessionUpdate) => void

/** What of a session an editor is told. */
export interface Told {
  /** Whether it wants to hear what happened before. */
  readonly tellsPast: boolean
  /** Whether it has a place for notes on how the session goes. */
  readonly showsNotices: boolean
}

/** A session that an editor has open. */
export class OpenSession implements EditorTarget {
  readonly #host: HostSession
  readonly #send: Send
  readonly #updates: SessionUpdates
  readonly #terminals = new Map<string, string>()
  readonly #unwatch: () => void
  readonly places: Places
  #finish: FinishReason | undefined
  #prompt: AbortController | undefined

  constructor(host: HostSession, send: Send, { tellsPast, showsNotices }: Told) {
    this.#host = host
    this.#send = send
    const { agent, presenters } = host
    this.places = placesOf(agent.cwd)
    this.#updates = new SessionUpdates({
      places: this.places,
      presenters,
      showsNotices,
      terminalOf: (callId) => this.#terminals.get(callId),
    })
    let isPast = true
    this.#unwatch = host.watch((event) => {
      // An editor knows the words that it sends.
      const updates = this.#hear(event, isPast)
      if (!isPast || tellsPast) for (const update of updates) this.update(update)
    })
    isPast = false
  }

  get sessionId(): string {
    return this.#host.agent.id
  }

  /** What the answer to opening it says. */
  get state(): { modes: acp.SessionModeState; configOptions: acp.SessionConfigOption[] } {
    const modes = this.#host.modes()
    return { modes: modeState(modes), configOptions: modeOptions(modes) }
  }

  readonly update = (update: acp.SessionUpdate): void => this.#send(this.sessionId, update)

  readonly showTerminal = (callId: string, terminalId: string): void => {
    this.#terminals.set(callId, terminalId)
    for (const update of this.#updates.again(callId)) this.update(update)
  }

  /**
   * Gives the agent a prompt. What was cut off before goes on first, as the prompt would close it for good.
   * @param signal - interrupts, as `cancel` does.
   */
  async prompt(blocks: readonly acp.ContentBlock[], signal: AbortSignal): Promise<acp.StopReason> {
    const { agent } = this.#host
    if (this.#prompt !== undefined)
      throw new AcpError(
        'ACP_BUSY',
        'a prompt of this session is being answered; cancel it, or wait for its end',
      )
    const message = userMessage(blocks)
    const own = new AbortController()
    this.#prompt = own
    const either = AbortSignal.any([signal, own.signal])
    try {
      if (agent.interrupted !== undefined) {
        const before = await agent.goOn(either)
        if (before.reason !== 'done' && before.reason !== 'concluded') return stopReason(before, this.#finish)
      }
      return stopReason(await agent.send(message, either), this.#finish)
    } finally {
      this.#prompt = undefined
    }
  }

  /** Ends the prompt that is being answered, if one is: its calls are cancelled, and its questions are closed. */
  cancel(): void {
    this.#prompt?.abort()
  }

  setMode(id: string): void {
    const { available, current } = this.#host.modes()
    if (!available.some((mode) => mode.id === id)) {
      const known = available.map((mode) => mode.id).join(', ')
      throw new AcpError(
        'ACP_INVALID_PARAMS',
        `there is no mode ${JSON.stringify(id)} here; expected one of ${known}`,
      )
    }
    if (id === current) return
    this.#host.setMode(id)
    this.update({ sessionUpdate: 'current_mode_update', currentModeId: id })
    this.update({ sessionUpdate: 'config_option_update', configOptions: this.state.configOptions })
  }

  /** Interrupts what runs, and lets go of everything. */
  async close(): Promise<void> {
    this.cancel()
    await this.#host.close()
    this.#unwatch()
  }

  #hear(event: SessionEvent, isPast: boolean): acp.SessionUpdate[] {
    if (event.type === 'step/end' && event.agent === undefined) this.#finish = event.data.finish
    return this.#updates.hear(event, isPast)
  }
}
