import type { Presenters } from '@millrace/cards'
import type { ContentBlock, ToolResultView } from '@millrace/protocol'
import { callViews, resultViews } from '../../../cards/tests/every-card.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { Writer } from './cards-page.ts'

/** How many kinds of calls there are. */
export const kindsOfCalls = 16

interface Given {
  readonly text: string
  readonly nth: number
}

/** Content of every kind. */
export function contentOf(text: string): ContentBlock[] {
  return [
    { type: 'text', text },
    { type: 'image', data: text, mimeType: 'image/png' },
    { type: 'image', data: 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', mimeType: text },
    { type: 'audio', data: text, mimeType: text },
    { type: 'resource', resource: { uri: text, mimeType: text, text } },
    { type: 'resource', resource: { uri: text, blob: text } },
    { type: 'resource_link', uri: text, name: text, description: text, mimeType: text },
    { type: text, text } as never,
  ]
}

/** Views of which every field is the text that the arguments give. */
export const presenters: Presenters = () => ({
  presentCall: (args) => viewOf(callViews, args),
  presentResult: (args) => viewOf(results, args),
})

function results(text: string): ToolResultView[] {
  return [...resultViews(text), { card: 'generic', title: text, content: contentOf(text) }]
}

function viewOf<T>(views: (text: string) => readonly T[], args: unknown): T | undefined {
  const { text, nth } = args as Given
  const all = views(text)
  return all[nth % all.length]
}

/** Writes what has a text in every field that a log has for it. */
export class HostileWriter extends Writer {
  #count = 0

  constructor(session: FakeSession) {
    super(session)
  }

  /** One call and all that is told of it. */
  one(text: string, nth: number): this {
    const id = `c${this.#count++}`
    this.call(id, nth % 5 === 4 ? 'run_code' : text, { text, nth, [text]: text })
    const asked = { requestId: `q-${id}`, callId: id, toolName: text, argumentsHash: text }
    if (nth % 4 === 1) this.session.append('approval/asked', { ...asked, reason: text })
    if (nth % 4 === 1 && nth !== 9) {
      const outcome = nth === 1 ? 'rejected' : 'allowed-once'
      this.session.append('approval/decided', { ...asked, outcome, by: text, message: text })
    }
    if (nth % 3 === 0) this.session.append('tool/progress', { callId: id, text })
    if (nth % 5 === 4) this.session.append('tool/code-console', { callId: id, text: `${text}\n` })
    if (nth % 5 === 4) this.dispatched(id, text)
    if (nth % 7 === 6 || nth === 9) return this
    const stages = [{ stage: text as never, source: text, decision: text, ms: 1 }]
    const status = nth === 1 ? 'denied' : 'done'
    this.session.append('tool/trace', { callId: id, status, by: text, rule: text, stages })
    const isError = nth % 4 === 1
    const error = { name: text, code: nth === 5 ? text : 'CODE_RUN_FAILED' }
    return this.result(id, { content: contentOf(text), isError, meta: text, ...(isError && { error }) })
  }

  dispatched(parentCallId: string, text: string): void {
    const subCallId = `${parentCallId}:${text}`
    const place = {
      rootCallId: parentCallId,
      parentCallId,
      subCallId,
      name: text,
      arguments: { text, nth: 0 },
    }
    this.session.append('tool/code-dispatch-start', place)
    this.session.append('tool/code-dispatch', { ...place, isError: false, content: contentOf(text) })
  }

  /** Everything that is said beside the calls, and a sub-agent. */
  said(text: string): this {
    const at = { turn: 1, step: 1 }
    const { session } = this
    const content = contentOf(text).slice(0, 3) as never
    session.append('user/message', { ...at, message: { role: 'user', content } })
    session.append('user/message', { ...at, message: { role: 'user', content: text }, steering: true })
    const source = { kind: 'plugin', plugin: text } as const
    session.append('user/message', { ...at, message: { role: 'user', content: text, source } })
    session.append('step/start', { ...at, model: { provider: text, id: text }, settings: {} })
    session.append('model/retry', { ...at, attempt: 2, code: text, message: text, delayMs: 1 })
    session.append('model/notice', { ...at, message: text })
    session.append('context/pruned', { ...at, results: [{ callId: text, bytes: 7, text }], by: text })
    session.append('context/summarised', { ...at, keptFrom: 0, summary: text, by: text })
    session.append('session/resumed', { closedCalls: 1, torn: { bytes: 5, file: text } })
    this.answer(text, `${text}\n${text}`)
    return this.delegated(text).ended(text)
  }

  delegated(text: string): this {
    const parentCallId = `t${this.#count}`
    const agentId = `a${this.#count}`
    this.call(parentCallId, text, { text, nth: 1 })
    this.session.append('agent/started', { agentId, parentCallId, principal: text, description: text })
    const message = { role: 'assistant' as const, content: [{ type: 'text' as const, text }] }
    this.session.append('assistant/message', { turn: 1, step: 1, message, finish: 'length' }, agentId)
    this.call(`i${this.#count}`, text, { text, nth: 3 }, agentId).done(`i${this.#count}`, text, agentId)
    this.session.append('agent/ended', { agentId, parentCallId, reason: 'failed' })
    return this.done(parentCallId, text)
  }

  ended(text: string): this {
    const calls = { done: 1, failed: 0, denied: 0, cancelled: 0 }
    const totals = { steps: 1, calls, usage: { input: 1, output: 1 }, ms: 1, toolMs: 1 }
    const end = { turn: 1, reason: 'failed', message: text, code: text, totals, session: totals } as const
    this.session.append('turn/end', end)
    this.session.append('turn/start', { turn: 1, principal: text })
    return this
  }
}
